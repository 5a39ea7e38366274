import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { rowsOf } from '../../member-rows.ts';
import { exactListing } from './listing.ts';

const scratch = scratchFolder('exact-listing');
let serial = 0;

function folderOf(paths: readonly string[]): string {
  const folder = join(scratch, `${serial++}`);
  mkdirSync(folder);
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  return folder;
}

function listed(folder: string, paths: readonly string[]): { readonly seen: number; readonly isExact: boolean } {
  const rows = rowsOf(paths.map((path) => ({ path, bytesHash: '', type: '', artifactVersion: null })));
  const listing = exactListing(folder, rows, ['manifest.json']);
  let at = 0;
  for (let range = listing.next(); range !== undefined; range = listing.next()) {
    expect(range.from).toBe(at);
    expect(range.to).toBeGreaterThan(at);
    at = range.to;
  }
  expect([listing.next(), listing.seen()]).toEqual([undefined, at]);
  return { seen: at, isExact: listing.isExact() };
}

const paths = [
  'a',
  'a-b',
  'b/c',
  'b/d/e',
  'b/d/f',
  'b/g',
  'b0',
  'd/manifest.json',
  'e/e/e/e',
  'z \u{e9}/\u{1f600}',
  'z \u{e9}/\u{ffff}',
].sort(compareUtf8);
const exact = { seen: paths.length, isExact: true };

describe('exactListing()', () => {
  it('tells of every file, in folders of any depth and under any name that is text', () => {
    expect(listed(folderOf(paths), paths)).toEqual(exact);
    expect(listed(folderOf([...paths, 'manifest.json']), paths)).toEqual(exact);
  });

  it('tells that a folder is empty where nothing is wanted', () => {
    expect(listed(folderOf([]), [])).toEqual({ seen: 0, isExact: true });
    expect(listed(folderOf(['manifest.json']), [])).toEqual({ seen: 0, isExact: true });
    expect(listed(folderOf(['x']), [])).toEqual({ seen: 0, isExact: false });
  });

  it.each(['0', 'a/x', 'a.', 'b/a', 'b/d/z', 'b/d/x/y', 'c', 'd/a', 'e/e/e/f', 'zz', 'z \u{e9}/a'])('finds %j more', (path) => {
    const wanted = path === 'a/x' ? paths.filter((each) => each !== 'a') : paths;
    expect(listed(folderOf([...wanted, path]), wanted).isExact).toBe(false);
  });

  it('finds an empty folder more', () => {
    for (const path of ['0', 'b/0', 'b/d/z', 'zz']) {
      const folder = folderOf(paths);
      mkdirSync(join(folder, path));
      expect(listed(folder, paths).isExact).toBe(false);
    }
  });

  it.each(paths)('tells of what stands before %j, which is not there, or is no file', (path) => {
    const changes: readonly ((place: string) => void)[] = [
      () => {},
      (place) => mkdirSync(place),
      (place) => symlinkSync(join(scratch, '0', 'a'), place),
    ];
    for (const change of changes) {
      const folder = folderOf(paths);
      rmSync(join(folder, path));
      change(join(folder, path));
      const { seen, isExact } = listed(folder, paths);
      expect(isExact).toBe(false);
      expect(seen).toBeLessThanOrEqual(paths.indexOf(path));
    }
  });

  it('enters no link, though what is wanted lies behind it', () => {
    const [folder, other] = [folderOf(['a/b']), folderOf([])];
    symlinkSync(join(folder, 'a'), join(other, 'a'));
    expect(listed(other, ['a/b'])).toEqual({ seen: 0, isExact: false });
  });

  it('takes no file for one of the same name in another folder', () => {
    expect(listed(folderOf(['a/x', 'b/y']), ['a/y', 'b/x'])).toEqual({ seen: 0, isExact: false });
    expect(listed(folderOf(['a/x']), ['a/x', 'b/x'])).toEqual({ seen: 1, isExact: false });
    expect(listed(folderOf(['a/x', 'b/x']), ['b/x'])).toEqual({ seen: 1, isExact: false });
    expect(listed(folderOf(['aa/x', 'x']), ['ab/x', 'x'])).toEqual({ seen: 0, isExact: false });
  });

  it('takes no name for another that looks the same', () => {
    expect(listed(folderOf(['e\u{301}']), ['\u{e9}'])).toEqual({ seen: 0, isExact: false });
    expect(listed(folderOf(['\u{e9}a']), ['\u{e9}b'])).toEqual({ seen: 0, isExact: false });
    expect(listed(folderOf(['\u{e9}']), ['\u{e9}\u{e9}'])).toEqual({ seen: 0, isExact: false });
  });

  it('leaves names that are not text, and folders that are not there, to others', () => {
    const folder = folderOf(['a']);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x62, 0xff])]), '');
    expect(listed(folder, ['a', 'b\u{fffd}'])).toEqual({ seen: 0, isExact: false });
    expect(listed(folderOf(['b\u{fffd}']), ['b\u{fffd}'])).toEqual({ seen: 0, isExact: false });
    expect(listed(join(scratch, 'missing'), ['a'])).toEqual({ seen: 0, isExact: false });
  });
});
