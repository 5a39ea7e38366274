/** One hash worker, as the engine uses it: short files are read there, the pieces of long ones here, at the same time as it hashes. */
import type { Algorithm } from '#core/ports';
import { MAX_WHOLE } from './hash-bytes.ts';
import type { FromHasher, ToHasher } from './hash-messages.ts';
import { pieceReader } from './read-pieces.ts';

export interface Hasher {
  /** Gives null if the file cannot be read any more. It must not be called again before it has answered. */
  hash(file: Blob, algorithm: Algorithm, bytes: (count: number) => void): Promise<string | null>;
  end(): void;
}

const PIECE = 1 << 21;
const PIECES = 4;

export function newHasher(worker: Worker): Hasher {
  let fail: (error: Error) => void = () => {};
  let hear: (message: FromHasher) => void = () => {};
  worker.addEventListener('error', ({ message }) => fail(new Error(`a worker that hashes has ended: ${message}`)));
  worker.addEventListener('message', ({ data }: MessageEvent<FromHasher>) => hear(data));
  const send = (message: ToHasher, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);

  async function hash(file: Blob, algorithm: Algorithm, bytes: (count: number) => void): Promise<string | null> {
    const buffers: ArrayBuffer[] = [];
    let wake = (): void => {};
    const hex = new Promise<string | null>((resolve, reject) => {
      fail = reject;
      hear = (message) => {
        if (message.kind === 'hashed') return resolve(message.hex);
        buffers.push(message.buffer);
        wake();
      };
    });
    const reader = file.size > MAX_WHOLE ? pieceReader(file) : null;
    if (reader === null) {
      send({ kind: 'file', file, algorithm });
      await hex;
      bytes(file.size);
      return hex;
    }
    for (let count = 0; count < PIECES; count++) buffers.push(new ArrayBuffer(PIECE));
    const nextBuffer = async (): Promise<ArrayBuffer> => {
      while (buffers.length === 0) await Promise.race([hex, new Promise<void>((resolve) => void (wake = resolve))]);
      return buffers.pop() as ArrayBuffer;
    };
    let read = 0;
    const give = (buffer: ArrayBuffer, length: number): void => {
      read += length;
      bytes(length);
      send({ kind: 'piece', algorithm, buffer, length }, [buffer]);
    };
    const isWhole = await reader(nextBuffer, give).then(
      () => read === file.size,
      () => false,
    );
    send({ kind: 'end', isWhole });
    return hex;
  }
  return { hash, end: () => worker.terminate() };
}
