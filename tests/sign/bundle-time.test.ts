/** Timestamps in bundles of OpenSSF Model Signing: trusted by those who are named, claimed otherwise, and never over something else. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { makeCertificate, toPem } from '../helpers/made-certificate.ts';
import { makeTimestamp, TIME_STAMPING } from '../helpers/made-timestamp.ts';

const root = makeCertificate({ name: 'root', authority: {}, from: '20200101000000Z', to: '20400101000000Z' });
const tsa = makeCertificate({ name: 'TSA', issuer: root, purposes: [TIME_STAMPING], from: '20200101000000Z', to: '20400101000000Z' });
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** It ended long ago, when the timestamp was already there. */
const leaf = makeCertificate({ name: 'maker', issuer: root, keys, keyUse: [0], from: '20200101000000Z', to: '20220101000000Z' });

interface Bundle {
  readonly dsseEnvelope: { readonly signatures: readonly [{ readonly sig: string }] };
  readonly verificationMaterial: object;
}

interface Wanted {
  readonly byCertificate?: boolean;
  /** The bytes that the timestamp is over, from those of the signature; null for no timestamp. */
  readonly over?: ((sig: Uint8Array) => Uint8Array) | null;
  readonly time?: string;
}

async function model({ byCertificate = false, over = (sig) => sig, time = '20210601120000Z' }: Wanted = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'custody-bundle-'));
  const write = (name: string, text: string | Uint8Array): void => writeFileSync(join(folder, name), text, { mode: 0o600 });
  mkdirSync(join(folder, 'data'));
  write('data/a', 'a');
  write('key.pem', keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  write('pub.pem', keys.publicKey.export({ type: 'spki', format: 'pem' }));
  write('root.pem', toPem(root));
  await runInProcess(folder, 'lock --scan data > d.lock.json');
  await runInProcess(folder, 'custody sign d.lock.json --format oms --key key.pem --output data/model.sig');
  const bundle = JSON.parse(readFileSync(join(folder, 'data', 'model.sig'), 'utf8')) as Bundle;
  const sig = Buffer.from(bundle.dsseEnvelope.signatures[0].sig, 'base64');
  const signedTimestamp = over === null ? null : Buffer.from(makeTimestamp(over(sig), { signer: tsa, time })).toString('base64');
  const timestampVerificationData = { rfc3161Timestamps: signedTimestamp === null ? [] : [{ signedTimestamp }] };
  const chain = { x509CertificateChain: { certificates: [{ rawBytes: Buffer.from(leaf.der).toString('base64') }] }, tlogEntries: [] };
  const material = byCertificate ? chain : bundle.verificationMaterial;
  write('data/model.sig', JSON.stringify({ ...bundle, verificationMaterial: { ...material, timestampVerificationData } }));
  return folder;
}

const judged = async (folder: string, more: string): Promise<string> => {
  const { exit, out } = await runInProcess(folder, `custody verify data ${more}`);
  return `${exit} ${out}`;
};

describe('a timestamp in a bundle', () => {
  it('is trusted by the authority that is named, and claimed without one', async () => {
    const folder = await model();
    expect(await judged(folder, '--key pub.pem --tsa-root root.pem')).toMatch(/^0 [^]*trusted: .*at 2021-06-01T12:00:00Z at the latest/);
    expect(await judged(folder, '--key pub.pem')).toMatch(/^0 [^]*trusted: .*claimed time 2021-06-01T12:00:00Z/);
  });

  it('over something else makes the signature a bad one', async () => {
    const folder = await model({ over: (sig) => sig.subarray(1) });
    for (const more of ['--key pub.pem', '--key pub.pem --tsa-root root.pem'])
      expect(await judged(folder, more)).toMatch(/^1 [^]*TIMESTAMP_OF_OTHER_BYTES/);
  });

  it('keeps a signature good whose certificate ended later', async () => {
    const folder = await model({ byCertificate: true });
    expect(await judged(folder, '--trusted-root root.pem --tsa-root root.pem')).toMatch(/^0 [^]*maker, trusted/);
    expect(await judged(folder, '--trusted-root root.pem')).toMatch(/^1 [^]*BAD_CERTIFICATE/);
    expect(
      await judged(await model({ byCertificate: true, time: '20230601120000Z' }), '--trusted-root root.pem --tsa-root root.pem'),
    ).toMatch(/^1 [^]*BAD_CERTIFICATE/);
  });

  it('counts for the rules of a policy that names the authority', async () => {
    const folder = await model({ byCertificate: true });
    const signer = 'signers:\n  - name: maker\n    root: root.pem\n    identity: CN=maker\n    roles: [producer]\n';
    const rule = 'rules:\n  - kind: model\n    require: 1 of [producer]\n    not_after: 2022-01-01T00:00:00Z\n';
    const text = `version: policy.v0\n${signer}${rule}`;
    writeFileSync(join(folder, 'time.yaml'), `${text}    timestamp: required\ntimestamp_authorities:\n  - root: root.pem\n`);
    writeFileSync(join(folder, 'claimed.yaml'), text);
    expect(await judged(folder, '--policy time.yaml')).toMatch(/^0 /);
    expect(await judged(folder, '--policy claimed.yaml')).toMatch(/^1 [^]*not checked: whether it is by maker: .* does not count/);
    expect(await judged(folder, '--policy time.yaml --not-after 2021-01-01T00:00:00Z')).toMatch(/^1 [^]*OUTSIDE_PERIOD/);
  });
});
