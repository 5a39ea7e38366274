/**
 * The content hash of a definition: BLAKE3 over each name in `over`, in that order. For each name: the name and 0x00; if it was extracted, 0x01,
 * the length as u64 little-endian and the canonical JSON of its values, otherwise 0x02; then 0xff. If nothing at all was extracted there is no
 * hash, because it would be the same for every file.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { type Digest, digestOf } from '#core/digest';
import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { NewHasher } from '#core/ports';

export function contentHash(over: readonly string[], values: ReadonlyMap<string, JsonValue>, newHasher: NewHasher): Digest | null {
  if (!over.some((name) => values.has(name))) return null;
  const runs = over.flatMap((name) => {
    const value = values.get(name);
    const content = value === undefined ? [Uint8Array.of(2)] : framed(encodeUtf8(formatSpine(value)));
    return [encodeUtf8(name), Uint8Array.of(0), ...content, Uint8Array.of(0xff)];
  });
  return digestOf(newHasher, 'blake3', runs);
}

function framed(bytes: Uint8Array): readonly Uint8Array[] {
  const head = new Uint8Array(9);
  const view = new DataView(head.buffer);
  view.setUint8(0, 1);
  view.setBigUint64(1, BigInt(bytes.length), true);
  return [head, bytes];
}
