import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { readDirectory } from './directory.ts';

const scratch = scratchFolder('directory');

test.each([
  ['names without surrogates', ['a', 'B', 'é', '\u{ff5e}', 'a-b', 'ab', 'Z']],
  ['names with surrogates', ['\u{ff5e}', '\u{1f600}', 'a', '\u{10000}']],
  ['names with a replacement character', ['\u{fffd}', 'b', '\u{1f600}', 'a']],
])('readDirectory() sorts %s by their bytes', (what, names) => {
  const folder = join(scratch, what);
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), '');
  const inBytes = names.map((name) => Buffer.from(name)).sort(Buffer.compare);
  expect(readDirectory(folder)).toEqual(inBytes.map((name) => ({ name: name.toString(), kind: 'file', rawName: null })));
});
