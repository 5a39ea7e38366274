import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holder, leftFile, leftFolder } from '../../../tests/helpers/left-staging.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { openStagedFile, openStagedFolder, removeStale } from './staging-names.ts';
import { stageFile } from './whole-file.ts';
import { stageFolder } from './whole-folder.ts';

const scratch = scratchFolder('staging');
const newFolder = (): string => mkdtempSync(join(scratch, 'case-'));

it('removeStale() removes staging without a lock holder, of any target, and nothing else', () => {
  const folder = newFolder();
  const kept = [
    '.a.json.host1.4711.0.custody-staging',
    '.a.json.custody-staging',
    '.a.json.0123456789abcdef.staging',
    'a.json.0123456789abcdef.custody-staging',
    '.a.json.0123456789abcdef.unlocked.custody-staging',
    'a.json',
  ];
  for (const name of kept) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, '.b.0123456789abcdef.unlocked.custody-staging'));
  leftFile(folder, 'a.json');
  leftFile(folder, 'b@1.0.0.lock.json');
  leftFolder(folder, 'december');
  removeStale(folder);
  expect(readdirSync(folder).sort()).toEqual([...kept, '.b.0123456789abcdef.unlocked.custody-staging'].sort());
});

it('removeStale() leaves the staging of this process', () => {
  const folder = newFolder();
  const [file, tree] = [stageFile(join(folder, 'a'), { sync: false }), stageFolder(join(folder, 'b'), { sync: false })];
  removeStale(folder);
  expect(readdirSync(folder)).toHaveLength(2);
  writeFileSync(join(tree.path, 'x'), '');
  file.commit();
  tree.commit();
  expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
});

it('removeStale() leaves the staging of another process until that is killed', async () => {
  const folder = newFolder();
  const [file, tree] = [leftFile(folder, 'a'), leftFolder(folder, 'b')];
  const holders = [await holder(join(folder, file)), await holder(join(folder, tree, 'lock'))];
  removeStale(folder);
  expect(existsSync(join(folder, tree, 'content/deep/half'))).toBe(true);
  expect(readdirSync(folder).sort()).toEqual([file, tree].sort());
  for (const each of holders) await each.kill();
  removeStale(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it('removeStale() continues a removal that another run did not finish', () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.a.0123456789abcdef.custody-staging'));
  renameSync(join(folder, leftFolder(folder, 'b'), 'content'), join(folder, 'elsewhere'));
  removeStale(folder);
  expect(readdirSync(folder)).toEqual(['elsewhere']);
});

it('removeStale() leaves a folder with content but without a lock, which custody did not make', () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.a.0123456789abcdef.custody-staging/content'), { recursive: true });
  removeStale(folder);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('removeStale() follows no link', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'kept'));
  writeFileSync(join(folder, 'kept/a'), '');
  symlinkSync('../../../kept', join(folder, leftFolder(folder, 'pack'), 'content/deep/link'));
  symlinkSync('kept/a', join(folder, '.x.0123456789abcdef.custody-staging'));
  symlinkSync('kept', join(folder, '.y.0123456789abcdef.custody-staging'));
  removeStale(folder);
  expect(readdirSync(folder).sort()).toEqual(['.x.0123456789abcdef.custody-staging', '.y.0123456789abcdef.custody-staging', 'kept']);
  expect(readdirSync(join(folder, 'kept'))).toEqual(['a']);
});

it('removeStale() accepts a missing folder', () => expect(() => removeStale(join(scratch, 'nowhere'))).not.toThrow());

it('openStagedFile() and openStagedFolder() never use a name twice, and leave nothing when they are closed', () => {
  const folder = newFolder();
  const staged = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? openStagedFile(folder, 'a', 0o600) : openStagedFolder(folder, 'a')));
  expect(new Set(staged.map(({ path }) => path)).size).toBe(50);
  for (const each of [...staged, ...staged]) each.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('openStagedFile() and openStagedFolder() throw where the folder does not exist', () => {
  for (const open of [() => openStagedFile(join(scratch, 'nowhere'), 'a', 0o600), () => openStagedFolder(join(scratch, 'nowhere'), 'a')])
    expect(open).toThrow('ENOENT');
});

it('stageFile() for one of many writes the same, in pieces too, and does not look for stale files', () => {
  const folder = newFolder();
  const stale = leftFile(folder, 'a');
  const staged = stageFile(join(folder, 'a'), { sync: false, isOneOfMany: true });
  for (const piece of ['one ', '', 'two']) staged.write(new TextEncoder().encode(piece));
  staged.commit();
  expect(readdirSync(folder).sort()).toEqual([stale, 'a']);
});
