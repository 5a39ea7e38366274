/** Sealing where the disk is full or read-only, where inputs are no files, and where nobody listens: whole or not at all, and said. */
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canMount, shMounted, whyNoMounts } from '../own-mounts.ts';
import { isLinux, refusalIn, scratchFolder, sh } from '../program.ts';

const folder = scratchFolder();
const at = (path: string): string => join(folder, path);
const server = createServer();

beforeAll(() => {
  for (const name of ['in/sub', 'special']) fs.mkdirSync(at(name), { recursive: true });
  fs.writeFileSync(at('in/a.bin'), Buffer.alloc(100_000, 1));
  fs.writeFileSync(at('in/sub/b.bin'), Buffer.alloc(100_000, 2));
  server.listen(at('special/socket'));
  expect(sh(folder, 'mkfifo special/pipe; mknod special/device c 1 5 2> /dev/null || true').exit).toBe(0);
});
afterAll(() => void server.close());

describe.skipIf(!canMount)(`a disk that is full${whyNoMounts}`, () => {
  it.each([
    ['bytes', 'size=64k'],
    ['files', 'nr_inodes=4'],
  ])('of %s leaves no pack and no staging', (_, options) => {
    const { exit, out } = shMounted(folder, options, 'pack seal in --output disk/evidence > out.json; code=$?; ls -A disk; exit $code');
    expect([exit, out]).toEqual([2, '']);
    const { code, detail } = refusalIn(fs.readFileSync(at('out.json'), 'utf8'));
    expect([code, detail.error]).toEqual(['E_IO', 'No space left on device']);
  });

  it('leaves the parents that it had to create neither', () => {
    const { exit, out } = shMounted(folder, 'size=64k', 'pack seal in --output disk/a/b/c > out.json; code=$?; ls -A disk; exit $code');
    expect([exit, out]).toEqual([2, '']);
  });

  it('at the default folder is told likewise', () => {
    const { exit, out } = shMounted(folder, 'size=64k', 'cd disk; pack seal ../in > ../out.json; code=$?; ls -A; exit $code');
    expect([exit, out]).toEqual([2, '']);
  });
});

describe.skipIf(!canMount)(`a disk that is read-only${whyNoMounts}`, () => {
  it('refuses a pack, and can be sealed from', () => {
    const line = `cp -r in disk/in; pack seal in --output sealed > /dev/null; cp -r sealed disk/; mount -o remount,ro disk
      pack seal in --output disk/evidence > out.json; echo $?
      pack seal disk/in --output other > other.txt; echo $?
      cmp sealed/manifest.json other/manifest.json && pack verify disk/sealed > /dev/null; echo $?`;
    expect(shMounted(folder, 'size=4m', line).out).toBe('2\n0\n0\n');
    const { code, detail } = refusalIn(fs.readFileSync(at('out.json'), 'utf8'));
    expect([code, detail.error]).toEqual(['E_IO', 'Read-only file system']);
  });
});

describe.skipIf(!isLinux)('a pipe, a socket or a device', () => {
  it.each(['special/pipe', 'special/socket', '/dev/null', '/dev/zero', '/dev/stdin'])('%s is refused and not opened', (input) => {
    const { exit, out } = sh(folder, `pack seal in ${input} --output never < /dev/null`);
    expect([exit, refusalIn(out).code]).toEqual([2, 'E_IO']);
    expect(fs.existsSync(at('never'))).toBe(false);
  });

  it('in a folder is refused as well', () => {
    const { exit, out } = sh(folder, 'pack seal special in --output never');
    expect([exit, refusalIn(out).code]).toEqual([2, 'E_IO']);
    expect(fs.existsSync(at('never'))).toBe(false);
  });

  it('in the place of a member is NON_REGULAR_MEMBER, and as an extra file EXTRA_MEMBER', () => {
    const line = `pack seal in --output replaced > /dev/null; rm replaced/in/a.bin; mkfifo replaced/in/a.bin
      mkfifo replaced/pipe; mknod replaced/zero c 1 5 2> /dev/null || mkfifo replaced/zero; pack verify replaced --json`;
    const { exit, out } = sh(folder, line);
    expect([exit, JSON.parse(out).invalid]).toEqual([
      1,
      [
        { code: 'NON_REGULAR_MEMBER', path: 'in/a.bin' },
        { code: 'EXTRA_MEMBER', path: 'pipe' },
        { code: 'EXTRA_MEMBER', path: 'zero' },
      ],
    ]);
  });
});

describe.skipIf(!isLinux)('standard output', () => {
  it('that takes nothing is told of on standard error; the pack that was made stays whole', () => {
    const { exit, err } = sh(folder, 'pack seal in --output full-1 > /dev/full');
    expect([exit, err]).toEqual([
      2,
      'pack: cannot write standard output: No space left on device; the run itself ended with PACK_CREATED\n',
    ]);
    expect(sh(folder, 'pack verify full-1').exit).toBe(0);
    expect(sh(folder, 'pack seal in --output full-2 > /dev/null; pack verify full-2 > /dev/full').exit).toBe(2);
  });

  it('whose reader went away ends the run quietly', () => {
    const wide = 'mkdir -p wide; cd wide; seq 3000 | xargs touch; cd ..; pack seal wide --output w --no-sync > /dev/null; rm -r w/wide';
    expect(sh(folder, wide)).toMatchObject({ exit: 0, err: '' });
    for (const flag of ['', '--json']) {
      const { exit, err } = sh(folder, `pack verify w ${flag} | head -1 > /dev/null; exit \${PIPESTATUS[0]}`);
      expect([exit, err]).toEqual([141, '']);
    }
    const { exit, err } = sh(folder, 'pack seal in --output closed | true; exit ${PIPESTATUS[0]}');
    expect([[0, 141].includes(exit as number), err]).toEqual([true, '']);
    expect(sh(folder, 'pack verify closed').exit).toBe(0);
  });
});
