import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { type BundleFiles, makeBundle } from '../../../tests/replay/bundle.ts';
import { loadBundle } from './load.ts';

const folder = scratchFolder('replay-load');
const path = join(folder, 'b');
const load = (files: BundleFiles, change: () => void = () => undefined, given = 'b') => {
  makeBundle(path, files);
  change();
  const { trace, files: read, problems, folders } = loadBundle({ given, path });
  return { trace, files: read.map(({ file }) => file), problems: problems.map(({ kind, message }) => `${kind}: ${message}`), folders };
};
const SNAPSHOT = { 'snapshot.json': '{}' };

it('loadBundle() shows paths as they were given', () => {
  expect(load({ ...SNAPSHOT, 'claims/a.json': '1' }, undefined, '.').trace).toEqual(['snapshot.json', 'claims/a.json']);
  expect(load({ ...SNAPSHOT, 'claims/a.json': '1' }, undefined, '/').trace).toEqual(['/snapshot.json', '/claims/a.json']);
});

it('loadBundle() reports the folders that are not part of the bundle', () => {
  const { folders, files } = load({ ...SNAPSHOT, 'claims/sub/a.json': '1', 'claims/x.json/y': '', 'other/o.json': '1' });
  expect([folders, files]).toEqual([['claims/sub', 'claims/x.json', 'other'], ['snapshot.json']]);
});

it('loadBundle() follows links within the bundle, and no others', () => {
  const links = (): void => {
    symlinkSync('../note.txt', join(path, 'claims/in.json'));
    symlinkSync('../../b2/out.json', join(path, 'claims/out.json'));
    symlinkSync('claims', join(path, 'units'));
    symlinkSync('..', join(path, 'meaning'));
    symlinkSync('none', join(path, 'versions'));
    symlinkSync('note.txt', join(path, 'uncertainty'));
  };
  makeBundle(join(folder, 'b2'), { 'out.json': '1' });
  const { files, problems, trace } = load({ ...SNAPSHOT, 'note.txt': '1', 'claims/a.json': '1' }, links);
  expect(files).toEqual(['snapshot.json', 'units/a.json', 'units/in.json', 'claims/a.json', 'claims/in.json']);
  expect(problems).toEqual([
    'invalid: read file b/units/out.json: a link that leads out of the bundle',
    'missing: read dir b/versions: No such file or directory',
    'invalid: read file b/claims/out.json: a link that leads out of the bundle',
    'invalid: read dir b/meaning: a link that leads out of the bundle',
  ]);
  expect(trace).toContain('b/claims/out.json');
});

it('loadBundle() goes on after what cannot be read', () => {
  const { files, problems } = load({ 'claims/a.json': '1', 'units/u.json': '2' }, () => mkdirSync(join(path, 'snapshot.json')));
  expect([files, problems]).toEqual([['units/u.json', 'claims/a.json'], ['invalid: read snapshot.json: Is a directory']]);
});

it('loadBundle() reads files longer than a short read', () => {
  makeBundle(path, { 'snapshot.json': `{"a":"${'x'.repeat(70_000)}"}` });
  expect(loadBundle({ given: 'b', path }).files[0]?.bytes.length).toBe(70_008);
});

it('loadBundle() names a file whose name is no text', () => {
  const { problems } = load(SNAPSHOT, () => {
    mkdirSync(join(path, 'claims'));
    writeFileSync(Buffer.concat([Buffer.from(`${path}/claims/`), Buffer.from([0xff]), Buffer.from('.json')]), '1');
  });
  expect(problems).toEqual(['invalid: read dir b/claims: the name of a file is not UTF-8: \u{fffd}.json']);
});

it('loadBundle() misses a folder that is not there', () => {
  const { problems } = loadBundle({ given: 'none', path: join(folder, 'none') });
  expect(problems).toEqual([{ file: 'snapshot.json', kind: 'missing', message: 'read dir none: No such file or directory' }]);
});
