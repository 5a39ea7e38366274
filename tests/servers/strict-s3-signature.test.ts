/**
 * Tests the strict server's signature check with the examples of Amazon's documentation ("Signature Calculations for the Authorization
 * Header").
 */
import { describe, expect, it } from 'vitest';
import { type Signed, signatureFault } from './strict-s3-signature.ts';

const keys = { AKIAIOSFODNN7EXAMPLE: { secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' } };
const signer = { keys, region: 'us-east-1', now: Date.UTC(2013, 4, 24) };
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function request(method: string, url: string, signature: string, extra: Readonly<Record<string, string>> = {}): Signed {
  const headers: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    ...extra,
  };
  const names = Object.keys(headers).toSorted().join(';');
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
  return {
    method,
    url,
    headers: { ...headers, authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${names}, Signature=${signature}` },
  };
}

const get = request('GET', '/test.txt', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', { range: 'bytes=0-9' });
const put = request('PUT', '/test%24file.text', '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd', {
  date: 'Fri, 24 May 2013 00:00:00 GMT',
  'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
  'x-amz-storage-class': 'REDUCED_REDUNDANCY',
});
const lifecycle = request('GET', '/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543');
const list = request('GET', '/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');

describe('signatureFault()', () => {
  it.each([get, put, lifecycle, list])('finds none in the documented example $method $url', (example) => {
    expect(signatureFault(example, signer)).toBeUndefined();
  });

  it.each<readonly [string, Signed, string]>([
    ['another method', { ...get, method: 'HEAD' }, 'SignatureDoesNotMatch'],
    ['another path', { ...get, url: '/test.txs' }, 'SignatureDoesNotMatch'],
    ['another query', { ...list, url: '/?max-keys=3&prefix=J' }, 'SignatureDoesNotMatch'],
    ['another signed header', { ...get, headers: { ...get.headers, range: 'bytes=0-8' } }, 'SignatureDoesNotMatch'],
    ['a header of S3 that is not signed', { ...get, headers: { ...get.headers, 'x-amz-acl': 'public-read' } }, 'AccessDenied'],
    ['a token that nobody gave', { ...get, headers: { ...get.headers, 'x-amz-security-token': 't' } }, 'InvalidToken'],
    ['no signature', { ...get, headers: { host: 'x' } }, 'AccessDenied'],
  ])('finds %s', (_, forged, code) => {
    expect(signatureFault(forged, signer)).toBe(code);
  });

  it('finds a time that is over fifteen minutes away, an unknown key and another region', () => {
    expect(signatureFault(get, { ...signer, now: signer.now + 901_000 })).toBe('RequestTimeTooSkewed');
    expect(signatureFault(get, { ...signer, keys: {} })).toBe('InvalidAccessKeyId');
    expect(signatureFault(get, { ...signer, region: 'eu-west-1' })).toBe('AuthorizationHeaderMalformed');
  });
});
