import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { sha256Hex } from '#hashing/hashers';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { blobPath } from './layout.ts';
import { placeBlob } from './place-blob.ts';

const root = scratchFolder('place-blob');
const digest: Digest = `sha256:${sha256Hex(Buffer.from('right'))}`;
const blob = { digest, size: 5 };

/** What is in the store after the right bytes were placed over `existing`. */
function placedOver(existing: string, how: { readonly replaces?: boolean } = {}): string {
  const path = blobPath(root, digest);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, existing);
  const staged = join(root, 'staged');
  writeFileSync(staged, 'right');
  placeBlob({ url: 'file:store', root }, { ...blob, ...how }, staged);
  return readFileSync(path, 'utf8');
}

it('placeBlob() replaces a file of another length, which another writer may just have left there', () =>
  expect(placedOver('wrong and long')).toBe('right'));

it('placeBlob() keeps a file of the same length, unless it was found to be damaged', () => {
  expect(placedOver('wrong')).toBe('wrong');
  expect(placedOver('wrong', { replaces: true })).toBe('right');
});
