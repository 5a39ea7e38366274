/** What a run that was killed has left, for tests: nobody holds its lock. Gives the name of the entry. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

let serial = 0;

export function leftFile(folder: string, name: string): string {
  const entry = nameOf(name);
  writeFileSync(join(folder, entry), 'half');
  return entry;
}

export function leftFolder(folder: string, name: string): string {
  const entry = nameOf(name);
  mkdirSync(join(folder, entry, 'content', 'deep'), { recursive: true });
  writeFileSync(join(folder, entry, 'content', 'deep', 'half'), 'half');
  writeFileSync(join(folder, entry, 'lock'), '');
  return entry;
}

function nameOf(name: string): string {
  return `.${name}.${(serial++).toString(16).padStart(16, '0')}.custody-staging`;
}
