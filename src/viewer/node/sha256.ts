/**
 * SHA-256 of bytes that come in pieces of any length.
 *
 *     const hasher = await createSha256();
 *     hasher.init(); hasher.update(bytes); hasher.digest('binary')
 *
 * The methods are those of `hash-wasm`, which has BLAKE3.
 */
import { DATA, KEYS, ROOM, STATE, sha256Code } from './sha256-code.ts';

export interface Sha256 {
  init(): void;
  update(bytes: Uint8Array): void;
  digest(form: 'binary'): Uint8Array;
  /** The state, for `load`. */
  save(): Uint8Array;
  load(saved: Uint8Array): void;
}

const BLOCK = 64;
const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter((n, _, all) => all.every((d) => d >= n || n % d !== 0));
const fraction = (root: number): number => (root % 1) * 2 ** 32;
const CONSTANTS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

interface Kernel {
  readonly memory: WebAssembly.Memory;
  blocks(at: number, count: number): void;
}

export async function createSha256(): Promise<Sha256> {
  const { instance } = await WebAssembly.instantiate(sha256Code());
  const { memory, blocks } = instance.exports as unknown as Kernel;
  const bytes = new Uint8Array(memory.buffer);
  const state = new Uint32Array(memory.buffer, STATE, 8);
  new Uint32Array(memory.buffer, KEYS, CONSTANTS.length).set(CONSTANTS);
  const rest = new Uint8Array(BLOCK);
  /** Of the whole message; those of `rest` are the last of them. */
  let length = 0;

  const hash = (whole: Uint8Array): void => {
    for (let at = 0; at < whole.length; at += ROOM) {
      const piece = whole.subarray(at, at + ROOM);
      bytes.set(piece, DATA);
      blocks(DATA, piece.length / BLOCK);
    }
  };
  const update = (more: Uint8Array): void => {
    const held = length % BLOCK;
    length += more.length;
    if (held + more.length < BLOCK) return rest.set(more, held);
    const start = held === 0 ? 0 : BLOCK - held;
    if (start > 0) {
      rest.set(more.subarray(0, start), held);
      hash(rest);
    }
    const end = more.length - (length % BLOCK);
    hash(more.subarray(start, end));
    rest.set(more.subarray(end));
  };
  return {
    init() {
      length = 0;
      state.set(START);
    },
    update,
    digest() {
      const padding = new Uint8Array(BLOCK + (length % BLOCK < 56 ? 0 : BLOCK) - (length % BLOCK));
      padding[0] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, BigInt(length) * 8n);
      update(padding);
      const digest = new DataView(new ArrayBuffer(32));
      state.forEach((word, index) => digest.setUint32(4 * index, word));
      return new Uint8Array(digest.buffer);
    },
    save() {
      const saved = new Uint8Array(8 + 32 + BLOCK);
      new DataView(saved.buffer).setFloat64(0, length);
      saved.set(bytes.subarray(STATE, STATE + 32), 8);
      saved.set(rest, 40);
      return saved;
    },
    load(saved) {
      length = new DataView(saved.buffer, saved.byteOffset).getFloat64(0);
      bytes.set(saved.subarray(8, 40), STATE);
      rest.set(saved.subarray(40));
    },
  };
}
