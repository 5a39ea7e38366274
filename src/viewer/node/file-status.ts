/** `fs.Stats` and `fs.constants` in a browser. */
import type { TreeNode } from './given-files.ts';

export const constants = {
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 0o100,
  O_EXCL: 0o200,
  O_NONBLOCK: 0o4000,
  O_DIRECTORY: 0o200000,
  O_NOFOLLOW: 0o400000,
  S_IFMT: 0o170000,
  S_IFREG: 0o100000,
  S_IFDIR: 0o040000,
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
};

const NANOSECONDS = 1_000_000n;

/** Numbers, or bigints where the caller asks for them. */
export class Status {
  readonly #node: TreeNode;
  readonly #isBig: boolean;

  constructor(node: TreeNode, isBig: boolean) {
    this.#node = node;
    this.#isBig = isBig;
  }

  #number(value: number): number | bigint {
    return this.#isBig ? BigInt(value) : value;
  }

  get size(): number | bigint {
    return this.#number(this.#node.kind === 'file' ? this.#node.file.size : 0);
  }
  get mode(): number | bigint {
    return this.#number(this.#node.kind === 'file' ? constants.S_IFREG | 0o644 : constants.S_IFDIR | 0o755);
  }
  get ino(): number | bigint {
    return this.#number(this.#node.id);
  }
  get dev(): number | bigint {
    return this.#number(1);
  }
  get nlink(): number | bigint {
    return this.#number(1);
  }
  get uid(): number | bigint {
    return this.#number(0);
  }
  get mtimeMs(): number | bigint {
    return this.#number(this.#node.kind === 'file' ? this.#node.file.lastModified : 0);
  }
  get mtimeNs(): bigint {
    return BigInt(this.#node.kind === 'file' ? this.#node.file.lastModified : 0) * NANOSECONDS;
  }
  get ctimeMs(): number | bigint {
    return this.mtimeMs;
  }
  get ctimeNs(): bigint {
    return this.mtimeNs;
  }
  isFile(): boolean {
    return this.#node.kind === 'file';
  }
  isDirectory(): boolean {
    return this.#node.kind === 'folder';
  }
  isSymbolicLink(): boolean {
    return false;
  }
  isFIFO(): boolean {
    return false;
  }
  isSocket(): boolean {
    return false;
  }
  isCharacterDevice(): boolean {
    return false;
  }
  isBlockDevice(): boolean {
    return false;
  }
}
