import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../tests/scratch-folder.ts';
import { makePrivateCopy } from './private-copy.ts';

const folder = scratchFolder('private-copy');
const bytes = Buffer.from('#!/bin/sh\necho hello\n');
const modeOf = (path: string): number => fs.statSync(path).mode & 0o7777;
const place = { name: 'tool.sh', folder, isExecutable: false };
const deadName = (serial: string): string => `custody-run.${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.4194305.${serial}`;

describe('makePrivateCopy()', () => {
  it('holds exactly the bytes, under the name, where only its owner can read them', () => {
    const copy = makePrivateCopy(bytes, place);
    expect(copy.path.endsWith('/tool.sh')).toBe(true);
    expect(fs.readFileSync(copy.path).equals(bytes)).toBe(true);
    expect([modeOf(copy.path), modeOf(dirname(copy.path))]).toEqual([0o400, 0o700]);
    copy.remove();
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('can be executed if that is asked for', () => {
    const copy = makePrivateCopy(bytes, { ...place, isExecutable: true });
    expect(modeOf(copy.path)).toBe(0o500);
    copy.remove();
  });

  it('is another one each time', () => {
    const copies = [makePrivateCopy(bytes, place), makePrivateCopy(bytes, place)];
    expect(new Set(copies.map(({ path }) => path)).size).toBe(2);
    for (const copy of copies) copy.remove();
  });

  it('takes away what was put beside it, and is gone quietly if it was taken away already', () => {
    const copy = makePrivateCopy(bytes, place);
    fs.mkdirSync(join(dirname(copy.path), 'cache'));
    fs.writeFileSync(join(dirname(copy.path), 'cache', 'x'), '');
    fs.chmodSync(dirname(copy.path), 0o500);
    copy.remove();
    expect(fs.readdirSync(folder)).toEqual([]);
    copy.remove();
  });

  it('leaves nothing behind when it cannot be written', () => {
    expect(() => makePrivateCopy(bytes, { ...place, name: 'x'.repeat(300) })).toThrow('ENAMETOOLONG');
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it.each([0o777, 0o775, 0o707])('is not made in a folder of mode %o, where others may rename it', (mode) => {
    const shared = join(folder, 'shared');
    fs.mkdirSync(shared);
    fs.chmodSync(shared, mode);
    expect(() => makePrivateCopy(bytes, { ...place, folder: shared })).toThrow('other users may rename');
    fs.chmodSync(shared, mode | 0o1000);
    makePrivateCopy(bytes, { ...place, folder: shared }).remove();
    fs.rmdirSync(shared);
  });

  it.skipIf(process.getuid?.() !== 0)('is not made in a folder of another user, who may always rename what lies in it', () => {
    const foreign = join(folder, 'foreign');
    fs.mkdirSync(foreign, { mode: 0o755 });
    fs.chownSync(foreign, 1234, 1234);
    expect(() => makePrivateCopy(bytes, { ...place, folder: foreign })).toThrow('it belongs to another user');
    expect(fs.readdirSync(foreign)).toEqual([]);
    fs.rmdirSync(foreign);
  });

  it('removes what a run of another day has left, and nothing else', () => {
    const yesterday = new Date(Date.now() - 2 * 86_400_000);
    const names = {
      stale: deadName('aaaaaa'),
      fresh: deadName('bbbbbb'),
      running: deadName('cccccc').replace('4194305', String(process.pid)),
    };
    for (const name of [...Object.values(names), 'custody-run.other']) {
      fs.mkdirSync(join(folder, name));
      fs.writeFileSync(join(folder, name, 'tool.sh'), '');
      if (name !== names.fresh) fs.utimesSync(join(folder, name), yesterday, yesterday);
    }
    makePrivateCopy(bytes, place).remove();
    expect(fs.readdirSync(folder).sort()).toEqual([names.fresh, names.running, 'custody-run.other'].sort());
    for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name), { recursive: true });
  });

  it('does not follow a link that looks like one of its own', () => {
    const precious = join(folder, 'precious');
    fs.mkdirSync(precious);
    fs.writeFileSync(join(precious, 'x'), '');
    fs.symlinkSync(precious, join(folder, deadName('dddddd')));
    fs.lutimesSync(join(folder, deadName('dddddd')), 0, 0);
    makePrivateCopy(bytes, place).remove();
    expect(fs.existsSync(join(precious, 'x'))).toBe(true);
  });
});
