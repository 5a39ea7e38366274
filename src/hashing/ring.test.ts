import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { FileHasher, type FileQuestion, HASHED, UNREADABLE } from './hash-file.ts';
import { type Answer, FAILED, HashRing, newRing } from './ring.ts';
import { PATH_BYTES, QUESTIONS } from './ring-layout.ts';

const folder = scratchFolder('hash-ring');
const files = ['zero', 'one', 'two'].map((text) => {
  const path = join(folder, text);
  writeFileSync(path, text);
  return { path, hex: createHash('sha256').update(text).digest('hex') };
});
const hasher = new FileHasher();

function question(path: string, options: Partial<FileQuestion> = {}): FileQuestion {
  return { path, algorithm: 'sha256', expectedSize: -1, isKnownRegular: true, confine: null, ...options };
}

function publish(ring: HashRing, sequence: number, paths: readonly string[]): void {
  ring.begin(sequence);
  for (const path of paths) expect(ring.add(sequence, question(path))).toBe(true);
  ring.publish(sequence);
}

function answersOf(ring: HashRing, sequence: number, count: number): Answer[] {
  return Array.from({ length: count }, (_, index) => {
    const answer: Answer = { status: -1, size: -1, errno: -1, hex: '' };
    ring.answer(sequence, index, answer);
    return answer;
  });
}

function answerAll(...rings: readonly HashRing[]): void {
  while (rings.some((ring) => ring.answerOne(hasher)));
}

afterEach(() => void vi.restoreAllMocks());

describe('HashRing', () => {
  test('gives each question its own answer', () => {
    const ring = newRing(null);
    publish(ring, 0, [...files.map(({ path }) => path), join(folder, 'missing')]);
    expect(ring.isDone(0)).toBe(false);
    answerAll(ring);
    expect(ring.isDone(0)).toBe(true);
    expect(answersOf(ring, 0, 4)).toEqual([
      ...files.map(({ path, hex }) => ({ status: HASHED, size: path.length - folder.length - 1, errno: 0, hex, keepsSchema: false })),
      { status: UNREADABLE, size: 0, errno: -2, hex: '', keepsSchema: false },
    ]);
  });

  test('carries every part of a question', () => {
    const ring = newRing('/confining');
    ring.begin(0);
    const questions = [
      question('/a/\u{e9}\u{1f600}', { algorithm: 'blake3', expectedSize: 2 ** 53 - 1 }),
      question('/b', { isKnownRegular: false, confine: '/confining' }),
      question('/c', { version: 'rvl.v0' }),
      question('/d', { version: 'lock.v0', copy: { to: '/e', alsoBlake3: true } }),
      question('', { expectedSize: 0 }),
    ];
    for (const each of questions) ring.add(0, each);
    ring.publish(0);
    const asked: FileQuestion[] = [];
    vi.spyOn(hasher, 'ask').mockImplementation((each) => {
      asked.push(each);
      return UNREADABLE;
    });
    answerAll(ring);
    expect(asked).toEqual(questions);
  });

  test('completes a batch without questions at once', () => {
    const ring = newRing(null);
    publish(ring, 0, []);
    expect(ring.isDone(0)).toBe(true);
    expect(ring.answerOne(hasher)).toBe(false);
  });

  test('reports a full batch', () => {
    const ring = newRing(null);
    ring.begin(0);
    for (let i = 0; i < QUESTIONS; i++) expect(ring.add(0, question('x'))).toBe(true);
    expect(ring.add(0, question('x'))).toBe(false);
  });

  test('reports when the paths of a batch are too long together, and accepts each path that fits alone', () => {
    const longest = 'x'.repeat(Math.floor(PATH_BYTES / 3));
    expect([HashRing.fits({ path: longest }), HashRing.fits({ path: `${longest}x` })]).toEqual([true, false]);
    const ring = newRing(null);
    ring.begin(0);
    const taken = Array.from({ length: 8 }, () => ring.add(0, question('\u{20ac}'.repeat(longest.length))));
    expect(taken).toEqual([true, false, false, false, false, false, false, false]);
  });

  test('reuses its batches many times, with changing lengths and two alternating threads', () => {
    const ring = newRing(null);
    const other = new HashRing(ring.shared);
    let wrong = 0;
    for (let sequence = 0; sequence < 5 * HashRing.capacity; sequence++) {
      const paths = Array.from({ length: (sequence * 7) % 5 }, (_, i) => files[(sequence + i) % 3]?.path as string);
      publish(ring, sequence, paths);
      answerAll(ring, other);
      if (!ring.isDone(sequence)) wrong++;
      answersOf(ring, sequence, paths.length).forEach((answer, i) => {
        if (answer.hex !== files[(sequence + i) % 3]?.hex) wrong++;
      });
      ring.consumed(sequence);
    }
    expect(wrong).toBe(0);
  });

  test('never lets a late thread claim a question of the next round that is not published', () => {
    const ring = newRing(null);
    const late = new HashRing(ring.shared);
    publish(ring, 0, [files[0]?.path as string]);
    for (let sequence = 1; sequence < HashRing.capacity; sequence++) publish(ring, sequence, []);
    answerAll(ring);
    const again = HashRing.capacity;
    afterNextClaim(() => {
      for (let sequence = 0; sequence < HashRing.capacity; sequence++) ring.consumed(sequence);
      publish(
        ring,
        again,
        files.map(({ path }) => path),
      );
    });
    answerAll(late, ring);
    expect(ring.isDone(again)).toBe(true);
    expect(answersOf(ring, again, 3).map(({ hex }) => hex)).toEqual(files.map(({ hex }) => hex));
  });

  test('never lets a thread wait for a question whose thread failed', () => {
    const ring = newRing(null);
    publish(
      ring,
      0,
      files.map(({ path }) => path),
    );
    vi.spyOn(hasher, 'ask').mockImplementationOnce(() => {
      throw new Error('broken');
    });
    expect(() => ring.answerOne(hasher)).toThrow('broken');
    answerAll(ring);
    expect(ring.isDone(0)).toBe(true);
    expect(answersOf(ring, 0, 3).map(({ status }) => status)).toEqual([FAILED, HASHED, HASHED]);
  });

  test('knows the number of its next batch', () => {
    const ring = newRing(null);
    publish(ring, 0, []);
    publish(ring, 1, []);
    expect(ring.sequence).toBe(2);
  });

  test('serve() answers until the ring is closed', () => {
    const ring = newRing(null);
    publish(
      ring,
      0,
      Array.from({ length: 10 }, () => files[0]?.path as string),
    );
    let asked = 0;
    vi.spyOn(hasher, 'ask').mockImplementation(() => {
      if (++asked === 4) ring.close();
      return UNREADABLE;
    });
    new HashRing(ring.shared).serve(hasher);
    expect(asked).toBe(4);
    new HashRing(ring.shared).serve(hasher);
    expect(asked).toBe(5);
  });

  test('refuses memory of another layout', () => {
    expect(() => new HashRing({ ...newRing(null).shared, layout: 'other' })).toThrow('another build');
  });
});

/** Runs `act` right after the next question was claimed, before the claiming thread looks at it. */
function afterNextClaim(act: () => void): void {
  for (const step of ['add', 'sub'] as const) {
    const real = Atomics[step] as (cells: Int32Array, at: number, by: number) => number;
    vi.spyOn(Atomics, step).mockImplementation(((cells: Int32Array, at: number, by: number) => {
      const before = real(cells, at, by);
      vi.restoreAllMocks();
      act();
      return before;
    }) as typeof Atomics.add);
  }
}
