/** Creates the staging of a killed run, for tests: no process holds its lock. Returns the name of the entry. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Starts another process that holds the lock of a file until it is killed. */
export async function holder(path: string): Promise<{ kill(): Promise<void> }> {
  const script = `const { tryLock } = require('fs-native-extensions'); const { openSync } = require('fs');
    tryLock(openSync(process.argv[1], 'r+')); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
