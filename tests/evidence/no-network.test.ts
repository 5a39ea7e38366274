/** `custody verify` and `custody why` open no connection unless the argument is a URL: a program whose network is denied works all the same. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { binFolder, scratch } from './offline.ts';

/** Every way to a socket throws, and so does every look at a name. */
const DENY = `
for (const name of ['net', 'tls', 'dgram', 'http', 'https', 'http2', 'dns']) {
  const room = require(name);
  for (const key of Object.keys(room)) {
    if (typeof room[key] !== 'function' || !/^(connect|createConnection|createSocket|request|get|lookup|resolve)/.test(key)) continue;
    room[key] = () => { console.error('DENIED ' + name + '.' + key); process.exit(99); };
  }
}
require('net').Socket.prototype.connect = () => { console.error('DENIED Socket.connect'); process.exit(99); };
globalThis.fetch = () => { console.error('DENIED fetch'); process.exit(99); };
`;

function started(folder: string, ...args: readonly string[]) {
  const preload = join(folder, 'deny.cjs');
  writeFileSync(preload, DENY);
  const env = { ...process.env, NODE_OPTIONS: `--require ${preload}`, HOME: folder, EPISTEMIC_WITNESS: join(folder, 'none.jsonl') };
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(binFolder, 'custody'), ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stderr, stdout };
}

it('custody verify judges every kind of evidence in a folder without a socket', async () => {
  const folder = await scratch();
  const { status, stderr, stdout } = started(folder, 'verify', '--no-witness', '--json');
  expect([stderr, status]).toEqual(['', 0]);
  const kinds = (JSON.parse(stdout) as { verdicts: { kind: string }[] }).verdicts.map(({ kind }) => kind);
  expect([...new Set(kinds)].sort()).toEqual(['ledger', 'lock', 'pack', 'pack-archive', 'pack-store', 'records', 'snapshot', 'stack-lock']);
});

it('custody why searches every kind of evidence in a folder without a socket', async () => {
  const folder = await scratch();
  const { status, stderr, stdout } = started(folder, 'why', join('lock', 'data', 'a.csv'), '--json');
  expect([stderr, status]).toEqual(['', 0]);
  const { evidence, complete } = JSON.parse(stdout) as { evidence: { places: { kind: string }[] }[]; complete: boolean };
  const kinds = evidence.flatMap(({ places }) => places.map(({ kind }) => kind));
  expect([complete, [...new Set(kinds)].sort()]).toEqual([true, ['lock', 'pack', 'pack-archive', 'pack-store', 'records']]);
});

it('the denied network is really denied: a URL of a registry ends there', async () => {
  const folder = await scratch();
  const { status, stderr } = started(folder, 'verify', 'oci://registry.invalid/evidence', '--no-witness');
  expect([status, stderr.includes('DENIED')]).toEqual([99, true]);
  const asked = started(folder, 'why', 'a.csv', '--store', 'oci://registry.invalid/evidence');
  expect([asked.status, asked.stderr.includes('DENIED')]).toEqual([99, true]);
});
