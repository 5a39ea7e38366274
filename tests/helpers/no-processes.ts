/** The fast tests (`npm run test:fast`) start no process and no server: an attempt fails here, and such a test belongs to the slow ones. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { Server } from 'node:net';

function refuse(what: string): never {
  throw new Error(`a fast test starts ${what}: see tests/house/slow-tests.ts`);
}

const { spawnSync } = childProcess;
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn'] as const)
  Object.assign(childProcess, { [name]: (program: unknown) => refuse(String(program)) });
/** The program itself calls `sync` to write folders to the disk; that is not a program under test. */
Object.assign(childProcess, {
  spawnSync: (program: string, ...rest: never[]) => (program === 'sync' ? spawnSync(program, ...rest) : refuse(program)),
});
syncBuiltinESMExports();
Server.prototype.listen = () => refuse('a server');
