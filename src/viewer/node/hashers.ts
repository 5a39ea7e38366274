/**
 * SHA-256 and BLAKE3 in WebAssembly, synchronous after `loadHashers`. One instance of each serves any number of hashers that are in use at
 * the same time: the state of the one that worked last is saved when another one works.
 *
 *     await loadHashers();
 *     newHasher('sha256').update(bytes).digest('hex')
 */
import { createBLAKE3 } from 'hash-wasm';
import { createSha256, type Sha256 } from './sha256.ts';

export type HashName = 'sha256' | 'blake3';

interface Machine {
  readonly wasm: Sha256;
  owner: Hash | null;
}

const machines = new Map<HashName, Machine>();

export async function loadHashers(): Promise<void> {
  machines.set('sha256', { wasm: await createSha256(), owner: null });
  machines.set('blake3', { wasm: await createBLAKE3(), owner: null });
}

export class Hash {
  readonly #machine: Machine;
  /** Null while this one is the owner, and before the first bytes. */
  #saved: Uint8Array | null = null;
  #isNew = true;

  constructor(name: HashName) {
    const machine = machines.get(name);
    if (machine === undefined) throw new Error(`no hash function ${name}: loadHashers comes first`);
    this.#machine = machine;
  }

  update(bytes: Uint8Array): this {
    this.#take().update(bytes);
    return this;
  }

  digest(): Uint8Array {
    const digest = this.#take().digest('binary');
    this.#machine.owner = null;
    this.reset();
    return digest;
  }

  reset(): this {
    this.#saved = null;
    this.#isNew = true;
    if (this.#machine.owner === this) this.#machine.owner = null;
    return this;
  }

  #take(): Sha256 {
    const { wasm, owner } = this.#machine;
    if (owner === this) return wasm;
    if (owner !== null) owner.#saved = wasm.save();
    this.#machine.owner = this;
    if (this.#isNew) wasm.init();
    else wasm.load(this.#saved as Uint8Array);
    this.#isNew = false;
    this.#saved = null;
    return wasm;
  }
}
