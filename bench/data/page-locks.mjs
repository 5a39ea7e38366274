/** Folders that a page is given: a lock of many members without their files, and long files with their lock. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '../frame/place.mjs';
import { run } from '../frame/run.mjs';
import { makeHashedRecords } from './hashed-records.mjs';
import { makeLargeFiles } from './large-files.mjs';

export function makeLockAlone(folder, { members }) {
  mkdirSync(folder);
  const records = join(folder, 'records.jsonl');
  makeHashedRecords(records, { count: members, shuffled: false });
  run(program('lock'), [records, '--no-witness', '--no-sync', '--output', join(folder, 'many.lock.json')]);
  rmSync(records);
}

export function makeLongFiles(folder, { files, mebibytes }) {
  makeLargeFiles(join(folder, 'data'), { files, mebibytes });
  run(program('lock'), ['--scan', join(folder, 'data'), '--no-witness', '--no-sync', '--output', join(folder, 'long.lock.json')]);
}
