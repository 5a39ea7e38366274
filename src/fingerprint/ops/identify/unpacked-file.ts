/** The content of compressed data in memory, within the limits of `unpack`, for a parser. */
import { PackedError, type Packing, TooLarge, unpack } from '#codecs/packed/unpack';
import { memorySource } from '#core/bytes/source';
import type { ByteSource } from '#core/ports';
import { UnusableFile } from '#disk/os-error';
import type { HashedFile } from '#hashing/hash-while-parsing';

/** It was unpacked once before, so an error means that the file has changed. Throws `UnusableFile`. */
export async function unpackedFile(file: HashedFile, packing: Packing): Promise<HashedFile> {
  const packed = file.pass();
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of unpack(packing, packed.source, { size: file.size })) pieces.push(piece);
  } catch (error) {
    throw error instanceof PackedError || error instanceof TooLarge ? new UnusableFile(error.message) : error;
  }
  const hex = packed.end();
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return {
    size,
    bytes: null,
    pass: () => ({
      source: piecesSource(pieces),
      whole: (most) => (size > most ? null : Buffer.concat(pieces)),
      end: () => hex,
    }),
    close: () => file.close(),
  };
}

/** They are not joined: a long CSV would be in memory twice. */
function piecesSource(pieces: readonly Uint8Array[]): ByteSource {
  let next = 0;
  let current = memorySource(new Uint8Array(0));
  return {
    read(into) {
      for (;;) {
        const count = current.read(into);
        if (count > 0 || next === pieces.length || into.length === 0) return count;
        current = memorySource(pieces[next++] as Uint8Array);
      }
    },
  };
}
