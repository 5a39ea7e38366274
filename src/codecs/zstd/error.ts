/** What is wrong with a Zstandard stream, as the rest of `one that …`: `ends in the middle of a frame`. */
export class ZstdError extends Error {
  override readonly name = 'ZstdError';
}

/** There is no build of the native library for this machine; a plain .tar needs none. */
export class ZstdUnavailable extends Error {
  override readonly name = 'ZstdUnavailable';
}
