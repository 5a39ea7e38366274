/**
 * A worker that only hashes: whole files, or one long file in pieces that another thread reads for it, so that reading and hashing take
 * place at the same time. It gives the memory of each piece back, because getting memory costs as much as filling it.
 */
import { Hash, loadHashers } from '../node/hashers.ts';
import { hashFile, hexOf } from './hash-bytes.ts';
import type { FromHasher, ToHasher } from './hash-messages.ts';

/**
 * After so many bytes the browser compiles the code of SHA-256 a second time, and it is then three times as fast. These are hashed while people
 * choose files, so that the browser does not compile while it hashes their files.
 */
const WARM_UP = 1 << 20;

const post = (message: FromHasher, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });
let long: Hash | null = null;

export function hashForEngine(): void {
  const ready = loadHashers().then(() => void new Hash('sha256').update(new Uint8Array(WARM_UP)));
  self.addEventListener('message', ({ data }: MessageEvent<ToHasher>) => void ready.then(() => answer(data)));
}

async function answer(data: ToHasher): Promise<void> {
  switch (data.kind) {
    case 'file':
      return post({ kind: 'hashed', hex: await hashFile(data.file, data.algorithm).catch(() => null) });
    case 'piece':
      long ??= new Hash(data.algorithm);
      long.update(new Uint8Array(data.buffer, 0, data.length));
      return post({ kind: 'piece', buffer: data.buffer }, [data.buffer]);
    case 'end':
      post({ kind: 'hashed', hex: data.isWhole && long !== null ? hexOf(long.digest()) : null });
      long = null;
      return;
    default:
      return data satisfies never;
  }
}
