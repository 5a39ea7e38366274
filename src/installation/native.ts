/**
 * Native modules, loaded on first use. The loaders of these packages probe for every platform, which costs more than the rest of a start
 * (15 and 20 ms measured, against 4 and 1). So the file for this platform is tried first, and the package's loader only if that fails.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Refusal } from '#core/refusal';

const require = createRequire(import.meta.url);

export interface Blake3Native {
  reset(): Blake3Native;
  update(bytes: Uint8Array): Blake3Native;
  digest(encoding: 'hex'): string;
}

export interface KernelLocks {
  /** Throws `EAGAIN` where another process has the lock. Offset and length 0 mean the whole file. */
  tryLock(fd: number, offset: number, length: number, exclusive: boolean): void;
  unlock(fd: number, offset: number, length: number): void;
}

export function loadBlake3(): { Blake3Hasher: new () => Blake3Native } {
  const name = '@napi-rs/blake-hash';
  const places = [`${name}-${process.platform}-${process.arch}-gnu`, `${name}-${process.platform}-${process.arch}`, name];
  try {
    return firstOf(places) as { Blake3Hasher: new () => Blake3Native };
  } catch (error) {
    const cause = error instanceof Error ? (error.message.split('\n', 1)[0] as string) : String(error);
    const message = `BLAKE3 is not available: the package ${name} has no part for this platform here; install with optional dependencies (npm ci --include=optional)`;
    throw new Refusal('E_IO', message, { package: name, error: cause });
  }
}

export function loadKernelLocks(): KernelLocks {
  const name = 'fs-native-extensions';
  return firstOf([`${name}/prebuilds/${process.platform}-${process.arch}/${name}.node`, `${name}/binding`]) as KernelLocks;
}

export interface ZstdStream {
  /** Calls `out` before it returns, with bytes that the caller may keep. */
  data(bytes: Uint8Array, out: (bytes: Uint8Array) => void): void;
  end(out: (bytes: Uint8Array) => void): void;
}

export interface ZstdNative {
  readonly version: string;
  readonly Compressor: new (level: number) => ZstdStream;
  readonly Decompressor: new () => ZstdStream;
}

/**
 * The package does not export its native module but opens a WebAssembly fallback, which has no streams. So the native module is found by
 * its folder.
 */
export function loadZstd(): ZstdNative {
  const manifest = require.resolve('@cloudpss/zstd/package.json');
  const load = createRequire(manifest)('node-gyp-build') as (folder: string) => ZstdNative;
  return load(dirname(manifest));
}

function firstOf(names: readonly string[]): unknown {
  let failure: unknown;
  for (const name of names) {
    try {
      return require(name);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
