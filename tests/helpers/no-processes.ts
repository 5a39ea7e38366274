/** The fast tests (`npm run test:fast`) start no process and no server: an attempt fails here, and such a test belongs to the slow ones. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { Server } from 'node:net';

function refuse(what: string): never {
  throw new Error(`a fast test starts ${what}: see tests/house/slow-tests.ts`);
}

const { fork, spawnSync } = childProcess;
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'spawn'] as const)
  Object.assign(childProcess, { [name]: (program: unknown) => refuse(String(program)) });
/** The program itself calls `sync` to write folders to the disk, and parses large formats in a process: those are not programs under test. */
Object.assign(childProcess, {
  fork: (file: string, ...rest: never[]) => (file.endsWith('/supervised-process.cjs') ? fork(file, ...rest) : refuse(file)),
  spawnSync: (program: string, ...rest: never[]) => (program === 'sync' ? spawnSync(program, ...rest) : refuse(program)),
});
syncBuiltinESMExports();
Server.prototype.listen = () => refuse('a server');
