/**
 * Signs requests with AWS Signature Version 4. The signature covers the SHA-256 of the body, so that the server refuses any other body.
 *
 *     const send = signedSend(client.send, settings);
 *     await send({ method: 'GET', url, headers: { 'x-amz-content-sha256': EMPTY_SHA256 } });
 *
 * Each attempt is signed again: a signature is valid for fifteen minutes, and keys may expire between retries.
 */
import { AwsV4Signer } from 'aws4fetch';
import { Refusal } from '#core/refusal';
import type { Send } from '../http/client.ts';
import type { Credentials } from './credentials.ts';
import type { S3Settings } from './settings.ts';

export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export function signedSend(send: Send, { credentials, region }: Pick<S3Settings, 'credentials' | 'region'>): Send {
  const cache = new Map<string, ArrayBuffer>();
  return async (request) => {
    const keys = printable(await credentials());
    const { method, url, headers } = request;
    const signer = new AwsV4Signer({ method, url: url.href, headers: { ...headers }, service: 's3', region, cache, ...keys });
    const signed = await signer.sign();
    return send({ ...request, headers: Object.fromEntries(signed.headers) });
  };
}

/** Keys are sent in headers; a key that is not valid there would otherwise be quoted in the error. */
function printable(keys: Credentials): Credentials {
  if (Object.values(keys).every((value: string) => /^[\x21-\x7e]+$/.test(value))) return keys;
  throw new Refusal('E_IO', 'the AWS credentials contain a character that no key may have', { kind: 'auth' });
}
