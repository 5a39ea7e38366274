/** Writes the body of a request to a file and checks it against everything that the request states about it. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { S3Error } from './strict-s3-error.ts';

export interface Received {
  readonly file: string;
  readonly size: number;
  /** Hex. */
  readonly md5: string;
  /** Base64. */
  readonly sha256: string;
}

/**
 * Undefined where the connection broke before the whole body arrived: then there is nobody to answer. A body that does not match is
 * removed.
 */
export async function receive(request: IncomingMessage, file: string): Promise<Received | undefined> {
  let received: Received | undefined;
  try {
    received = await receiveWhole(request, file);
    return received;
  } finally {
    if (received === undefined) rmSync(file, { force: true });
  }
}

async function receiveWhole(request: IncomingMessage, file: string): Promise<Received | undefined> {
  const length = request.headers['content-length'];
  if (length === undefined) throw new S3Error(411, 'MissingContentLength');
  const promised = request.headers['x-amz-content-sha256'];
  if (typeof promised !== 'string' || !/^[0-9a-f]{64}$/.test(promised)) throw new S3Error(400, 'InvalidRequest');
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  const descriptor = openSync(file, 'wx');
  let size = 0;
  try {
    for await (const bytes of request as AsyncIterable<Buffer>) {
      md5.update(bytes);
      sha256.update(bytes);
      writeSync(descriptor, bytes);
      size += bytes.length;
    }
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
  if (size !== Number(length)) return undefined;
  const digest = sha256.digest();
  if (digest.toString('hex') !== promised) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  const checksum = request.headers['x-amz-checksum-sha256'];
  if (checksum !== undefined && checksum !== digest.toString('base64')) throw new S3Error(400, 'BadDigest');
  return { file, size, md5: md5.digest('hex'), sha256: digest.toString('base64') };
}
