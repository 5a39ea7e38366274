import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Algorithm } from '#core/ports';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { CHANGED_DURING_READ, type FileQuestion, HASHED, NOT_REGULAR, OUTSIDE, SIZE_DIFFERS, UNREADABLE } from './hash-file.ts';
import { newHasher } from './hashers.ts';
import { type Answer, type HashItem, hashFiles, type NextHashItem, openHashPool } from './pool.ts';
import { HashRing } from './ring.ts';
import { QUESTIONS } from './ring-layout.ts';

const root = scratchFolder('hash-pool');
const files = Array.from({ length: 50 }, (_, i) => {
  const path = join(root, `file ${i} \u{e9}`);
  const bytes = Buffer.from(`content ${i}`.repeat(i * 10));
  writeFileSync(path, bytes);
  return { path, size: bytes.length, sha256: hexOf(bytes, 'sha256'), blake3: hexOf(bytes, 'blake3') };
});

function hexOf(bytes: Uint8Array, algorithm: Algorithm): string {
  const hasher = newHasher(algorithm);
  hasher.update(bytes);
  return hasher.digest();
}

const questionOf = (path: string, options: Partial<FileQuestion> = {}): FileQuestion => ({
  path,
  algorithm: 'sha256',
  expectedSize: -1,
  isKnownRegular: false,
  confine: null,
  ...options,
});

function oneByOne<T>(asked: Iterable<HashItem<T>>): NextHashItem<T> {
  const iterator = asked[Symbol.iterator]();
  return () => iterator.next().value as HashItem<T> | undefined;
}

/** All answers, each with its item. They are copied because the pool reuses the answer object. */
function answersTo<T>(asked: readonly HashItem<T>[], threads: number, confine?: string): [T, Answer | null][] {
  const answers: [T, Answer | null][] = [];
  hashFiles(oneByOne(asked), { threads, ...(confine === undefined ? {} : { confine }) }, (item, answer) =>
    answers.push([item, answer && { ...answer }]),
  );
  return answers;
}

describe('hashFiles()', () => {
  test.each([1, 2, 3, 4])('answers 5,000 questions in their order with %i threads, more than the ring holds', (threads) => {
    const asked = Array.from({ length: 5000 }, (_, i): HashItem<number> => {
      const file = files[(i * 7) % 50] as (typeof files)[number];
      return {
        item: i,
        question:
          i % 11 === 0 ? null : questionOf(file.path, { algorithm: i % 2 === 0 ? 'sha256' : 'blake3', isKnownRegular: i % 3 === 0 }),
      };
    });
    const answers = answersTo(asked, threads);
    expect(answers).toHaveLength(asked.length);
    const wrong = answers.filter(([item, answer], i) => {
      const file = files[(i * 7) % 50] as (typeof files)[number];
      if (item !== i) return true;
      if (i % 11 === 0) return answer !== null;
      return answer?.status !== HASHED || answer.size !== file.size || answer.hex !== (i % 2 === 0 ? file.sha256 : file.blake3);
    });
    expect(wrong).toEqual([]);
  });

  test.each([1, 3])('answers every kind of question with %i threads', (threads) => {
    const path = files[3]?.path as string;
    mkdirSync(join(root, 'folder'), { recursive: true });
    rmSync(join(root, 'out'), { force: true });
    symlinkSync('/etc/passwd', join(root, 'out'));
    const kinds: [FileQuestion | null, number | null][] = [
      [questionOf(path), HASHED],
      [null, null],
      [questionOf(join(root, 'missing')), UNREADABLE],
      [questionOf(path, { expectedSize: 1 }), SIZE_DIFFERS],
      [questionOf(join(root, 'folder')), NOT_REGULAR],
      [questionOf('/dev/null'), NOT_REGULAR],
      [questionOf('/proc/version'), CHANGED_DURING_READ],
      [questionOf(join(root, 'out'), { confine: root }), OUTSIDE],
      [questionOf(path, { confine: root }), HASHED],
      [questionOf(`/${'x'.repeat(30_000)}`), UNREADABLE],
      [questionOf(`/${'x'.repeat(4000)}`), UNREADABLE],
    ];
    const asked = Array.from({ length: 500 }, () => kinds)
      .flat()
      .map(([question], item) => ({ item, question }));
    const answers = answersTo(asked, threads, root);
    expect(answers.map(([, answer]) => answer?.status ?? null)).toEqual(asked.map((_, i) => kinds[i % kinds.length]?.[1]));
    expect([2, 9, 10].map((i) => answers[i]?.[1]?.errno)).toEqual([-2, -36, -36]);
  });

  test('accepts paths near the limit of a batch, mixed with short ones', () => {
    const long = Array.from({ length: 300 }, (_, i) => `${root}/${'./'.repeat(i * 6)}file 3 \u{e9}`);
    const answers = answersTo(
      [...long, `${root}/${'\u{20ac}'.repeat(21_700)}`, files[3]?.path as string].map((path, item) => ({
        item,
        question: questionOf(path),
      })),
      2,
    );
    const isGood = (answer: Answer | null): boolean => answer?.hex === files[3]?.sha256;
    expect(answers.map(([, answer]) => isGood(answer))).toEqual([...long.map((path) => path.length < 4096), false, true]);
  });

  test.each([1, 4])('hashes long files among short ones with %i threads', (threads) => {
    const long = Array.from({ length: 6 }, (_, i) => {
      const bytes = Buffer.alloc((1 << 20) + i * 300_007, String(i));
      const path = join(root, `long-${i}`);
      writeFileSync(path, bytes);
      return { path, hex: createHash('sha256').update(bytes).digest('hex') };
    });
    const asked = Array.from({ length: 24 }, (_, i) => ({ item: i, question: questionOf((long[i % 6] as (typeof long)[number]).path) }));
    expect(answersTo(asked, threads).map(([, answer]) => answer?.hex)).toEqual(asked.map((_, i) => long[i % 6]?.hex));
  });

  test('reports files that are removed while others are hashed as missing', () => {
    const paths = Array.from({ length: 300 }, (_, i) => join(root, `brief-${i}`));
    for (const path of paths) writeFileSync(path, 'x');
    const answers: string[] = [];
    hashFiles(oneByOne(paths.map((path, item) => ({ item, question: questionOf(path) }))), { threads: 1 }, (item, answer) => {
      if (item === 0) for (const path of paths.slice(200)) rmSync(path);
      answers.push(`${answer?.status} ${answer?.errno}`);
    });
    expect(answers).toEqual(paths.map((_, i) => (i < 200 ? `${HASHED} 0` : `${UNREADABLE} -2`)));
  });

  test('openHashPool() may start its threads before there is work', () => {
    const pool = openHashPool({ threads: 3 });
    pool.start();
    const answers: string[] = [];
    pool.hash(oneByOne(files.map(({ path }, item) => ({ item, question: questionOf(path) }))), (_, answer) =>
      answers.push(answer?.hex ?? ''),
    );
    pool.close();
    expect(answers).toEqual(files.map(({ sha256 }) => sha256));
  });

  test('hash() of one pool can be called several times', () => {
    const pool = openHashPool({ threads: 2 });
    const sums = [3000, 1, 3000].map((count) => {
      let good = 0;
      let asked = 0;
      const next: NextHashItem<null> = () => (asked++ < count ? { item: null, question: questionOf(files[3]?.path as string) } : undefined);
      pool.hash(next, (_, answer) => {
        if (answer?.hex === files[3]?.sha256) good++;
      });
      return good;
    });
    pool.close();
    expect(sums).toEqual([3000, 1, 3000]);
  });

  test.each([1, 3])('throws the error of a question that fails in one of %i threads, and never waits for its answer', (threads) => {
    const asked = Array.from({ length: 5000 }, (_, item) => ({
      item,
      question: questionOf(item === 4000 ? 'a\0b' : (files[0]?.path as string)),
    }));
    expect(() => answersTo(asked, threads)).toThrow('without null bytes');
  });

  test.each([0, 1, 1023, 1024, 1025, 5000])('delivers %i items that need no hashing in their order', (count) => {
    const asked = Array.from({ length: count }, (_, item) => ({ item, question: null }));
    expect(answersTo(asked, 2)).toEqual(asked.map(({ item }) => [item, null]));
  });

  test('takes no more items than the ring can hold before it delivers the first answer', () => {
    let asked = 0;
    let before = -1;
    const endless = function* (): Generator<HashItem<number>, undefined, undefined> {
      for (; asked < 30_000; asked++) yield { item: asked, question: questionOf(files[0]?.path as string) };
    };
    hashFiles(oneByOne(endless()), { threads: 1 }, () => {
      if (before < 0) before = asked;
    });
    expect([asked, before <= HashRing.capacity * QUESTIONS + 1]).toEqual([30_000, true]);
  });

  test.each([
    ['deliver', 5000],
    ['asked', 5000],
  ])('lets what %s throws pass', (where, at) => {
    const items = function* (): Generator<HashItem<number>, undefined, undefined> {
      for (let i = 0; i < 20_000; i++) {
        if (where === 'asked' && i === at) throw new Error('enough');
        yield { item: i, question: questionOf(files[0]?.path as string) };
      }
    };
    const run = (): void =>
      hashFiles(oneByOne(items()), { threads: 3 }, (item) => {
        if (where === 'deliver' && item === at) throw new Error('enough');
      });
    expect(run).toThrow('enough');
  });
});
