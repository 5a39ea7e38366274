/** Copies many short pieces into buffers of about one megabyte. */
const PAGE = 1 << 20;

/**
 * `pieceAt` returns each piece as a view. With `isReused`, the buffer passed to `emit` is valid only until `emit` returns; otherwise it
 * stays valid.
 */
export function joinRuns(count: number, pieceAt: (place: number) => Uint8Array, isReused: boolean, emit: (run: Uint8Array) => void): void {
  let page = new Uint8Array(PAGE);
  let filled = 0;
  const flush = (): void => {
    if (filled > 0) emit(page.subarray(0, filled));
    if (!isReused) page = new Uint8Array(PAGE);
    filled = 0;
  };
  for (let place = 0; place < count; place++) {
    const piece = pieceAt(place);
    if (filled + piece.length > PAGE) flush();
    if (piece.length > PAGE) emit(piece);
    else {
      page.set(piece, filled);
      filled += piece.length;
    }
  }
  flush();
}
