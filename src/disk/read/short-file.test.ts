import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { readShortFile, readShortText } from './short-file.ts';

const folder = scratchFolder('short-file');
const at = (name: string): string => join(folder, name);

describe('readShortFile()', () => {
  it('reads up to 64 KiB into a buffer of its own', () => {
    writeFileSync(at('one'), 'x'.repeat(1 << 16));
    writeFileSync(at('two'), 'y');
    writeFileSync(at('empty'), '');
    const [one, two] = [readShortFile(at('one')), readShortFile(at('two'))];
    expect([one?.length, one?.[0], two?.[0]]).toEqual([1 << 16, 0x78, 0x79]);
    expect(readShortFile(at('empty'))).toHaveLength(0);
  });

  it('is null for what is longer, and throws for what cannot be read', () => {
    writeFileSync(at('longer'), 'x'.repeat((1 << 16) + 1));
    expect(readShortFile(at('longer'))).toBeNull();
    symlinkSync('one', at('linked'));
    expect(() => readShortFile(at('linked'))).toThrow('ELOOP');
    expect(() => readShortFile(at('none'))).toThrow('ENOENT');
    expect(() => readShortFile(folder)).toThrow('EISDIR');
  });
});

describe('readShortText()', () => {
  it('reads up to 64 KiB, and nothing that is longer', () => {
    writeFileSync(at('short'), 'é'.repeat(1 << 15));
    expect(readShortText(at('short'))).toBe('é'.repeat(1 << 15));
    writeFileSync(at('long'), 'x'.repeat((1 << 16) + 1));
    expect(readShortText(at('long'))).toBeNull();
  });

  it('shows bytes that are not UTF-8 as U+FFFD, and keeps a BOM', () => {
    writeFileSync(at('bytes'), Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]));
    expect(readShortText(at('bytes'))).toBe('\u{feff}a\u{fffd}');
  });

  it('is null for what is not there, links, pipes and folders', () => {
    symlinkSync('short', at('link'));
    execFileSync('mkfifo', [at('pipe')]);
    expect(['none', 'link', '.'].map((name) => readShortText(at(name)))).toEqual([null, null, null]);
    expect(readShortText(at('pipe')) ?? '').toBe('');
  });
});
