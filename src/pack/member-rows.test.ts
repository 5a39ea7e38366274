import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { type FileRows, rowHash, rowPath, rowVersion } from '#core/file-rows';
import { isRelPath } from '#core/path/rel-path';
import { emitManifest, isReserved, type PackMember } from './document.ts';
import { rowsOf } from './member-rows.ts';
import { type ReadManifest, readManifest } from './read.ts';

const HASH = `sha256:${'5a'.repeat(32)}`;
const member = (path: string, more: Partial<PackMember> = {}): PackMember => {
  return { path, bytesHash: HASH, type: 'other', artifactVersion: null, ...more };
};

function written(members: readonly PackMember[], note: string | null = null): Buffer {
  const runs: Uint8Array[] = [];
  emitManifest({ created: '2026', note, toolVersion: '0.1.0', members }, 'sha256:1', (bytes) => runs.push(bytes.slice()));
  return Buffer.concat(runs);
}

function rowsIn(members: readonly PackMember[]): FileRows | null {
  return readManifest(written(members), 'p').rows;
}

type Row = readonly [path: string, hash: string, version: string | null];

function told(rows: FileRows): readonly Row[] {
  return Array.from({ length: rows.count }, (_, row) => [rowPath(rows, row), `sha256:${rowHash(rows, row)}`, rowVersion(rows, row)]);
}

function toldOf(members: readonly PackMember[]): readonly Row[] {
  return members.map(({ path, bytesHash, artifactVersion }) => [path, bytesHash, artifactVersion]);
}

const sealed = [
  member('-a'),
  member('a b'),
  member('a-b/c.csv', { artifactVersion: 'rvl.v0', type: 'report' }),
  member('a/b'),
  member('a0'),
];

describe('readRows()', () => {
  it('tells where the members stand in a manifest as it is sealed', () => expect(told(rowsIn(sealed) as FileRows)).toEqual(toldOf(sealed)));

  it('tells the same whatever note stands behind them', () => {
    expect(told(readManifest(written(sealed, 'zwei → eins'), 'p').rows ?? rowsOf(sealed))).toEqual(toldOf(sealed));
  });

  it.each<[string, readonly PackMember[]]>([
    ['no member', []],
    ['a path that is not ASCII', [member('\u{e9}')]],
    ['a path with an escape', [member('a"b')]],
    ['a path with a control character', [member('a\u{7f}')]],
    ['paths that do not ascend', [member('b'), member('a')]],
    ['a path twice', [member('a'), member('a')]],
    ['a path that continues one', [member('a/b'), member('a')]],
    ['an absolute path', [member('/a')]],
    ['a path that leads up', [member('a/../b')]],
    ['a path that leads nowhere', [member('a/./b')]],
    ['a path with an empty segment', [member('a//b')]],
    ['a path that ends with a slash', [member('a/')]],
    ['a path that is empty', [member('')]],
    ['a drive', [member('c:a')]],
    ['the manifest itself', [member('manifest.json')]],
    ['what would be below the manifest', [member('manifest.json/a')]],
    ['a hash that is too short', [member('a', { bytesHash: HASH.slice(0, -1) })]],
    ['a hash that is too long', [member('a', { bytesHash: `${HASH}0` })]],
    ['another algorithm', [member('a', { bytesHash: HASH.replace('sha256', 'sha512') })]],
    ['a version with a very long name', [member('a', { artifactVersion: 'v'.repeat(201) })]],
  ])('has no rows for %s', (_, members) => expect(rowsIn(members)).toBeNull());

  it.each(['manifest.json2', '.a', '...', 'a..b', '..a/b', 'a/manifest.json', 'ab:c', '~', ' '])('has rows for the path %j', (path) => {
    expect(told(rowsIn([member(path)]) as FileRows)).toEqual([[path, HASH, null]]);
  });

  it('says nothing that the members do not say, however a manifest is changed', () => {
    const original = written(sealed).toString('latin1');
    const piece = fc.constantFrom(
      '"',
      '\\',
      ',',
      '{',
      '}',
      ']',
      '/',
      '.',
      ':',
      '\u{e9}',
      'a',
      '0',
      '","path":"',
      '"},{"',
      'sha256:',
      'artifact_version":"',
    );
    const change = fc.record({ at: fc.nat(original.length), cut: fc.integer({ min: 0, max: 12 }), put: piece });
    let withRows = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let text = original;
        for (const { at, cut, put } of changes) text = text.slice(0, at) + put + text.slice(at + cut);
        const manifest = readOrNull(Buffer.from(text, 'latin1'));
        if (manifest === null || manifest.rows === null) return;
        withRows++;
        expect(told(manifest.rows)).toEqual(toldOf(manifest.members));
        expect(manifest.members.every(({ path }) => isRelPath(path) && !isReserved(path))).toBe(true);
        expect(manifest.members.map(({ path }) => path)).toEqual([...new Set(manifest.members.map(({ path }) => path))].sort(compareUtf8));
      }),
      { numRuns: 3000 },
    );
    expect(withRows).toBeGreaterThan(0);
  });
});

function readOrNull(bytes: Uint8Array): ReadManifest | null {
  try {
    return readManifest(bytes, 'p');
  } catch {
    return null;
  }
}

describe('rowsOf()', () => {
  it('tells of members that were read', () => {
    const members = [...sealed, member('\u{e9}/\u{1f600}', { artifactVersion: 'canon.v0' })];
    expect(told(rowsOf(members))).toEqual(toldOf(members));
  });

  it('gives a member that names no SHA-256 a hash that no file has', () => {
    for (const bytesHash of ['', 'sha256:', HASH.toUpperCase(), `blake3:${'0'.repeat(64)}`, `sha256:${'"'.repeat(64)}`]) {
      expect(rowHash(rowsOf([member('a', { bytesHash })]), 0)).toMatch(/^-{64}$/);
    }
  });

  it('takes no document for one whose version has a very long name', () => {
    expect(told(rowsOf([member('a', { artifactVersion: 'v'.repeat(201) }), member('b', { artifactVersion: '' })]))).toEqual([
      ['a', HASH, null],
      ['b', HASH, ''],
    ]);
  });
});
