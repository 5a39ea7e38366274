/**
 * Manifests that are written to a repository, and short blobs that are read into memory.
 *
 *     await putImage(registry, at('manifests/pack-9a0b…'), bytes)      the headers of the answer
 *     await smallBlob({ digest, size }, registry)                      the bytes, verified
 */
import type { Digest } from '#core/digest';
import type { Refusal } from '#core/refusal';
import { sha256Hex } from '#hashing/hashers';
import type { HttpResponse } from '../http/client.ts';
import { FailedAttempt } from '../http/failed-attempt.ts';
import { lengthOf } from '../http/receive-blob.ts';
import { finalResponse, withRetries } from '../http/retry.ts';
import { wrongBytes } from '../refusals.ts';
import type { Blob } from '../store.ts';
import type { OciConnection } from './connection.ts';
import { deniedBy, errorCodes, otherDigest, refusedWith } from './error.ts';
import { IMAGE_TYPE } from './image.ts';

export type Registry = Pick<OciConnection, 'once' | 'how' | 'at'>;

/** Damaged bytes that the registry reports come from this attempt, and are written again. Returns the headers of the answer. */
export function putImage({ once, how }: Registry, url: URL, bytes: Uint8Array, type = IMAGE_TYPE): Promise<HttpResponse['headers']> {
  const digest = sha256(bytes);
  return withRetries(how, async () => {
    const request = { method: 'PUT', url, headers: { 'content-type': type }, body: bytes };
    const response = await finalResponse('PUT', await once(request), how);
    if (response.status !== 201) throw await unwritten(response);
    await response.drain();
    const other = otherDigest(response, digest);
    if (other !== undefined) throw new FailedAttempt(() => wrongBytes(url, digest, other), { isTemporary: true });
    return response.headers;
  });
}

/** If the same image is sent twice at the same time, a registry may report one as damaged: it is sent again. */
async function unwritten(response: HttpResponse): Promise<Refusal | FailedAttempt> {
  const codes = await errorCodes(response);
  const refusal = refusedWith(codes, 'PUT', response);
  return codes.includes('DIGEST_INVALID') ? new FailedAttempt(() => refusal, { isTemporary: true }) : refusal;
}

/** A blob that is read into memory and verified; undefined where it does not exist. */
export function smallBlob({ digest, size }: Blob, { once, how, at }: Registry): Promise<Uint8Array | undefined> {
  const request = { method: 'GET', url: at(`blobs/${digest}`), headers: {} };
  return withRetries(how, async () => {
    const response = await finalResponse('GET', await once(request), how);
    if (response.status === 404) {
      await response.drain();
      return undefined;
    }
    if (response.status !== 200) throw await deniedBy('GET', response);
    const length = lengthOf(response) ?? size;
    const bytes = length > size ? undefined : await response.bytes(size);
    const found = bytes === undefined ? `${length} bytes instead of ${size}` : sha256(bytes);
    if (bytes === undefined) void response.drain();
    if (found !== digest) throw new FailedAttempt(() => wrongBytes(response.url, digest, found), { isTemporary: true });
    return bytes;
  });
}

export function sha256(bytes: Uint8Array): Digest {
  return `sha256:${sha256Hex(bytes)}`;
}
