import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stageFolder } from '#disk/write/whole-folder';
import { newHasher } from '#hashing/hashers';
import { leftFolder } from '../../../tests/helpers/left-staging.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { refusalOf } from '../../../tests/helpers/to-refuse.ts';
import { typeOfCopy } from './copied-type.ts';
import { type PackSeal, sealPack } from './seal.ts';
import { commitPack } from './target.ts';
import { verifyPack } from './verify.ts';

const scratch = scratchFolder('pack-seal');
const newFolder = (): string => fs.mkdtempSync(join(scratch, 'case-'));

function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    fs.mkdirSync(join(folder, path, '..'), { recursive: true });
    fs.writeFileSync(join(folder, path), content);
  }
}

function seal(cwd: string, given: readonly string[], options: Partial<PackSeal> & { to?: string } = {}) {
  const { to, ...others } = options;
  return sealPack({
    artifacts: given.map((each) => ({ given: each, path: resolve(cwd, each) })),
    output: to === undefined ? null : { given: to, path: resolve(cwd, to) },
    cwd,
    note: null,
    created: '2026-01-15T10:30:00Z',
    toolVersion: '0.1.0',
    sync: false,
    ...others,
  });
}

const everythingIn = (folder: string): string[] => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

describe('sealPack()', () => {
  test('makes a pack that verifies and has exactly the given bytes', () => {
    const folder = newFolder();
    const long = Buffer.alloc((3 << 20) + 5, 'long');
    write(folder, { 'a.rvl.json': '{"version":"rvl.v0"}', 'd/e/long.bin': long, 'd/empty': '' });
    const sealed = seal(folder, ['d', 'a.rvl.json'], { to: 'out/pack', note: 'Nov → Dec' });
    expect(sealed).toMatchObject({ folder: 'out/pack', memberCount: 3, bytes: 20 + long.length });
    expect(everythingIn(join(folder, 'out'))).toEqual(
      ['pack', 'pack/a.rvl.json', 'pack/d', 'pack/d/e', 'pack/d/e/long.bin', 'pack/d/empty', 'pack/manifest.json'].sort(),
    );
    expect(fs.readFileSync(join(folder, 'out/pack/d/e/long.bin')).equals(long)).toBe(true);
    expect(verifyPack({ given: 'p', path: join(folder, 'out/pack'), deep: false }).outcome).toBe('OK');
  });

  test('gives the same bytes for the same inputs, whatever the order of arguments, threads, place and times', () => {
    const [one, other] = [newFolder(), newFolder()];
    for (const folder of [one, other]) write(folder, { 'a.txt': 'a', 'd/b.json': '{"version":"lock.v0"}', 'd/c/d': 'd' });
    fs.utimesSync(join(other, 'a.txt'), 1, 1);
    fs.chmodSync(join(other, 'a.txt'), 0o755);
    const [a, b] = [seal(one, ['a.txt', 'd'], { threads: 1 }), seal(other, ['d', 'a.txt'], { threads: 4, to: 'elsewhere' })];
    expect(a.packId).toBe(b.packId);
    expect(a.folder).toBe(`pack/${a.packId}`);
    const manifests = [join(one, a.folder), join(other, b.folder)].map((pack) => fs.readFileSync(join(pack, 'manifest.json'), 'utf8'));
    expect(manifests[0]).toBe(manifests[1]);
  });

  test('reports BLAKE3 and size of artifacts that are files, in one read', () => {
    const folder = newFolder();
    const long = Buffer.alloc(2 << 20, 'x');
    write(folder, { short: 'short', long, 'd/e': 'e' });
    const told: unknown[] = [];
    seal(folder, ['short', 'd', 'long'], { to: 'p', onArtifact: (...each) => void told.push(each) });
    const blake3 = (bytes: Uint8Array): string => {
      const hasher = newHasher('blake3');
      hasher.update(bytes);
      return `blake3:${hasher.digest()}`;
    };
    expect(told).toEqual([
      [2, blake3(long), 2 << 20],
      [0, blake3(Buffer.from('short')), 5],
    ]);
  });

  test('leaves nothing behind after a refusal, neither a staging folder nor parents', () => {
    const folder = newFolder();
    write(folder, { 'd/a': 'a', 'e/d/a': 'b', 'full/x': '', file: '' });
    const before = everythingIn(folder);
    const cases: [string[], string, string, string][] = [
      [['d', 'e/d'], 'new/deep/pack', 'E_DUPLICATE', 'Resolved member path collision'],
      [['d'], 'full', 'E_IO', 'Output directory already exists and is non-empty: full'],
      [['d'], 'file', 'E_IO', 'Output is not a directory: file'],
      [['d'], 'file/below', 'E_IO', 'Cannot write output: file/below: Not a directory'],
      [['d'], `new/${'x'.repeat(256)}`, 'E_IO', `Cannot write output: new/${'x'.repeat(256)}: File name too long`],
    ];
    for (const [given, to, code, message] of cases) {
      expect(() => seal(folder, given, { to })).toRefuse(code, {}, message);
      expect(everythingIn(folder)).toEqual(before);
    }
  });

  test('refuses an output without a name', () => {
    const folder = newFolder();
    write(folder, { 'd/a': 'a' });
    expect(() => seal(folder, ['d'], { output: { given: '', path: '' } })).toRefuse('E_IO');
  });

  describe('refuses a folder that is another one when its files are copied', () => {
    const swaps: Record<string, [string, (at: (path: string) => string) => void]> = {
      'a link': ['in/z', (at) => fs.symlinkSync(at('outside'), at('in/z'))],
      'a link to itself': ['in/z', (at) => fs.symlinkSync(at('gone'), at('in/z'))],
      'another folder': ['in/z', (at) => fs.cpSync(at('outside'), at('in/z'), { recursive: true })],
      'a link in the place of the artifact': ['in', (at) => fs.symlinkSync(at('others'), at('in'))],
      'another folder above a file': ['f', (at) => fs.symlinkSync(at('outside'), at('f'))],
    };
    test.each(Object.entries(swaps))('%s', (_, [moved, swap]) => {
      const folder = newFolder();
      const at = (path: string): string => join(folder, path);
      write(folder, { 'in/a': 'a', 'in/z/f': 'inside', 'f/f': 'inside', 'outside/f': 'OUTSIDE', 'others/a': 'b', 'others/z/f': 'OUTSIDE' });
      const watch = () => {
        fs.renameSync(at(moved), at('gone'));
        swap(at);
        return { advance: () => {}, done: () => {} };
      };
      const detail = { path: moved === 'f' ? 'f/f' : moved, error: 'Folder changed while it was sealed' };
      expect(() => seal(folder, ['in', 'f/f'], { to: 'out/pack', watch })).toRefuse('E_IO', detail);
      expect(fs.existsSync(at('out'))).toBe(false);
    });

    test('but not one with an earlier link above it, nor one with new files', () => {
      const folder = newFolder();
      write(folder, { 'in/z/f': 'inside', 'real/g': 'g' });
      fs.symlinkSync('real', join(folder, 'way'));
      const watch = () => {
        write(folder, { 'in/z/new': 'new', 'in/more/new': 'new' });
        return { advance: () => {}, done: () => {} };
      };
      expect(seal(folder, ['in', 'way/g'], { to: 'out', watch }).memberCount).toBe(2);
    });
  });

  test('creates nothing at the current folder, nor inside a pack', () => {
    const folder = newFolder();
    write(folder, { 'd/a': 'a' });
    seal(folder, ['d'], { to: 'outer' });
    fs.mkdirSync(join(folder, 'outer/empty'));
    fs.mkdirSync(join(folder, 'here'));
    const before = everythingIn(folder);
    for (const to of ['outer/empty', 'outer/d/new', 'outer/new/deep']) {
      expect(() => seal(folder, ['d'], { to })).toRefuse('E_IO', { pack: fs.realpathSync(join(folder, 'outer')) });
    }
    expect(() => seal(join(folder, 'outer'), ['d'])).toRefuse('E_IO', { path: 'pack' });
    const here = { given: '.', path: join(folder, 'here'), instead: (other: string) => `pack seal -o ${other}` };
    const { nextCommand } = refusalOf(() => seal(join(folder, 'here'), ['../d'], { output: here }));
    expect(nextCommand).toBe('pack seal -o ../here-1');
    expect(everythingIn(folder)).toEqual(before);
  });

  test('seals a folder that contains its own target and the remains of a killed run', () => {
    const folder = newFolder();
    write(folder, { a: 'a' });
    fs.mkdirSync(join(folder, 'pack'));
    leftFolder(join(folder, 'pack'), 'pack');
    const { folder: pack, memberCount } = seal(folder, ['.']);
    expect([memberCount, everythingIn(join(folder, 'pack')).length, fs.readdirSync(join(folder, 'pack'))]).toEqual([
      1,
      4,
      [pack.slice('pack/'.length)],
    ]);
  });
});

describe('sealPack() and names that look like a drive', () => {
  test('seals and verifies them in a folder, where they cannot lead elsewhere', () => {
    const folder = newFolder();
    write(folder, { 'zz/a:b': 'x', 'zz/c:/d': 'y', 'zz/sub/a:b': 'z' });
    const { folder: pack, memberCount } = seal(folder, ['zz'], { to: 'out' });
    expect([memberCount, verifyPack({ given: pack, path: join(folder, 'out'), deep: false }).outcome]).toEqual([3, 'OK']);
  });
});

test('verifyPack() reports no finding for an empty folder, whatever its name', () => {
  const folder = newFolder();
  write(folder, { a: 'a' });
  seal(folder, ['a'], { to: 'out' });
  const odd = Buffer.concat([Buffer.from(`${join(folder, 'out')}/`), Buffer.from([0xff, 0xfe])]);
  fs.mkdirSync(odd);
  fs.mkdirSync(Buffer.concat([odd, Buffer.from('/deeper')]));
  const verify = () => verifyPack({ given: 'out', path: join(folder, 'out'), deep: false });
  expect(verify().outcome).toBe('OK');
  fs.writeFileSync(Buffer.concat([odd, Buffer.from('/deeper/file')]), '');
  expect([...verify().findings]).toMatchObject([{ code: 'EXTRA_MEMBER' }]);
});

describe('typeOfCopy()', () => {
  const answerFor = (text: string) => {
    const hex = createHash('sha256').update(text).digest('hex');
    return { status: 0, size: text.length, hex, errno: 0, looks: 1, blake3: '' };
  };

  test.each([10, 70_000])('judges a copy of %i bytes only if it has not changed', (length) => {
    const file = join(newFolder(), 'a.json');
    const text = `{"version":"rvl.v0","x":"${'x'.repeat(length)}"}`;
    fs.writeFileSync(file, text);
    expect(typeOfCopy(file, 'a.json', answerFor(text))?.type).toEqual({ type: 'report', artifactVersion: 'rvl.v0' });
    for (const changed of [text.replace('rvl', 'xyz'), `${text} `, text.slice(1), '']) {
      fs.writeFileSync(file, changed);
      expect(typeOfCopy(file, 'a.json', answerFor(text))).toBe(null);
    }
  });
});

describe('commitPack()', () => {
  test.each(['EINVAL', 'ENOENT'])('uses pack/sha256-<hex> if names may have no colon, which the system reports as %s', (code) => {
    const folder = newFolder();
    const staged = stageFolder({ parent: join(folder, 'pack'), name: 'pack' }, { sync: false });
    const commit = (target?: string): void => {
      if (target?.includes(':')) throw Object.assign(new Error(code), { code });
      staged.commit(target);
    };
    expect(commitPack({ ...staged, commit }, { output: null, packId: 'sha256:00', cwd: folder })).toBe('pack/sha256-00');
    expect(everythingIn(folder)).toEqual(['pack', 'pack/sha256-00']);
  });
});
