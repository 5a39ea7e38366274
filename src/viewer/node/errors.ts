/** The errors of a system, with the numbers of Linux, so that their texts are the same as those of the program. */
const NUMBERS = {
  ENOENT: 2,
  EIO: 5,
  ENXIO: 6,
  EBADF: 9,
  EACCES: 13,
  EEXIST: 17,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  EMFILE: 24,
  ESPIPE: 29,
  EROFS: 30,
  ENAMETOOLONG: 36,
  ELOOP: 40,
  EILSEQ: 84,
} as const;

export type ErrorName = keyof typeof NUMBERS;

export function systemError(code: ErrorName, syscall: string, path?: string): Error {
  const named = path === undefined ? '' : ` '${path}'`;
  return Object.assign(new Error(`${code}: ${syscall}${named}`), {
    code,
    errno: -NUMBERS[code],
    syscall,
    ...(path === undefined ? {} : { path }),
  });
}

/** `node:util`: from a negative number to the name and a text. */
export function getSystemErrorMap(): ReadonlyMap<number, readonly [string, string]> {
  return new Map(Object.entries(NUMBERS).map(([code, number]) => [-number, [code, code]]));
}

/** `os.constants.errno` */
export const errno = NUMBERS;

/** `node:util`, for the reader of zip archives. */
export function inherits(child: { prototype: object }, parent: { prototype: object }): void {
  Object.setPrototypeOf(child.prototype, parent.prototype);
}

/** `node:util`, for the libraries of Sigstore: values of JSON, and bytes. */
export function isDeepStrictEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b) || keys.length !== others.length) return false;
  return keys.every((key) => key in b && isDeepStrictEqual(a[key as keyof typeof a], b[key as keyof typeof b]));
}
