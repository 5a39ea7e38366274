import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtFile } from '#installation/paths';
import { FileHasher, HASHED } from './hash-file.ts';
import { newSharedPieces, ReadAhead } from './read-ahead.ts';
import { type HashRing, newRing } from './ring.ts';

const root = mkdtempSync(join(tmpdir(), 'read-ahead-'));
const path = join(root, 'long');
const content = Buffer.alloc((37 << 20) + 4711, 'a line that does not fit a power of two\n');
const sha256 = createHash('sha256').update(content).digest('hex');
let fd = -1;
let ring: HashRing;
let reader: Worker;

beforeAll(() => {
  writeFileSync(path, content);
  fd = openSync(path, 'r');
  ring = newRing(null);
  reader = new Worker(builtFile('hash-worker'), { workerData: ring.shared });
});
afterAll(async () => {
  ring.close();
  await new Promise((ended) => reader.once('exit', ended));
  closeSync(fd);
  rmSync(root, { recursive: true });
});

/** Reads a file in this thread until the other thread takes over, then takes pieces from it; counts the bytes from each. */
function readAll(from = fd): { bytes: Buffer; own: number; taken: number } {
  const pieces: Buffer[] = [];
  const counts = { own: 0, taken: 0 };
  let position = 0;
  for (;;) {
    const ready = ring.ahead.take(position);
    const own = Buffer.alloc(ready === null ? 4096 : 0);
    const piece = Buffer.from(ready ?? own.subarray(0, readSync(from, own, 0, own.length, position)));
    if (piece.length === 0) return { bytes: Buffer.concat(pieces), ...counts };
    pieces.push(piece);
    position += piece.length;
    counts[ready === null ? 'own' : 'taken'] += piece.length;
    if (ready !== null) ring.ahead.giveBack();
  }
}

/** Waits until the other thread has taken the request over. */
function awaitTakeover(): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 500 && ring.ahead.take(0) === null; i++) Atomics.wait(pause, 0, 0, 10);
}

describe('ReadAhead', () => {
  test('delivers every byte once, whichever thread read it', () => {
    let helped = 0;
    // The other thread may not have started when this one has read everything.
    for (let tries = 0; helped === 0 && tries < 200; tries++) {
      expect(ring.ahead.request(fd)).toBe(true);
      const { bytes, own, taken } = readAll();
      ring.ahead.finish();
      expect(bytes.equals(content)).toBe(true);
      expect(own + taken).toBe(content.length);
      helped = taken;
    }
    expect(helped).toBeGreaterThan(0);
  });

  test('serves one file at a time, and then accepts the next', () => {
    expect(ring.ahead.request(fd)).toBe(true);
    expect(ring.ahead.request(fd)).toBe(false);
    ring.ahead.finish();
    expect(ring.ahead.request(fd)).toBe(true);
    ring.ahead.finish();
  });

  test('finish() can stop in the middle of a file', () => {
    for (let pieces = 0; pieces < 8; pieces++) {
      expect(ring.ahead.request(fd)).toBe(true);
      awaitTakeover();
      for (let i = 0; i < pieces; i++) {
        expect(ring.ahead.take(0)?.length).toBe(1 << 20);
        ring.ahead.giveBack();
      }
      ring.ahead.finish();
    }
    expect(ring.ahead.request(fd)).toBe(true);
    expect(readAll().bytes.equals(content)).toBe(true);
    ring.ahead.finish();
  });

  test('finish() does not wait for a file that is requested right after it', async () => {
    const shared = newSharedPieces();
    const state = new Int32Array(shared.cells);
    const [TAKEN, STOPPED, REQUESTED] = [2, 4, 1];
    state[0] = TAKEN;
    const other = new Worker(
      `const state = new Int32Array(require('node:worker_threads').workerData);
       while (Atomics.load(state, 0) !== ${STOPPED}) Atomics.wait(state, 0, ${TAKEN}, 10);
       Atomics.store(state, 0, ${REQUESTED});
       Atomics.notify(state, 0);
       Atomics.wait(state, 0, ${REQUESTED}, 3000);
       Atomics.store(state, 0, 0);`,
      { eval: true, workerData: shared.cells },
    );
    new ReadAhead(shared, () => {}).finish();
    expect(Atomics.load(state, 0)).toBe(REQUESTED);
    Atomics.notify(state, 0);
    await new Promise((ended) => other.once('exit', ended));
  });

  test("take() throws the reader's error", () => {
    const gone = openSync(path, 'r');
    closeSync(gone);
    expect(ring.ahead.request(gone)).toBe(true);
    expect(awaitTakeover).toThrow(expect.objectContaining({ errno: -9 }));
    ring.ahead.finish();
  });

  test('FileHasher hashes a long file the same with and without it', () => {
    const question = { path, algorithm: 'sha256', expectedSize: -1, isKnownRegular: true, confine: null } as const;
    for (const hasher of [new FileHasher(), new FileHasher(ring.ahead), new FileHasher(ring.ahead)]) {
      expect([hasher.ask(question), hasher.hex, hasher.size]).toEqual([HASHED, sha256, content.length]);
    }
  });
});
