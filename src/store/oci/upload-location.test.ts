import { expect, it } from 'vitest';
import type { HttpResponse } from '../http/client.ts';
import { uploadLocation, withDigest } from './upload-location.ts';

const url = new URL('https://registry.example.org/v2/x/blobs/uploads/');
const answer = (headers: Record<string, string>): HttpResponse => ({
  url,
  status: 202,
  headers,
  each: async () => {},
  bytes: async () => new Uint8Array(),
  text: async () => '',
  drain: async () => {},
});
const post = { method: 'POST', url, headers: {} };

it.each([
  ['/v2/x/blobs/uploads/1?a=b', 'https://registry.example.org/v2/x/blobs/uploads/1?a=b'],
  ['1', 'https://registry.example.org/v2/x/blobs/uploads/1'],
  ['https://storage.example.org/1?sig=%2B', 'https://storage.example.org/1?sig=%2B'],
  ['https://user:secret@storage.example.org/1', 'https://storage.example.org/1'],
])('placeOf() goes to %s', (location, expected) => expect(uploadLocation(post, answer({ location }), 0).url.href).toBe(expected));

it.each(['http://registry.example.org/1', 'ftp://registry.example.org/1', 'https://', 'javascript:1', 'https://127.0.0.1/1'])(
  'placeOf() does not go to %s',
  (location) => expect(() => uploadLocation(post, answer({ location }), 0)).toRefuse('E_IO'),
);

it('placeOf() keeps its location when the answer to a chunk has none', () => {
  const chunk = { method: 'PATCH', url: new URL('https://registry.example.org/1'), headers: {} };
  expect(uploadLocation(chunk, answer({}), 7)).toEqual({ url: chunk.url, offset: 7 });
  expect(() => uploadLocation(post, answer({}), 0)).toThrow(/has no location/);
});

it.each<[string, number | undefined]>([
  ['5242880', 5242880],
  ['-1', undefined],
  ['9e99', undefined],
  ['x', undefined],
])('placeOf() takes %s for the shortest chunk', (text, least) =>
  expect(uploadLocation(post, answer({ location: '/1', 'oci-chunk-min-length': text }), 0).least).toBe(least),
);

it.each([
  ['https://r/1', 'https://r/1?digest=sha256%3Aab'],
  ['https://r/1?_state=a%2Fb+c%3D', 'https://r/1?_state=a%2Fb+c%3D&digest=sha256%3Aab'],
])('withDigest() keeps the letters of %s', (place, expected) => expect(withDigest(new URL(place), 'sha256:ab').href).toBe(expected));
