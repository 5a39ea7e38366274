/** The example zone: what is committed verifies and is active, holds no private key, and can be signed anew by anybody. */
import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { diffStackLocks, lockStack, verifyStack } from '../../src/index.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { compile } from '../schemas/published-schema.ts';

const example = fileURLToPath(new URL('../../examples/stack', import.meta.url));
const script = join(example, 'sign.mjs');
const scratch = scratchFolder('stack-example');
const LOCK = 'zones/harbour/stack.lock';
const ZONE = 'zones/harbour/zone.yaml';

const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function rawKeyOf(did: string): Buffer {
  const digits = did.slice('did:key:z'.length);
  const number = Array.from(digits).reduce((sum, digit) => sum * 58n + BigInt(ALPHABET.indexOf(digit)), 0n);
  const bytes = Buffer.from(number.toString(16), 'hex');
  expect([bytes.length, bytes[0], bytes[1]]).toEqual([34, 0xed, 0x01]);
  return bytes.subarray(2);
}

/** JCS of texts and small integers. */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${sortedText(inner)}`).join(',')}}`;
}

function copyTo(name: string): string {
  const folder = join(scratch, name);
  cpSync(example, folder, { recursive: true });
  return folder;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());

describe('examples/stack', () => {
  test('verifies as it is committed, every corridor active, and fits its schema', async () => {
    const { outcome, corridors, counts } = await verifyStack(join(example, LOCK), { requireActive: true, at: 'lock' });
    expect([outcome, corridors.length, counts.drifted]).toEqual(['STACK_OK', 2, 0]);
    const validate = compile('stack.lock.schema.json');
    expect([validate(JSON.parse(readFileSync(join(example, LOCK), 'utf8'))), validate.errors]).toEqual([true, null]);
  });

  test('is found to lack each of its files that it pins, once that is gone', async () => {
    const folder = copyTo('lacking');
    const unpinned = ['sign.mjs', 'signers.json', 'modules/kyc/limits.csv', LOCK];
    const found = new Map<string, readonly string[]>();
    for (const file of filesIn(folder)) {
      if (file === LOCK) continue;
      renameSync(join(folder, file), join(scratch, 'away'));
      const report = await verifyStack(join(folder, LOCK)).catch((refusal: { code: string }) => refusal.code);
      renameSync(join(scratch, 'away'), join(folder, file));
      found.set(file, typeof report === 'string' ? [report] : report.findings.map(({ kind }) => kind));
      if (typeof report !== 'string') expect(report.verified.filter((claim) => claim.file === file)).toEqual([]);
    }
    const quiet = [...found].filter(([, kinds]) => kinds.length === 0).map(([file]) => file);
    expect(quiet.sort()).toEqual(unpinned.filter((file) => file !== LOCK).sort());
    expect(found.get('lawpacks/ex-civil.lawpack.zip')).toEqual(['MISSING']);
    expect([found.get(ZONE), found.get('profiles/payments/profile.yaml')]).toEqual([['E_MISSING_INPUT'], ['E_MISSING_INPUT']]);
    expect((await verifyStack(join(folder, LOCK))).outcome).toBe('STACK_OK');
  });

  test('is locked to the bytes that are committed', async () => {
    const folder = copyTo('again');
    const { change } = await lockStack(join(folder, ZONE), { created: '2026-01-15T10:30:00Z', sync: false });
    expect(change).toBe('unchanged');
    const { change: written } = await lockStack(join(folder, ZONE), {
      created: '2026-01-15T10:30:00Z',
      out: join(folder, 'new.lock'),
      sync: false,
    });
    expect([written, readFileSync(join(folder, 'new.lock')).equals(readFileSync(join(example, LOCK)))]).toEqual(['created', true]);
  });

  test('carries proofs that hold by other means than ours', () => {
    const names = filesIn(example).filter((name) => name.endsWith('.vc.json'));
    const checked = names.flatMap((name) => {
      const { proof, ...document } = JSON.parse(readFileSync(join(example, name), 'utf8'));
      return [proof].flat().map(({ verificationMethod, jws }: Record<string, string>) => {
        const [did = ''] = (verificationMethod as string).split('#');
        const key = createPublicKey({ key: Buffer.concat([SPKI, rawKeyOf(did)]), format: 'der', type: 'spki' });
        return verify(null, Buffer.from(sortedText(document)), key, Buffer.from(jws as string, 'base64url'));
      });
    });
    expect(checked).toEqual([true, true, true, true, true, true]);
  });

  test('holds no private key', () => {
    const names = filesIn(example).filter((name) => !name.startsWith('keys/'));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => /\.(?:key|pem|jwk)$/.test(name))).toEqual([]);
    const isKey = (text: string): boolean => /PRIVATE KEY-----|"d"\s*:/.test(text);
    expect(names.filter((name) => isKey(readFileSync(join(example, name), 'latin1')))).toEqual([]);
  });

  test('is signed anew with keys of its own: active, by other signers, to other digests', async () => {
    const [folder, keys] = [copyTo('signed'), join(scratch, 'keys')];
    const printed = execFileSync(process.execPath, [script, keys, folder], { encoding: 'utf8', env: { ...process.env, HOME: scratch } });
    expect(printed.split('\n').slice(1)).toEqual(['  active org.example.corridor.customs', '  active org.example.corridor.release', '']);
    expect((await verifyStack(join(folder, LOCK), { requireActive: true, at: 'lock' })).outcome).toBe('STACK_OK');
    const { changes } = diffStackLocks(join(example, LOCK), join(folder, LOCK));
    expect(new Set(changes.map(({ section }) => section))).toEqual(new Set(['corridors']));

    const signers = Object.keys(JSON.parse(readFileSync(join(folder, 'signers.json'), 'utf8')));
    expect(readdirSync(keys).sort()).toEqual(signers.map((name) => `${name}.key`).sort());
    for (const name of readdirSync(keys)) expect(statSync(join(keys, name)).mode & 0o077).toBe(0);
    expect(existsSync(join(folder, 'keys'))).toBe(false);
    const secrets = readdirSync(keys).map((name) => readFileSync(join(keys, name), 'utf8').split('\n')[1] ?? '');
    for (const name of filesIn(folder))
      for (const secret of secrets) expect(secret !== '' && readFileSync(join(folder, name), 'utf8').includes(secret)).toBe(false);
  });

  test('keys that are there are never replaced', () => {
    const again = (): string =>
      execFileSync(process.execPath, [script, join(scratch, 'keys'), copyTo('refused')], { stdio: 'pipe', encoding: 'utf8' });
    expect(again).toThrow(/E_KEY|keygen/);
  });
});
