/** `installation/native` in a browser: WebAssembly and JavaScript in place of native modules. */
import { Buffer } from 'buffer';
import type { Blake3Native, KernelLocks, ZstdNative } from '#installation/native';
import { Hash } from './hashers.ts';
import { Decompressor } from './zstd/decompress.ts';

class Blake3Hasher implements Blake3Native {
  readonly #hash = new Hash('blake3');

  reset(): this {
    this.#hash.reset();
    return this;
  }
  update(bytes: Uint8Array): this {
    this.#hash.update(bytes);
    return this;
  }
  digest(): string {
    return Buffer.from(this.#hash.digest()).toString('hex');
  }
}

export function loadBlake3(): { Blake3Hasher: new () => Blake3Native } {
  return { Blake3Hasher };
}

function neverWrites(): never {
  throw new Error('a page writes no evidence');
}

export function loadZstd(): ZstdNative {
  return { version: 'in a page', Decompressor, Compressor: neverWrites as unknown as ZstdNative['Compressor'] };
}

export function loadKernelLocks(): KernelLocks {
  return { tryLock() {}, unlock() {} };
}
