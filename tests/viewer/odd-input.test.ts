/** Damaged and odd input: the page says what the command line says, down to the message of a refusal. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { makeCertificate, toPem } from '../helpers/made-certificate.ts';
import { makeTimestamp, TIME_STAMPING } from '../helpers/made-timestamp.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { trials } from '../helpers/trials.ts';
import { A } from '../sign/seals.ts';
import { bothJudge } from './both-judge.ts';

const folder = scratchFolder('odd');
const NOW = '2026-11-18T08:00:00Z';
const POLICY = `version: policy.v0
signers:
  - {name: alice, key: "${A.key.fingerprint}", roles: [producer]}
rules:
  - kind: lock
    require: "1 of [producer]"
timestamp_authorities:
  - root: tsa.pem
`;

beforeAll(async () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/a.csv'), 'id\n1\n');
  writeFileSync(join(folder, 'alice.pem'), A.secret.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await runInProcess(folder, 'lock --scan data --created 2026-01-15T10:30:00Z -o d.lock.json --no-witness');
  await runInProcess(folder, 'custody sign d.lock.json --key alice.pem --role producer --no-witness');
  await runInProcess(folder, 'custody sign d.lock.json --key alice.pem --format ssh --no-witness');
  const root = makeCertificate({ name: 'root', authority: {} });
  const signer = makeCertificate({ name: 'TSA', issuer: root, purposes: [TIME_STAMPING] });
  writeFileSync(join(folder, 'd.lock.json.tsr'), makeTimestamp(readFileSync(join(folder, 'd.lock.json')), { signer }));
  writeFileSync(join(folder, 'tsa.pem'), toPem(root));
  writeFileSync(join(folder, 'p.yaml'), POLICY);
});

async function agree(): Promise<string> {
  const both = await bothJudge(folder, ['d.lock.json', '--policy', 'p.yaml'], { clock: NOW });
  expect(both?.page).toBe(both?.commandLine);
  return both?.page ?? '';
}

describe.each(['d.lock.json', 'd.lock.json.seals.jsonl', 'd.lock.json.sig', 'd.lock.json.tsr', 'p.yaml', 'tsa.pem'])('%s', (name) => {
  it('with one bit changed', async () => {
    const path = join(folder, name);
    const whole = readFileSync(path);
    expect(await agree()).toContain('"outcome":"OK"');
    try {
      const step = Math.ceil((whole.length * 8) / trials(3, 60));
      for (let bit = step >> 1; bit < whole.length * 8; bit += step) {
        const damaged = Buffer.from(whole);
        damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
        writeFileSync(path, damaged);
        await agree();
      }
      for (const odd of [whole.subarray(0, whole.length >> 1), Buffer.alloc(0), Buffer.concat([whole, whole])]) {
        writeFileSync(path, odd);
        await agree();
      }
    } finally {
      writeFileSync(path, whole);
    }
  });
});

it.each([
  ['a comment and a block scalar', POLICY.replace('"1 of [producer]"', '>-\n      1 of\n      [producer]  # no comment')],
  ['an anchor', POLICY.replace('[producer]}', '&r [producer]}')],
  ['an alias', `${POLICY}x: *r\n`],
  ['a merge key', POLICY.replace('kind: lock', '<<: {kind: lock}')],
  ['a tag', POLICY.replace('kind: lock', 'kind: !!str lock')],
  ['a tag of YAML 1.1', POLICY.replace('[producer]}', '!!set {producer}}')],
  ['an unknown tag', POLICY.replace('kind: lock', 'kind: !mine lock')],
  ['YAML 1.1', `%YAML 1.1\n---\n${POLICY}`],
  ['YAML 1.2', `%YAML 1.2\n---\n${POLICY}...\n`],
  ['two documents', `${POLICY}---\na: 1\n`],
  ['a duplicate key', `${POLICY}version: policy.v0\n`],
  ['a tab', POLICY.replace('  - kind', '\t- kind')],
  ['quotes that do not end', POLICY.replace('"1 of [producer]"', '"1 of')],
  ['a flow that does not end', POLICY.replace('[producer]}', '[producer}')],
  ['words of YAML 1.1', POLICY.replace('kind: lock', 'kind: yes')],
  ['octal, sexagesimal and other numbers', `${POLICY}n: [0o17, 017, 1:30, .inf, -.NaN, 1e400, 9007199254740993, 0x1F]\n`],
  ['a date', `${POLICY}d: 2026-01-01\n`],
  ['bytes', `${POLICY}b: !!binary aGVsbG8=\n`],
  ['a complex key', `${POLICY}? [a, b]\n: c\n`],
  ['deep nesting', `${POLICY}x: ${'['.repeat(3000)}${']'.repeat(3000)}\n`],
  ['a control character', `${POLICY}x: "\u0001"\n`],
  ['a byte order mark', `\uFEFF${POLICY}`],
  ['escapes', POLICY.replace('name: alice', 'name: "\\x61lic\\u0065"')],
  ['CR LF', POLICY.replaceAll('\n', '\r\n')],
  ['JSON', '{"version":"policy.v0","signers":[],"rules":[]}'],
  ['nothing', ''],
])('a policy with %s', async (_, text) => {
  writeFileSync(join(folder, 'p.yaml'), text);
  try {
    await agree();
  } finally {
    writeFileSync(join(folder, 'p.yaml'), POLICY);
  }
});
