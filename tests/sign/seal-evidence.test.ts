/** Seals on every kind of evidence, made with the product's own signer and judged through the front door. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealKindOf } from '#evidence/ops/signatures';
import { sshLineOf } from '#keys/ssh-key';
import { readPolicyFile, sign, verify, verifyEnvelope } from '../../src/index.ts';
import { SAMPLES, type Sample } from '../evidence/samples.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { A, B } from './seals.ts';
import { readVector } from './vectors.ts';

const scratch = scratchFolder('seal-evidence');
const keyFile = (name: string, { secret }: typeof A): string => {
  const path = join(scratch, name);
  writeFileSync(path, secret.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  return path;
};
const [alice, bob] = [keyFile('alice.pem', A), keyFile('bob.pem', B)];
const policy = join(scratch, 'policy.yaml');
writeFileSync(
  policy,
  `version: policy.v0
signers:
  - name: alice
    key: ${sshLineOf(A.key)}
    roles: [producer]
  - name: bob
    key: ${sshLineOf(B.key)}
    roles: [reviewer]
rules:
  - kind: any
    require: 2 of [producer, reviewer]
`,
);
const created = '2026-01-15T10:30:00Z';
let count = 0;

const sound = SAMPLES.filter(({ outcome, kind }) => outcome === 'OK' && kind !== 'pack-store');
const kinds = [...new Set(sound.map(({ kind }) => kind))].map((kind) => sound.find((sample) => sample.kind === kind) as Sample);

async function laidOut(sample: Sample): Promise<{ readonly path: string; readonly settings: object }> {
  const folder = join(scratch, String(count++));
  mkdirSync(folder);
  const path = join(folder, await sample.make(folder));
  const root = sample.root === undefined ? {} : { root: join(folder, sample.root) };
  return { path, settings: { ...root, jobs: 1, env: { HOME: folder, ...sample.env?.(folder) } } };
}

describe.each(kinds)('$kind', (sample) => {
  it('is signed by two, judged by a policy, and keeps its id and bytes', async () => {
    const { path, settings } = await laidOut(sample);
    const before = await verify(path, settings);
    const one = await sign(path, { key: alice, role: 'producer', created });
    expect((await verify(path, { ...settings, policy })).verdicts[0]).toMatchObject({
      outcome: 'FAILED',
      signed: { policy: { state: 'not_met' } },
    });
    await sign(path, { key: bob, created });
    const after = await verify(path, { ...settings, policy });
    const [was, is] = [before.verdicts[0], after.verdicts[0]];
    expect([is?.outcome, is?.id, is?.digest]).toEqual(['OK', was?.id, was?.digest]);
    expect(is?.signed?.signatures.map(({ state, signer }) => [state, signer?.name])).toEqual([
      ['trusted', 'alice'],
      ['trusted', 'bob'],
    ]);
    expect(is?.signed?.policy).toMatchObject({ state: 'met', rules: [{ counted: ['alice', 'bob'] }] });
    expect(one.kind).toBe(sealKindOf(sample.kind, path));
    const unknown = await verify(path, settings);
    expect([unknown.outcome, unknown.verdicts[0]?.signed?.signatures.map(({ state }) => state)]).toEqual([
      before.outcome,
      ['unknown_signer', 'unknown_signer'],
    ]);
    expect(before.verdicts[0]?.signed).toBeUndefined();
  });
});

it('sign() makes a seal of a pack that holds for its folder and its archive, with the image manifest as second subject', async () => {
  const sample = SAMPLES.find(({ kind, outcome }) => kind === 'pack' && outcome === 'OK') as Sample;
  const { path } = await laidOut(sample);
  await sign(path, { key: alice, created });
  const line = readFileSync(`${path}.seals.jsonl`, 'utf8');
  const { payload } = JSON.parse(line) as { payload: string };
  const { subject } = JSON.parse(Buffer.from(payload, 'base64').toString()) as { subject: { name: string }[] };
  expect(subject.map(({ name }) => name)).toEqual(['manifest.json', 'image manifest']);
  const { exportPack } = await import('../../src/index.ts');
  exportPack(path, `${path}.tar`);
  cpSync(`${path}.seals.jsonl`, `${path}.tar.seals.jsonl`);
  const { outcome, verdicts } = await verify(`${path}.tar`);
  expect([outcome, verdicts[0]?.signed?.signatures.map(({ state }) => state)]).toEqual(['OK', ['unknown_signer']]);
});

it('sign() refuses what is broken itself, what lies in a pack, and a folder', async () => {
  const tampered = SAMPLES.find(({ kind, title }) => kind === 'lock' && /edited|tampered/.test(title)) as Sample;
  const { path } = await laidOut(tampered);
  await expect(sign(path, { key: alice })).toRefuse('E_NOT_SIGNABLE', undefined, /was edited after it was made/);
  const { path: pack } = await laidOut(SAMPLES.find(({ kind, outcome }) => kind === 'pack' && outcome === 'OK') as Sample);
  const names = readdirSync(pack, { recursive: true, encoding: 'utf8' });
  const member = names.find((name) => name !== 'manifest.json' && statSync(join(pack, name)).isFile()) as string;
  await expect(sign(join(pack, member), { key: alice })).toRefuse('E_NOT_SIGNABLE', undefined, /extra file in the pack/);
  expect(existsSync(`${join(pack, member)}.seals.jsonl`)).toBe(false);
});

it('sign() keeps a file of any kind, and a policy is a kind of its own', async () => {
  const file = join(scratch, 'any.bin');
  writeFileSync(file, Buffer.of(0, 1, 2));
  expect(await sign(file, { key: alice, created })).toMatchObject({ kind: 'file', id: null });
  expect(await sign(policy, { key: alice, created })).toMatchObject({ kind: 'policy' });
  expect((await verify(file)).outcome).toBe('PARTIAL');
  expect(readPolicyFile(policy).rules).toEqual([{ kind: 'any', require: '2 of [producer, reviewer]' }]);
  expect(() => readPolicyFile(policy, { digest: `sha256:${'0'.repeat(64)}` })).toRefuse('E_POLICY_DIGEST');
});

it('verifyEnvelope() counts keys and not signatures', () => {
  const envelope = Buffer.from(readVector('dsse/two-signers.dsse.json'));
  const [a, b] = [readVector('dsse/a.pub.pem'), readVector('dsse/b.pub.pem')];
  const payloadTypes = ['application/vnd.in-toto+json'];
  expect(verifyEnvelope(envelope, { keys: [a, b], threshold: 2, payloadTypes })).toMatchObject({ isGood: true, signers: [0, 1] });
  expect(verifyEnvelope(envelope, { keys: [a, a], threshold: 2, payloadTypes })).toMatchObject({
    isGood: false,
    signers: [0],
    payload: null,
  });
  expect(verifyEnvelope(envelope, { keys: [a], payloadTypes: ['text/plain'] }).isGood).toBe(false);
});
