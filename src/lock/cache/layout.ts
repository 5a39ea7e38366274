/**
 * The layout of a cache of what was read (`custody-cache.v0`), in the byte order of the machine that it is bound to:
 *
 *     magic (16) · rows (u32) · bytes of paths (u32) · 0 (8) · binding (32)      64 bytes
 *     device · inode · size · mtime · ctime (i64 each, times in nanoseconds) · read at (f64, ms) · hash (32) · algorithm (u32) · path end (u32)
 *     …                                                                          88 bytes a row, by path in byte order
 *     the paths in UTF-8, one after the other
 *     SHA-256 of all bytes before it (32)
 *
 * `read at` is below zero in the row of a file that was found to have other bytes since (suspected damage), and looks as it does in the row.
 */
export const MAGIC = 'custody-cache.v0';
export const HEAD = 64;
export const BINDING_AT = 32;
export const HASH = 32;
export const ROW = 88;

/** The places in a row, in words of four bytes. */
export const ROW_WORDS = ROW / 4;
export const STAMP_WORDS = 10;
export const READ_AT_WORD = 10;
export const HASH_WORD = 12;
export const ALGORITHM_WORD = 20;
export const PATH_END_WORD = 21;

/** The row is written and read at once: a longer cache is neither written nor read. */
export const MAX_BYTES = 2 ** 31 - 1;

/** Device, inode, size, mtime and ctime. */
export const STAMPS = 5;
/** The size is the third of them. */
export const SIZE_STAMP = 2;
