import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { PoolThreads } from './pool-threads.ts';
import { newRing } from './ring.ts';

const root = scratchFolder('pool-threads');

describe('PoolThreads', () => {
  test('has no threads before start() and none after stop()', () => {
    const threads = new PoolThreads(newRing(null), 2);
    expect(threads.isAlone).toBe(true);
    threads.start();
    expect(threads.isAlone).toBe(false);
    threads.stop();
    expect(threads.isAlone).toBe(true);
    threads.start();
    expect(threads.isAlone).toBe(true);
  });

  test('starts no thread where one thread in all was asked for', () => {
    const threads = new PoolThreads(newRing(null), 1);
    threads.start();
    expect(threads.isAlone).toBe(true);
    threads.stop();
  });

  test.runIf(process.platform === 'linux')('leaves no thread behind when deliver throws', async () => {
    const bundle = {
      bundle: true,
      platform: 'node',
      conditions: ['custody-source'],
      packages: 'external',
      logLevel: 'error',
      define: { CUSTODY_VERSION: '"0"' },
    } satisfies BuildOptions;
    await Promise.all([
      build({ ...bundle, format: 'esm', entryPoints: [join(import.meta.dirname, 'pool.ts')], outfile: join(root, 'pool.mjs') }),
      build({
        ...bundle,
        format: 'cjs',
        entryPoints: [join(import.meta.dirname, 'worker.ts')],
        outfile: join(root, 'hash-worker.cjs'),
        define: { ...bundle.define, 'import.meta.url': '"file:///"' },
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
        let asked = 0;
        hashFiles(() => ({ item: asked++, question }), { threads: 4 }, (item) => {
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
      execFileSync(process.execPath, ['main.mjs', join(root, 'main.mjs')], { cwd: root })
        .toString()
        .trim(),
    ).toBe('[true,true]');
  });
});
