/** C9: a reader that goes away ends the run promptly and without a word, as the shell knows it: 141. */
import { once } from 'node:events';
import * as fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { some, trials } from '../helpers/trials.ts';
import { isLinux, scratchFolder, sh, start } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const folder = scratchFolder();
const CLOSED_PIPE = 141;

beforeAll(async () => {
  for (const name of ['big', 'none', 'few']) fs.mkdirSync(join(folder, name));
  fs.writeFileSync(join(folder, 'few/a'), 'a\n');
  for (let i = 0; i < 4000; i++) fs.writeFileSync(join(folder, 'big', `a-name-so-long-that-no-pipe-holds-them-all-${i}`), '');
  const { err, made } = await runInProcess(
    folder,
    `vacuum big > big.jsonl; hashbytes big.jsonl > hashed.jsonl; lock hashed.jsonl --output big.lock
    head -1 hashed.jsonl | lock --output one.lock; lock --scan few -o few.lock; pack seal few --output pk > said`,
  );
  expect([err, made.match(/^lock: created /gm)?.length]).toEqual(['', 3]);
});

describe.skipIf(!isLinux)('a reader that goes away', () => {
  const lines = [
    'lock --scan big | head -c 10',
    'lock hashed.jsonl | head -c 10',
    'lock verify big.lock --root none --json | head -c 10',
    'lock verify big.lock --root none | head -1',
    'lock diff one.lock big.lock | head -1',
    'lock diff one.lock big.lock --json | head -c 1',
    'vacuum big | head -1',
    'hashbytes big.jsonl | head -1',
    'hashbytes < big.jsonl | true',
    'vacuum big | true',
    'lock --scan big | true',
  ];

  it.each(some(lines, 2))('%s: ends quietly', (line) => {
    const { exit, err } = sh(folder, `${line} > /dev/null; exit \${PIPESTATUS[0]}`);
    expect([exit, err]).toEqual([CLOSED_PIPE, '']);
  });

  it('ends the whole pipeline with that code under pipefail', () => {
    const { exit, out, err } = sh(folder, 'set -o pipefail; vacuum big | hashbytes | lock | head -c 7');
    expect([exit, out, err]).toEqual([CLOSED_PIPE, '{"as_of', '']);
  });

  it('may be at the other end of a socket', async () => {
    const server = createServer((socket) => void socket.once('data', () => socket.resetAndDestroy())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { exit, err } = await start(folder, ['bash', '-c', `vacuum ${'big '.repeat(8)} > /dev/tcp/127.0.0.1/${port}`]).ended;
    server.close();
    expect([exit, err]).toEqual([CLOSED_PIPE, '']);
  });

  it('in the middle ends the tools before it, and what comes after judges what it got', () => {
    const { out, err } = sh(folder, 'vacuum big | head -3 | hashbytes | lock; codes=${PIPESTATUS[*]}; echo; echo $codes');
    const [lock = '', codes] = out.split('\n');
    expect([JSON.parse(lock).member_count, codes, err]).toEqual([3, '141 0 0 0', '']);
  });

  it.each([
    ['lock verify big.lock --root none | head -1', 'VERIFY_FAILED'],
    ['lock verify big.lock --root none --json | head -c 1', 'VERIFY_FAILED'],
    ['lock verify few.lock --root few | true', 'VERIFY_OK'],
    ['lock diff one.lock big.lock | head -1', 'CHANGES'],
    ['lock verify big.lock --root nowhere | true', 'REFUSAL'],
    ['vacuum nowhere | true', 'REFUSAL'],
    ['pack verify pk | true', 'OK'],
    ['pack seal few --output Z$RANDOM$RANDOM | true', 'PACK_CREATED'],
    ['pack export pk --archive x.tar | true', 'PUBLISHED'],
    ['custody chain keygen --user-space u$RANDOM$RANDOM | true', 'CHAIN_OK'],
  ])('%s: what was done is recorded as %s, every time, and the exit is 141', async (line, outcome) => {
    for (let round = 0; round < trials(1, 5); round++) {
      const { exit, err } = sh(folder, `rm -f w; EPISTEMIC_WITNESS=w ${line}; exit \${PIPESTATUS[0]}`);
      const { out } = await runInProcess(folder, 'custody witness query --json', { EPISTEMIC_WITNESS: join(folder, 'w') });
      expect([exit, err, JSON.parse(out).map((record: { outcome: string }) => record.outcome)]).toEqual([CLOSED_PIPE, '', [outcome]]);
    }
  });

  it.each(['pack verify pk | head -1', 'lock verify few.lock | head -1', 'lock diff few.lock few.lock | head -1'])(
    '%s: what fits the pipe is no loss, every time',
    (line) => {
      for (let round = 0; round < trials(1, 10); round++) expect(sh(folder, `${line} > /dev/null; exit \${PIPESTATUS[0]}`).exit).toBe(0);
    },
  );

  it('leaves no record of records and lockfiles that nobody had, and no broken ledger', async () => {
    const count = async () => JSON.parse((await runInProcess(folder, 'vacuum witness count --json')).out).count;
    const before = await count();
    sh(folder, 'vacuum big | head -1');
    expect(await count()).toBe(before);
    expect((await runInProcess(folder, 'custody witness verify')).exit).toBe(0);
  });

  it('on standard error does not stop the work', () => {
    const { exit, out } = sh(
      folder,
      'mkfifo big/pipe; { vacuum big 2>&3 | wc -l; exit ${PIPESTATUS[0]}; } 3> >(true); code=$?; rm big/pipe; exit $code',
    );
    expect([exit, out.trim()]).toEqual([0, '4001']);
  });
});
