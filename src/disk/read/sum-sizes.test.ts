import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { sumSizes } from './sum-sizes.ts';

const folder = scratchFolder('sum-sizes');

it('sumSizes() adds up files, through links too, and counts anything without a size as zero', () => {
  writeFileSync(join(folder, 'a'), 'hello');
  symlinkSync('a', join(folder, 'link'));
  mkdirSync(join(folder, 'b'));
  expect(sumSizes(['a', 'link', 'b', 'none', 'a/none', 'a\0'].map((name) => `${folder}/${name}`))).toEqual({ files: 6, bytes: 10 });
});

it('sumSizes() gives up on an endless list', () => {
  function* forever(): Generator<string> {
    for (;;) yield folder;
  }
  expect(sumSizes(forever())).toBeNull();
});
