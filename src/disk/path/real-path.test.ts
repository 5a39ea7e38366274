import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { isInside } from './real-path.ts';

const scratch = scratchFolder('lies-in');
const at = (path: string): string => join(scratch, path);
mkdirSync(at('pack/sub'), { recursive: true });
mkdirSync(at('packed'));
writeFileSync(at('pack/sub/file'), '');
symlinkSync('pack/sub', at('way'));
symlinkSync('pack/sub/file', at('name'));

test.each(['pack', 'pack/sub/file', 'pack/none/yet', 'packed/../pack/x', 'way/new', 'name'])('isInside() sees %s in the folder', (path) =>
  expect([isInside(at('pack'), at(path)), isInside(at('way/..'), at(path))]).toEqual([true, true]),
);

test.each(['.', 'packed', 'packed/x', 'none'])('isInside() sees %s outside of the folder', (path) =>
  expect(isInside(at('pack'), at(path))).toBe(false),
);

test('isInside() contains only itself for a file, and nothing for an empty path', () => {
  expect(isInside(at('pack/sub/file'), at('name'))).toBe(true);
  expect([isInside('', process.cwd()), isInside(process.cwd(), '')]).toEqual([false, false]);
});
