import { expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { imageOf, MAX_WRITTEN_LENGTH, packIdOfTag, readImage, tagOf } from './image.ts';

const packId: Digest = `sha256:${'a'.repeat(64)}`;
const config = { digest: `sha256:${'b'.repeat(64)}` as Digest, size: 7 };
const blob = { digest: `sha256:${'c'.repeat(64)}` as Digest, size: 1, path: 'ö/"x"' };
const image = imageOf({ packId, manifest: new Uint8Array(), blobs: [blob] }, config) as Uint8Array;
const text = Buffer.from(image).toString();

it('imageOf() is canonical, and readImage() reads it', () => {
  expect(text).toBe(
    `{"annotations":{"vnd.custody.pack.id":"${packId}"},"artifactType":"application/vnd.custody.pack.v0",` +
      `"config":{"digest":"${config.digest}","mediaType":"application/vnd.custody.pack.manifest.v0+json","size":7},` +
      `"layers":[{"annotations":{"org.opencontainers.image.title":"ö/\\"x\\""},"digest":"sha256:${'c'.repeat(64)}",` +
      `"mediaType":"application/vnd.custody.pack.member.v0","size":1}],` +
      `"mediaType":"application/vnd.oci.image.manifest.v1+json","schemaVersion":2}`,
  );
  expect(readImage(image, packId)).toEqual({ config, sizes: new Map([[blob.digest, 1]]) });
});

it('imageOf() is undefined where it would be longer than registries accept', () => {
  const blobs = Array.from({ length: Math.ceil(MAX_WRITTEN_LENGTH / 200) + 1 }, () => blob);
  expect(imageOf({ packId, manifest: new Uint8Array(), blobs }, config)).toBeUndefined();
});

it.each<[string, string]>([
  ['', 'no OCI image manifest'],
  ['{}', 'no OCI image manifest'],
  ['null', 'no OCI image manifest'],
  [text.slice(0, -1), 'no OCI image manifest'],
  [text.replace('image.manifest.v1', 'image.index.v1'), 'no OCI image manifest'],
  [text.replace('pack.manifest.v0', 'other'), 'an image that is no pack'],
  [text.replace('"vnd.custody.pack.id"', '"other"'), 'an image of another pack'],
  [text.replace(packId, `sha256:${'d'.repeat(64)}`), 'an image of another pack'],
  [text.replace('sha256:bb', '../../bb'), 'a broken image'],
  [text.replace('"size":7', '"size":-7'), 'a broken image'],
  [text.replace('"size":7', '"size":"7"'), 'a broken image'],
])('readImage() says what %s is', (document, found) => expect(readImage(Buffer.from(document), packId)).toBe(found));

it('readImage() ignores invalid layers, and refuses too many values', () => {
  const layers = (what: string): string => text.replace(/"layers":\[.*?\],"media/, `"layers":${what},"media`);
  expect(readImage(Buffer.from(layers('[null,7,{},{"digest":"sha256:x","size":1}]')), packId)).toEqual({ config, sizes: new Map() });
  expect(readImage(Buffer.from(layers('7')), packId)).toEqual({ config, sizes: new Map() });
  expect(readImage(Buffer.from(layers(`[${'{},'.repeat(1 << 20)}{}]`)), packId)).toBe('no OCI image manifest');
});

it('packIdOfTag() is the inverse of tagOf()', () => expect(packIdOfTag(tagOf(packId))).toBe(packId));

it.each(['latest', 'pack-', `pack-${'a'.repeat(63)}`, `pack-${'A'.repeat(64)}`, `pack-${'a'.repeat(65)}`, 7, null])(
  'packIdOfTag() knows no pack for %j',
  (tag) => expect(packIdOfTag(tag)).toBeUndefined(),
);
