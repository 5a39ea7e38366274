import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { bigStatIfThere, statIfThere } from './stat-if-there.ts';

const folder = scratchFolder('stat-if-there');
const at = (name: string): string => join(folder, name);
writeFileSync(at('file'), 'four');
symlinkSync('nowhere', at('broken'));
symlinkSync('loop', at('loop'));

describe.each([statIfThere, bigStatIfThere])('%o', (stat) => {
  it('gives what is there', () => expect(Number(stat(at('file'))?.size)).toBe(4));
  it.each(['none', 'none/below', 'broken'])('gives undefined for %s', (name) => expect(stat(at(name))).toBeUndefined());
  it.each([
    ['file/below', 'ENOTDIR'],
    ['loop', 'ELOOP'],
    ['x'.repeat(300), 'ENAMETOOLONG'],
  ])('throws what the system says of %s', (name, code) => expect(() => stat(at(name))).toThrow(expect.objectContaining({ code })));
});
