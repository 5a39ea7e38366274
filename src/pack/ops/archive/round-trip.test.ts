/** `pack export` and `pack import` as functions: cases that scripts cannot observe, or that need a change between two steps. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tarWriter } from '#codecs/tar/write';
import { zstdSource } from '#codecs/zstd/zstd';
import type { Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { chunkedSource } from '../../../../tests/fuzz/helpers/chunks.ts';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { type DraftEntry, pax, tarOf } from '../../../../tests/helpers/tar-archive.ts';
import { trials } from '../../../../tests/helpers/trials.ts';
import { emitManifest, type Manifest, packIdOf } from '../../document.ts';
import { exportPack } from '../export.ts';
import { importPack } from '../import.ts';
import { archiveMember } from './member.ts';

const folder = scratchFolder('pack-archive');
const at = (path: string): string => join(folder, path);
const target = (given: string): { given: string; path: string } => ({ given, path: at(given) });
const sha256 = (bytes: string): Digest => {
  const hasher = newHasher('sha256');
  hasher.update(Buffer.from(bytes));
  return `sha256:${hasher.digest()}`;
};
const hasZstd = spawnSync('zstd', ['--version']).status === 0;

function manifestOf(members: Readonly<Record<string, string>>): string {
  const manifest: Manifest = {
    created: '2026-01-15T10:30:00Z',
    note: null,
    toolVersion: '0.1.0',
    members: Object.entries(members).map(([path, text]) => ({ path, bytesHash: sha256(text), type: 'other', artifactVersion: null })),
  };
  const parts: Uint8Array[] = [];
  emitManifest(manifest, packIdOf(manifest, newHasher), (bytes) => parts.push(bytes));
  return Buffer.concat(parts).toString();
}

function makePack(name: string, members: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries({ ...members, 'manifest.json': manifestOf(members) })) {
    fs.mkdirSync(join(at(name), path, '..'), { recursive: true });
    fs.writeFileSync(join(at(name), path), text);
  }
}

const importing = (given: string, output: string) =>
  importPack({ ...target(given), output: target(output), cwd: folder, sync: false, threads: 1 });

const members = { 'a.csv': 'a', 'd/b.csv': 'b'.repeat(300_000), 'd/c.csv': '' };
makePack('evidence', members);
const exported = exportPack({ ...target('evidence'), archive: target('e.tar'), sync: false });
exportPack({ ...target('evidence'), archive: target('e.tar.zst'), sync: false });

describe('exportPack()', () => {
  test('returns the counts of what it wrote', () => expect(exported).toMatchObject({ memberCount: 3, bytes: 300_001 }));

  test('writes the same archive compressed and not', () => {
    const source = zstdSource(chunkedSource(fs.readFileSync(at('e.tar.zst')), () => 5000));
    const plain = Buffer.alloc(fs.statSync(at('e.tar')).size + 1);
    let length = 0;
    for (let count = source.read(plain); count > 0; count = source.read(plain.subarray(length))) length += count;
    expect(plain.subarray(0, length).equals(fs.readFileSync(at('e.tar')))).toBe(true);
  });

  test('writes the canonical manifest, whatever its spelling', () => {
    makePack('spelled', members);
    const pretty = JSON.stringify(JSON.parse(manifestOf(members)), null, 2);
    fs.writeFileSync(at('spelled/manifest.json'), pretty);
    exportPack({ ...target('spelled'), archive: target('s.tar'), sync: false });
    importing('s.tar', 'spelled-back');
    expect(fs.readFileSync(at('spelled-back/manifest.json'), 'utf8')).toBe(manifestOf(members));
  });
});

describe('archiveMember()', () => {
  const member = (path: string, text: string) => ({ path, bytesHash: sha256(text), type: 'other', artifactVersion: null });
  const pack = target('evidence');

  test('refuses a member that changed after it was verified', () => {
    const tar = tarWriter({ write: () => {} });
    expect(() => archiveMember(pack, member('a.csv', 'A'), tar)).toRefuse(
      'E_IO',
      { path: 'evidence/a.csv', error: 'File changed while it was read' },
      'Cannot read pack data: a.csv: File changed while it was read',
    );
  });

  test.each(['grows', 'shrinks'])('refuses a member that %s while it is read', (how) => {
    makePack(how, { 'a.csv': 'x'.repeat(3 << 20) });
    let isDone = false;
    const tar = tarWriter({
      write() {
        if (isDone) return;
        isDone = true;
        if (how === 'grows') fs.appendFileSync(at('grows/a.csv'), 'y');
        else fs.truncateSync(at('shrinks/a.csv'), 1 << 20);
      },
    });
    const act = () => archiveMember(target(how), member('a.csv', 'x'.repeat(3 << 20)), tar);
    expect(act).toRefuse('E_IO', { error: 'File changed while it was read' });
  });

  test('neither follows a link nor waits for a pipe at the path of a member', () => {
    fs.mkdirSync(at('odd'));
    fs.symlinkSync(at('evidence/a.csv'), at('odd/link'));
    spawnSync('mkfifo', [at('odd/pipe')]);
    const tar = tarWriter({ write: () => {} });
    for (const name of ['link', 'pipe', 'none']) {
      expect(() => archiveMember(target('odd'), member(name, 'a'), tar)).toRefuse('E_IO');
    }
  });
});

describe('importPack()', () => {
  const archive = (name: string, entries: readonly DraftEntry[]): void => fs.writeFileSync(at(name), tarOf(entries));
  const manifest: DraftEntry = { name: 'manifest.json', body: manifestOf({ a: 'a', 'd/b': 'b' }) };
  const [a, b]: DraftEntry[] = [
    { name: 'a', body: 'a' },
    { name: 'd/b', body: 'b' },
  ] as const;

  test('restores what was exported, from either format', () => {
    for (const name of ['e.tar', 'e.tar.zst']) {
      expect(importing(name, `back-${name}`)).toEqual({ ...exported, folder: `back-${name}` });
      expect(spawnSync('diff', ['-r', at('evidence'), at(`back-${name}`)]).status).toBe(0);
    }
  });

  test.skipIf(!hasZstd)('reads every level of the zstd program, and several frames', () => {
    for (const [name, line] of Object.entries({ strong: '-19 --check', fast: '-1 --no-check', long: '--long=27' })) {
      spawnSync('sh', ['-c', `zstd -q -c ${line} e.tar > ${name}.tar.zst`], { cwd: folder });
      expect(importing(`${name}.tar.zst`, name).packId).toBe(exported.packId);
    }
    spawnSync('sh', ['-c', '(head -c 700 e.tar | zstd -q -c; tail -c +701 e.tar | zstd -q -c) > two.tar.zst'], { cwd: folder });
    expect(importing('two.tar.zst', 'two').packId).toBe(exported.packId);
  });

  test('stops at the first entry that the manifest does not list, and leaves nothing behind', () => {
    archive('extra.tar', [manifest, a, { name: 'x', body: 'x' }, { name: 'way', type: '2' }]);
    expect(() => importing('extra.tar', 'extra')).toRefuse('E_BAD_PACK', { entry: 'x' });
    expect(fs.existsSync(at('extra'))).toBe(false);
    expect(fs.readdirSync(folder).filter((name) => name.includes('staging'))).toEqual([]);
  });

  test('never uses a pack_id as a path', () => {
    const odd = manifestOf({ a: 'a' }).replace(/"pack_id":"[^"]*"/, '"pack_id":"../../evidence"');
    archive('id.tar', [{ name: 'manifest.json', body: odd }, a]);
    const act = () => importPack({ ...target('id.tar'), output: null, cwd: folder, sync: false });
    expect(act).toRefuse('E_BAD_PACK', { invalid: [{ code: 'PACK_ID_MISMATCH' }] });
    expect(fs.existsSync(at('pack'))).toBe(false);
  });

  test('refuses manifests with paths outside of the pack, even if the archive has no such entry', () => {
    for (const path of ['../x', '/etc/hostname', 'manifest.json']) {
      archive('outside.tar', [{ name: 'manifest.json', body: manifestOf({ [path]: 'x' }) }]);
      expect(() => importing('outside.tar', 'outside')).toRefuse('E_BAD_PACK');
      expect(fs.existsSync(at('outside'))).toBe(false);
    }
  });

  test('reads the real size of a member despite a misleading extended header', () => {
    archive('size.tar', [manifest, pax({ size: '600' }), { ...a, body: 'a'.repeat(600), size: 1 }, b]);
    expect(() => importing('size.tar', 'size')).toRefuse('E_BAD_PACK', { invalid: [{ code: 'HASH_MISMATCH', path: 'a' }] });
  });

  test('never accepts an archive with a single changed bit as another pack', () => {
    archive('whole.tar', [manifest, a, b]);
    const whole = fs.readFileSync(at('whole.tar'));
    importing('whole.tar', 'whole');
    for (let bit = 5; bit < whole.length * 8; bit += trials(241, 61)) {
      const changed = Buffer.from(whole);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      fs.writeFileSync(at('bit.tar'), changed);
      fs.rmSync(at('bit'), { recursive: true, force: true });
      try {
        importing('bit.tar', 'bit');
        expect(spawnSync('diff', ['-r', at('whole'), at('bit')]).status, `bit ${bit}`).toBe(0);
      } catch (error) {
        expect(error, `bit ${bit}`).toBeInstanceOf(Refusal);
        expect(fs.existsSync(at('bit'))).toBe(false);
      }
    }
  });
});
