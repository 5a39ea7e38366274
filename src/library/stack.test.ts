import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { run } from '#cli/run';
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { fakeContext } from '../../tests/helpers/fake-context.ts';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { AT, alice, CORRIDOR } from '../../tests/stack/signed-corridor.ts';
import { ARCHIVE_PLACE, CORRIDOR_FOLDER, LOCK, signedZone } from '../../tests/stack/signed-zone.ts';
import { ZONE } from '../../tests/stack/small-zone.ts';
import { diffStackLocks, explainStack, lockStack, verifyStack } from './stack.ts';
import { getArtifact, putArtifact, putPinnedArtifacts, verifyArtifacts } from './stack-artifact.ts';
import { credentialPayloadHash, generateCredentialKey, signCredential, verifyCredential } from './stack-credential.ts';

const scratch = scratchFolder('library-stack');
const root = join(scratch, 'tree');
const lock = join(root, LOCK);
const store = join(scratch, 'store');

beforeEach(async () => {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  signedZone(root);
  await lockStack(join(root, ZONE), { created: AT, sync: false });
});

/** The output of the command line. */
async function printed(line: string): Promise<string> {
  const context = fakeContext(`custody stack ${line} --json --no-witness`, { cwd: scratch, env: { HOME: scratch } });
  await run(context);
  return context.out();
}

const bytesOf = (document: object): string => `${formatPretty(document as JsonObject)}\n`;

it('lockStack() writes the lock, keeps it unchanged, and checks it', async () => {
  const zone = join(root, ZONE);
  const bytes = readFileSync(lock);
  expect(await lockStack(zone)).toMatchObject({ change: 'unchanged', lock: { generated_at: AT } });
  expect((await lockStack(zone, { check: true })).change).toBe('unchanged');
  expect(readFileSync(lock)).toEqual(bytes);
  writeFileSync(join(root, 'zones/one/overlays/aml.patch'), 'other');
  expect((await lockStack(zone, { check: true })).change).toBe('differs');
  expect(readFileSync(lock)).toEqual(bytes);
  await expect(lockStack(zone, { created: 'yesterday' })).rejects.toThrow(RangeError);
});

it('lockStack() reports warnings', async () => {
  rmSync(join(root, ARCHIVE_PLACE));
  const warnings: string[] = [];
  await lockStack(join(root, ZONE), { onWarning: (warning) => warnings.push(warning) });
  expect(warnings).toEqual([expect.stringContaining('not available')]);
});

it('verifyStack() gives the document of the command line', async () => {
  expect(bytesOf(await verifyStack(lock, { root }))).toBe(await printed(`verify ${lock} --root ${root}`));
  const at = '2025-06-01T00:00:00Z';
  const asked = await verifyStack(lock, { root, at, requireActive: true });
  expect(asked.outcome).toBe('STACK_DRIFT');
  expect(bytesOf(asked)).toBe(await printed(`verify ${lock} --root ${root} --at ${at} --require-active`));
  expect(await verifyStack(lock, { root, at: new Date(at), requireActive: true })).toEqual(asked);
});

it('verifyStack() judges requireActive at the current time, unless another one is given', async () => {
  const before = Math.floor(Date.now() / 1000) * 1000;
  const { required_active: required, at } = await verifyStack(lock, { root, requireActive: true });
  expect(Date.parse(required?.time ?? '')).toBeGreaterThanOrEqual(before);
  expect(at).toBeNull();
  const then = await verifyStack(lock, { root, corridors: required?.corridors ?? [], at: 'lock' });
  expect(then.required_active).toEqual({ time: then.generated_at, corridors: required?.corridors });
  expect((await verifyStack(lock, { root, at: 'now' })).at?.time).toMatch(/^20/);
  await expect(verifyStack(lock, { root, corridors: ['org.example.other'] })).toRefuse('E_NOT_FOUND');
});

it('verifyStack() reads from stores instead of the tree', async () => {
  await putPinnedArtifacts(lock, { stores: [store], root, sync: false });
  rmSync(join(root, 'modules'), { recursive: true });
  const report = await verifyStack(lock, { stores: [store] });
  expect(report).toMatchObject({ outcome: 'STACK_OK', evidence: { root: null, stores: [store] } });
  await expect(verifyStack(lock, { stores: [store], root })).rejects.toThrow(RangeError);
  await expect(verifyStack(lock, { stores: [] })).rejects.toThrow(RangeError);
});

it('verifyStack() throws the refusals of the command', async () => {
  await expect(verifyStack(join(scratch, 'none.lock'))).toRefuse('E_IO');
  await expect(verifyStack(join(root, ZONE))).toRefuse('E_BAD_LOCK');
  await expect(verifyStack('')).toRefuse('E_IO');
  await expect(verifyStack(lock, { at: 'soon' })).rejects.toThrow(RangeError);
});

it('explainStack() gives the document of the command line', async () => {
  const report = await explainStack(lock, { root, corridor: CORRIDOR });
  expect(bytesOf(report)).toBe(await printed(`explain ${lock} --root ${root} --corridor ${CORRIDOR}`));
  expect(report.corridors[0]?.parties.map(({ id }) => id)).toContain(alice.did);
  await expect(explainStack(lock, { root, corridor: 'none' })).toRefuse('E_NOT_FOUND');
});

it('diffStackLocks() gives the document of the command line, for paths and for bytes', async () => {
  const other = join(scratch, 'other.lock');
  writeFileSync(other, readFileSync(lock, 'utf8').replace('"corridor_activated":true', '"corridor_activated":false'));
  const report = diffStackLocks(lock, other);
  expect(report).toMatchObject({ outcome: 'CHANGES', severity: 'critical' });
  expect(bytesOf(report)).toBe(await printed(`diff ${lock} ${other}`));
  expect(diffStackLocks(readFileSync(lock), readFileSync(other)).changes).toEqual(report.changes);
  expect(() => diffStackLocks(lock, Buffer.from('{'))).toRefuse('E_BAD_LOCK');
});

it('signCredential() and verifyCredential() sign, verify and digest a credential', () => {
  const file = join(root, CORRIDOR_FOLDER, 'corridor.vc.json');
  const key = join(scratch, 'authority.key');
  const payload = credentialPayloadHash(file);
  expect(verifyCredential(file, { at: AT }).outcome).toBe('STACK_OK');
  const did = generateCredentialKey(key, { sync: false });
  expect(signCredential(file, key, { created: AT, sync: false })).toEqual({ did, payloadSha256: payload });
  const report = verifyCredential(file, { at: AT });
  expect(report.proofs.map(({ signer, valid }) => [signer === did, valid])).toEqual([
    [false, true],
    [true, true],
  ]);
  expect(credentialPayloadHash(file)).toBe(payload);
  expect(verifyCredential(file, { at: '2025-01-01T00:00:00Z' }).outcome).toBe('STACK_DRIFT');
});

it('putArtifact() and getArtifact() store, fetch and verify by type and digest', async () => {
  const settings = { stores: [join(scratch, 'artifacts')], sync: false };
  const { digest, change } = await putArtifact(lock, 'blob', settings);
  expect(change).toBe('stored');
  expect(Buffer.from(await getArtifact('blob', digest, settings))).toEqual(readFileSync(lock));
  expect(await verifyArtifacts(null, settings)).toMatchObject({ findings: [], verified: [{ digest }] });
  await expect(getArtifact('blob', '0'.repeat(64), settings)).toRefuse('E_NOT_FOUND');
  await expect(getArtifact('law/pack', digest, settings)).rejects.toThrow(RangeError);
  await expect(getArtifact('blob', 'abc', settings)).rejects.toThrow(RangeError);
});
