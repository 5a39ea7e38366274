/**
 * Reads a file from its start to its end, into buffers that are used again: getting memory costs as much as filling it.
 *
 *     await pieceReader(file)?.(nextBuffer, (buffer, length) => …)
 */
export type PieceReader = (nextBuffer: () => Promise<ArrayBuffer>, give: (buffer: ArrayBuffer, length: number) => void) => Promise<void>;

/** Null in a browser that cannot. */
export function pieceReader(file: Blob): PieceReader | null {
  const reader = byteReader(file);
  if (reader === null) return null;
  return async (nextBuffer, give) => {
    inUse.add(reader);
    try {
      await readPieces(reader, nextBuffer, give);
    } finally {
      inUse.delete(reader);
    }
  };
}

/** Chromium takes a stream for garbage to which only its own unfinished read refers; that read then never ends. */
const inUse = new Set<ReadableStreamBYOBReader>();

async function readPieces(reader: ReadableStreamBYOBReader, ...[nextBuffer, give]: Parameters<PieceReader>): Promise<void> {
  for (let isEnd = false; !isEnd; ) {
    let buffer = await nextBuffer();
    let length = 0;
    while (!isEnd && length < buffer.byteLength) {
      // Whole pieces: otherwise it is called for every 64 KiB. An older browser does not know `min`.
      const { done, value } = await reader.read(new Uint8Array(buffer, length), { min: buffer.byteLength - length });
      isEnd = done;
      if (value === undefined) break;
      buffer = value.buffer;
      length += value.length;
    }
    if (length > 0) give(buffer, length);
  }
}

function byteReader(file: Blob): ReadableStreamBYOBReader | null {
  try {
    return file.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
