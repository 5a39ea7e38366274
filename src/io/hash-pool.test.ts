import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import type { Algorithm } from '#core/ports';
import { scratchFolder } from '../../tests/scratch-folder.ts';
import { CHANGED_DURING_READ, type FileQuestion, HASHED, NOT_REGULAR, OUTSIDE, SIZE_DIFFERS, UNREADABLE } from './hash-file.ts';
import { type Answer, type Asked, hashFiles } from './hash-pool.ts';
import { newHasher } from './hashers.ts';

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

/** All answers, each beside its item; the pool reuses the object it hands over. */
function answersTo<T>(asked: readonly Asked<T>[], threads: number, confine?: string): [T, Answer | null][] {
  const answers: [T, Answer | null][] = [];
  hashFiles(asked.values(), { threads, ...(confine === undefined ? {} : { confine }) }, (item, answer) =>
    answers.push([item, answer && { ...answer }]),
  );
  return answers;
}

describe('hashFiles()', () => {
  test.each([1, 2, 3, 4])('answers 20,000 questions in their order with %i threads, more than the ring holds', (threads) => {
    const asked = Array.from({ length: 20_000 }, (_, i): Asked<number> => {
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

  test('takes paths near the limit of a batch, in any mix with short ones', () => {
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

  test.each([1, 4])('hashes long files beside short ones with %i threads', (threads) => {
    const long = Array.from({ length: 6 }, (_, i) => {
      const bytes = Buffer.alloc((2 << 20) + i * 1_000_003, String(i));
      const path = join(root, `long-${i}`);
      writeFileSync(path, bytes);
      return { path, hex: createHash('sha256').update(bytes).digest('hex') };
    });
    const asked = Array.from({ length: 24 }, (_, i) => ({ item: i, question: questionOf((long[i % 6] as (typeof long)[number]).path) }));
    expect(answersTo(asked, threads).map(([, answer]) => answer?.hex)).toEqual(asked.map((_, i) => long[i % 6]?.hex));
  });

  test('says of files that vanish while others are hashed that they are gone', () => {
    const paths = Array.from({ length: 300 }, (_, i) => join(root, `brief-${i}`));
    for (const path of paths) writeFileSync(path, 'x');
    const answers: string[] = [];
    hashFiles(paths.map((path, item) => ({ item, question: questionOf(path) })).values(), { threads: 1 }, (item, answer) => {
      if (item === 0) for (const path of paths.slice(200)) rmSync(path);
      answers.push(`${answer?.status} ${answer?.errno}`);
    });
    expect(answers).toEqual(paths.map((_, i) => (i < 200 ? `${HASHED} 0` : `${UNREADABLE} -2`)));
  });

  test.each([0, 1, 1023, 1024, 1025, 5000])('keeps the place of %i items that need no hashing', (count) => {
    const asked = Array.from({ length: count }, (_, item) => ({ item, question: null }));
    expect(answersTo(asked, 2)).toEqual(asked.map(({ item }) => [item, null]));
  });

  test('asks for no more than the ring can take before the first answer is handed over', () => {
    let asked = 0;
    let before = -1;
    const endless = function* (): Generator<Asked<number>, undefined, undefined> {
      for (; asked < 30_000; asked++) yield { item: asked, question: questionOf(files[0]?.path as string) };
    };
    hashFiles(endless(), { threads: 1 }, () => {
      if (before < 0) before = asked;
    });
    expect([asked, before <= 64 * 128 + 1]).toEqual([30_000, true]);
  });

  test.each([
    ['deliver', 5000],
    ['asked', 5000],
  ])('lets what %s throws pass', (where, at) => {
    const items = function* (): Generator<Asked<number>, undefined, undefined> {
      for (let i = 0; i < 20_000; i++) {
        if (where === 'asked' && i === at) throw new Error('enough');
        yield { item: i, question: questionOf(files[0]?.path as string) };
      }
    };
    const run = (): void =>
      hashFiles(items(), { threads: 3 }, (item) => {
        if (where === 'deliver' && item === at) throw new Error('enough');
      });
    expect(run).toThrow('enough');
  });

  test.runIf(process.platform === 'linux')('leaves no thread behind when deliver throws', async () => {
    const bundle = {
      bundle: true,
      platform: 'node',
      conditions: ['custody-source'],
      packages: 'external',
      logLevel: 'error',
    } satisfies BuildOptions;
    await Promise.all([
      build({ ...bundle, format: 'esm', entryPoints: [join(import.meta.dirname, 'hash-pool.ts')], outfile: join(root, 'pool.mjs') }),
      build({
        ...bundle,
        format: 'cjs',
        entryPoints: [join(import.meta.dirname, 'hash-worker.ts')],
        outfile: join(root, 'hash-worker.cjs'),
        define: { 'import.meta.url': '"file:///"' },
      }),
    ]);
    const script = `
      import { readdirSync } from 'node:fs';
      import { hashFiles } from './pool.mjs';
      const threads = () => readdirSync('/proc/self/task').length;
      const question = { path: process.argv[2], algorithm: 'sha256', expectedSize: -1, isKnownRegular: false, confine: null };
      const before = threads();
      let during = 0;
      try {
        hashFiles(Array.from({ length: 20000 }, (_, item) => ({ item, question })).values(), { threads: 4 }, (item) => {
          if (item !== 15000) return;
          during = threads();
          throw new Error('enough');
        });
      } catch {}
      const end = Date.now() + 20000;
      while (threads() > before && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
      console.log(JSON.stringify([during > before, threads() <= before]));
    `;
    writeFileSync(join(root, 'main.mjs'), script);
    expect(
      execFileSync(process.execPath, ['main.mjs', files[0]?.path as string], { cwd: root })
        .toString()
        .trim(),
    ).toBe('[true,true]');
  });
});
