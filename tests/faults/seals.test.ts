/** Seals that many add at once, or that somebody is killed over: none is lost, and the file is always whole. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trials } from '../helpers/trials.ts';
import { A } from '../sign/seals.ts';
import { isLinux, pause, scratchFolder, start } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const folder = scratchFolder();
fs.writeFileSync(join(folder, 'a.txt'), 'hello\n');
fs.writeFileSync(join(folder, 'key.pem'), A.secret.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
const sign = (note: string): [string, ...string[]] => ['custody', 'sign', 'a.txt', '--key', 'key.pem', '--note', note];

it.skipIf(!isLinux)('no seal is lost when many sign at once, and one that is killed leaves nothing behind', async () => {
  const count = trials(6, 64);
  const killed = start(folder, sign('killed'));
  const runs = Array.from({ length: count }, (_, index) => start(folder, sign(`by ${index}`)));
  await pause(200);
  killed.kill('SIGKILL');
  const ended = await Promise.all(runs.map((run) => run.ended));
  await killed.ended;
  expect(ended.map(({ exit }) => exit)).toEqual(Array.from({ length: count }, () => 0));
  const { out } = await runInProcess(folder, 'custody verify a.txt --json');
  const { signatures } = JSON.parse(out) as { signatures: { state: string }[] };
  expect(signatures.length).toBeGreaterThanOrEqual(count);
  expect(new Set(signatures.map(({ state }) => state))).toEqual(new Set(['unknown_signer']));
  expect((await runInProcess(folder, sign('last').join(' '))).exit).toBe(0);
  expect(fs.readdirSync(folder).filter((name) => /staging|custody-lock/.test(name))).toEqual([]);
});
