import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { slowness, slowTests } from './slow-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('slowTests()', () => {
  const slow = slowTests(root);

  it('finds all tests of faults, and files that are there', () => {
    expect(slow).toEqual(expect.arrayContaining(['src/chain/ops/run.test.ts', 'tests/faults/kills.test.ts', 'tests/stores/s3.test.ts']));
    expect(slow.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('leaves the tests of the pure rooms and the scripts to the fast ones', () => {
    expect(
      slow.filter((path) => /^src\/(?:lock|pack|replay|stack|witness)\/[^/]+\.test\.ts$|^tests\/scripts\.test\.ts$/.test(path)),
    ).toEqual([]);
  });
});

describe('slowness()', () => {
  const files: Readonly<Record<string, string>> = {
    'tests/program.ts': "import { spawn } from 'node:child_process';",
    'tests/server.ts': "import {\n  createServer,\n} from 'node:http';",
    'tests/plain.ts': "import type { ChildProcess } from 'node:child_process';\nimport { readFileSync } from 'node:fs';",
    'tests/lazy.ts': "const { start } = await import('./program.ts');",
    'tests/round.ts': "import './round.ts';",
  };
  const isSlow = slowness((path) => files[path] ?? `import { x } from './${path.slice('tests/of-'.length)}';`);

  it.each([
    ['tests/program.ts', true],
    ['tests/of-program.ts', true],
    ['tests/of-of-program.ts', true],
    ['tests/of-server.ts', true],
    ['tests/of-plain.ts', false],
    ['tests/of-lazy.ts', false],
    ['tests/of-round.ts', false],
  ])('of %s is %s', (path, slow) => expect(isSlow(path)).toBe(slow));
});
