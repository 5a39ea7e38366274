/** Bundles of OpenSSF Model Signing with what few programs write: shards, each hash, and certificates. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { newHasher } from '#hashing/hashers';
import { preAuthenticationEncoding } from '#sign/dsse';
import { hintsOf } from '#sign/ops/bundle/hints';
import { PAYLOAD_TYPE } from '#sign/statement';
import { runInProcess } from '../faults/run-in-process.ts';
import { makeCertificate, newKeys, toPem } from '../helpers/made-certificate.ts';
import { newKey, signed } from './seals.ts';

const SHARD = 4;
const FILES = { 'a.txt': '0123456789', 'b/c.txt': '0123', empty: '' };
const key = newKey('P-256');
let folder = '';

function digestOf(hash: string, bytes: Uint8Array): string {
  if (hash === 'blake2b') return createHash('blake2b512').update(bytes).digest('hex');
  const hasher = newHasher(hash as 'sha256' | 'blake3');
  hasher.update(bytes);
  return hasher.digest();
}

/** Each file whole, or in shards, of which an empty one has none. */
function resourcesOf(hash: string, shardSize: number | null) {
  return Object.entries(FILES).flatMap(([name, text]) => {
    const bytes = encodeUtf8(text);
    if (shardSize === null) return [{ name, digest: digestOf(hash, bytes), algorithm: hash }];
    return Array.from({ length: Math.ceil(bytes.length / shardSize) }, (_, index) => {
      const [start, end] = [index * shardSize, Math.min((index + 1) * shardSize, bytes.length)];
      return { name: `${name}:${start}:${end}`, digest: digestOf(hash, bytes.subarray(start, end)), algorithm: hash };
    });
  });
}

interface Wanted {
  readonly hash?: string;
  readonly shardSize?: number | null;
  readonly material?: object;
  readonly sign?: (message: Uint8Array) => Uint8Array;
}

function writeBundle({ hash = 'sha256', shardSize = null, material = { publicKey: { hint: hintsOf(key.key)[0] } }, sign }: Wanted): void {
  const resources = resourcesOf(hash, shardSize);
  const root = createHash('sha256')
    .update(Buffer.from(resources.map(({ digest }) => digest).join(''), 'hex'))
    .digest('hex');
  const how = shardSize === null ? { method: 'files' } : { method: 'shards', shard_size: shardSize };
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'model', digest: { sha256: root } }],
    predicateType: 'https://model_signing/signature/v1.0',
    predicate: { resources, serialization: { ...how, hash_type: hash, allow_symlinks: false, ignore_paths: [] } },
  };
  const payload = encodeUtf8(JSON.stringify(statement));
  const message = preAuthenticationEncoding(PAYLOAD_TYPE, payload);
  const sig = sign === undefined ? signed(key, message) : sign(message);
  const bundle = {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { ...material, tlogEntries: [] },
    dsseEnvelope: {
      payload: Buffer.from(payload).toString('base64'),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ sig: Buffer.from(sig).toString('base64'), keyid: '' }],
    },
  };
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify(bundle));
}

interface SignedVerdict {
  readonly findings: readonly { readonly code: string; readonly path: string | null }[];
  readonly signatures: readonly { readonly state: string }[];
}

async function judged(options = '--key key.pem') {
  const { exit, out } = await runInProcess(folder, `custody verify model --signature bundle.json ${options} --json`);
  const { findings = [], signatures = [] } = JSON.parse(out) as Partial<SignedVerdict>;
  return { exit, found: findings.map(({ code, path }) => `${code} ${path}`), states: signatures.map(({ state }) => state) };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'custody-oms-'));
  mkdirSync(join(folder, 'model/b'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, 'model', name), text);
  writeFileSync(join(folder, 'key.pem'), key.key.key.export({ format: 'pem', type: 'spki' }));
});

describe.each(['sha256', 'blake2b', 'blake3'])('by %s', (hash) => {
  it.each([null, SHARD])('in shards of %s', async (shardSize) => {
    writeBundle({ hash, shardSize });
    expect(await judged()).toMatchObject({ exit: 0, found: [] });
    for (const text of ['0123x56789', '012345678', '01234567890', '0123']) {
      writeFileSync(join(folder, 'model/a.txt'), text);
      expect([text, await judged()]).toMatchObject([text, { exit: 1, found: ['HASH_MISMATCH a.txt'] }]);
    }
    rmSync(join(folder, 'model/a.txt'));
    expect(await judged()).toMatchObject({ exit: 1, found: ['MISSING a.txt'] });
  });
});

describe('by a certificate', () => {
  const root = makeCertificate({ name: 'root', authority: {} });
  const keys = newKeys();
  const leaf = makeCertificate({ name: 'leaf', issuer: root, keys, keyUse: [0] });
  const other = makeCertificate({ name: 'other', authority: {} });
  const sign = (message: Uint8Array): Uint8Array => signed({ secret: keys.privateKey, key: key.key }, message);
  const chain = (...certificates: readonly { readonly der: Uint8Array }[]): object => ({
    x509CertificateChain: { certificates: certificates.map(({ der }) => ({ rawBytes: Buffer.from(der).toString('base64') })) },
  });

  beforeEach(() => {
    writeFileSync(join(folder, 'root.pem'), toPem(root));
    writeFileSync(join(folder, 'other.pem'), toPem(other));
    writeBundle({ material: chain(leaf), sign });
  });

  it.each<[string, number, string]>([
    ['--trusted-root root.pem --identity CN=leaf', 0, 'trusted'],
    ['--trusted-root root.pem --identity CN=leaf --issuer CN=root', 0, 'trusted'],
    ['--trusted-root root.pem --identity CN=leaf --issuer CN=other', 1, 'unknown_signer'],
    ['--trusted-root root.pem --identity CN=alice', 1, 'unknown_signer'],
    ['--trusted-root other.pem --identity CN=leaf', 1, 'unknown_signer'],
  ])('%s', async (options, exit, state) => expect(await judged(options)).toMatchObject({ exit, states: [state] }));

  it('whose key did not sign', async () => {
    writeBundle({ material: chain(leaf) });
    expect(await judged('--trusted-root root.pem --identity CN=leaf')).toMatchObject({ exit: 1, states: ['bad'] });
  });

  it('that is none', async () => {
    writeBundle({ material: chain({ der: encodeUtf8('none') }), sign });
    expect(await judged('--trusted-root root.pem --identity CN=leaf')).toMatchObject({ exit: 1, states: ['bad'] });
  });

  it('of an authority that is none', async () => {
    writeFileSync(join(folder, 'root.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    expect((await judged('--trusted-root root.pem --identity CN=leaf')).exit).toBe(2);
  });
});
