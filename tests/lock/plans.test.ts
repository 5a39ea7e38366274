/** Any tree in any ranges: the parts of a plan give the lock of one machine, and no other plan is merged with it. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { newHasher } from '#hashing/hashers';
import { createPlan } from '#lock/plan/create';
import { formatPlan, parsePlan, planOf } from '#lock/plan/document';
import { runTool, type ToolResult } from '../helpers/run-tool.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';

const work = scratchFolder('plans');
const run = (...argv: readonly string[]): Promise<ToolResult> =>
  runTool('lock', [...argv, '--no-witness'], { cwd: work, env: { HOME: work, SOURCE_DATE_EPOCH: '1768473000' } });

const path = fc.stringMatching(/^(?:[a-c]-?\/){0,2}[a-d"é]{1,2}$/);
/** Links to folders of the tree, to one outside of it, to nothing, and upwards. */
const link = fc.record({
  at: fc.stringMatching(/^(?:[a-c]\/)?l[0-9]$/),
  target: fc.constantFrom('a', 'b', '../outside', 'nowhere', '.', '../outside/in'),
});

function plant(paths: readonly string[], links: readonly { readonly at: string; readonly target: string }[]): void {
  for (const name of ['data', 'outside']) rmSync(join(work, name), { recursive: true, force: true });
  const made = new Set<string>();
  const make = (at: string, write: (file: string) => void): void => {
    try {
      mkdirSync(dirname(join(work, at)), { recursive: true });
      write(join(work, at));
      made.add(at);
    } catch {
      // A file is where a folder should be, or the other way round: then the tree has the first.
    }
  };
  for (const at of ['data/always', 'outside/in/x', 'outside/y', ...paths.map((each) => `data/${each}`)])
    make(at, (file) => writeFileSync(file, at));
  for (const { at, target } of links) make(`data/${at}`, (file) => symlinkSync(join(work, 'data', target), file));
}

describe('lock --scan --shard --plan', () => {
  it('and lock merge give the lock of the whole tree, for any bounds', LONG_TIMEOUT, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { maxLength: 14 }),
        fc.array(link, { maxLength: 4 }),
        fc.array(path, { maxLength: 3 }),
        async (paths, links, some) => {
          plant(paths, links);
          const bounds = some.toSorted(compareUtf8);
          const expected = Array.from({ length: bounds.length + 1 }, () => ({ bytes: 0, members: 0 }));
          writeFileSync(join(work, 'plan.json'), formatPlan(planOf({ bounds, expected }, newHasher)));
          const parts = expected.map((_, index) => `part-${index}`);
          for (const [index, part] of parts.entries()) {
            const shard = `${index}/${parts.length}`;
            expect(await run('--scan', 'data', '--shard', shard, '--plan', 'plan.json', '--output', part, '--force')).toMatchObject({
              exit: 0,
            });
          }
          const single = await run('--scan', 'data');
          const merged = await run('merge', ...parts);
          expect([merged.exit, Buffer.from(merged.stdout).toString()]).toEqual([single.exit, Buffer.from(single.stdout).toString()]);
        },
      ),
      runs(60),
    );
  });

  it('opens no folder that has nothing of its range', async () => {
    plant(['a/x', 'b/y', 'c/z'], []);
    const expected = Array.from({ length: 3 }, () => ({ bytes: 0, members: 0 }));
    writeFileSync(join(work, 'plan.json'), formatPlan(planOf({ bounds: ['a/zz', 'b/zz'], expected }, newHasher)));
    expect((await run('--scan', 'data', '--shard', '1/3', '--plan', 'plan.json', '--output', 'middle', '--force')).exit).toBe(0);
    expect(readFileSync(join(work, 'middle'), 'utf8').match(/"path":"[^"]*"/g)).toEqual(['"path":"always"', '"path":"b/y"']);
  });
});

describe('createPlan()', () => {
  const planOfSizes = (sizes: readonly number[], parts: number): ReturnType<typeof createPlan> =>
    createPlan({ count: sizes.length, path: (i) => `f${String(i).padStart(4, '0')}`, size: (i) => sizes[i] as number }, parts, newHasher);

  it('gives each part about the same bytes, and counts every file once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 200 }), fc.integer({ min: 1, max: 9 }), (sizes, parts) => {
        const { bounds, expected } = planOfSizes(sizes, parts);
        const weights = expected.map(({ bytes, members }) => Number(bytes) + members * 16_384);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        expect([bounds.length, expected.length]).toEqual([parts - 1, parts]);
        expect(expected.reduce((sum, { members }) => sum + members, 0)).toBe(sizes.length);
        expect(Math.max(...weights)).toBeLessThanOrEqual(total / parts + Math.max(...sizes) + 16_384);
      }),
      runs(200),
    );
  });

  it('leaves ranges empty where one file is longer than several of them', () => {
    const { bounds, expected } = planOfSizes([1, 1e9, 1], 4);
    expect(bounds).toEqual(['f0001', 'f0001', 'f0001']);
    expect(expected.map(({ members }) => members)).toEqual([2, 0, 0, 1]);
  });
});

describe('parsePlan()', () => {
  const plan = createPlan({ count: 3, path: (i) => `f${i}`, size: () => 10 }, 2, newHasher);
  const text = formatPlan(plan);
  const parse = (given: string): unknown => parsePlan('plan.json', Buffer.from(given), newHasher);

  it('reads what was written, also with a line end', () => expect([parse(text), parse(`${text}\n`)]).toEqual([plan, plan]));

  it('refuses a plan in which any byte was changed', LONG_TIMEOUT, () => {
    for (let at = 0; at < text.length; at++) {
      const changed = Buffer.from(text);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => parsePlan('plan.json', changed, newHasher)).toRefuse('E_BAD_PLAN', { path: 'plan.json' });
    }
  });

  const sealed = (bounds: readonly string[], parts = bounds.length + 1): string =>
    formatPlan(planOf({ bounds, expected: Array.from({ length: parts }, () => ({ bytes: 0, members: 0 })) }, newHasher));
  it.each([
    ['overlapping ranges', sealed(['b', 'a'])],
    ['one bound too many', sealed(['a', 'b'], 2)],
    ['nothing', ''],
    ['a lock', '{"lock_hash":"","members":[],"version":"lock.v0"}'],
    ['half of it', text.slice(0, 60)],
  ])('refuses %s', (_, given) => expect(() => parse(given)).toRefuse('E_BAD_PLAN'));
});
