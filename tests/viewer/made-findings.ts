/** States of evidence with findings that no script leaves behind, each judged by a command line of `custody verify`. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preAuthenticationEncoding } from '#sign/dsse';
import { runInProcess } from '../faults/run-in-process.ts';
import { type CertificateDraft, makeCertificate, toPem } from '../helpers/made-certificate.ts';
import { makeTimestamp, TIME_STAMPING } from '../helpers/made-timestamp.ts';
import { A, makeSeal } from '../sign/seals.ts';
import { lock as lockStack } from '../stack/locking.ts';
import { smallZone } from '../stack/small-zone.ts';

export interface MadeFinding {
  /** Of the kind, or `signature`. */
  readonly code: string;
  /** What follows `custody verify`. */
  readonly words: readonly string[];
  readonly make: (folder: string) => void | Promise<void>;
}

const TEXT = 'hello\n';

function write(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

async function must(folder: string, line: string): Promise<void> {
  const { exit, out, err } = await runInProcess(folder, line);
  if (exit !== 0) throw new Error(`${line}: ${exit} ${out}${err}`);
}

/** A file sealed by alice as producer on 2026-01-15, and a policy with these further lines in its rule, and in its signer. */
function sealed(rule: readonly string[], { signer = [], require = 'producer' }: { signer?: readonly string[]; require?: string } = {}) {
  return (folder: string): void => {
    write(folder, 'a.txt', TEXT);
    write(folder, 'a.txt.seals.jsonl', `${makeSeal({ bytes: TEXT, name: 'a.txt', role: 'producer' })}\n`);
    const lines = (list: readonly string[]): string => list.map((line) => `    ${line}\n`).join('');
    write(
      folder,
      'p.yaml',
      `version: policy.v0\nsigners:\n  - name: alice\n    key: ${A.key.fingerprint}\n    roles: [producer, reviewer]\n${lines(signer)}` +
        `rules:\n  - kind: file\n    require: "1 of [${require}]"\n${lines(rule)}timestamp_authorities:\n  - root: tsa.pem\n`,
    );
    write(folder, 'tsa.pem', toPem(makeCertificate({ name: 'root', authority: {} })));
  };
}

const BY_POLICY = ['a.txt', '--policy', 'p.yaml'];

/** A file with one line of seals. */
function withSeals(line: string): (folder: string) => void {
  return (folder) => {
    write(folder, 'a.txt', TEXT);
    write(folder, 'a.txt.seals.jsonl', `${line}\n`);
  };
}

interface ModelBundle {
  verificationMaterial: Record<string, unknown>;
  readonly dsseEnvelope: { readonly payload: string; readonly payloadType: string; signatures: { sig: string }[] };
}

/** A signed folder, its bundle, and the key. */
function model(change: (bundle: ModelBundle, folder: string, keys: Keys) => void): (folder: string) => Promise<void> {
  return async (folder) => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    write(folder, 'model/a.bin', 'a');
    write(folder, 'model/dir/b.bin', 'b');
    writeFileSync(join(folder, 'key.pem'), keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    write(folder, 'key.pub', pemOf(keys.publicKey));
    await must(folder, 'lock --scan model --created 2026-01-15T10:30:00Z -o m.lock.json --no-witness');
    await must(folder, 'custody sign m.lock.json --format oms --key key.pem --output model/model.sig --no-witness');
    const bundle = JSON.parse(readFileSync(join(folder, 'model/model.sig'), 'utf8')) as ModelBundle;
    change(bundle, folder, keys);
    write(folder, 'model/model.sig', JSON.stringify(bundle));
  };
}

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }) as string;
}

const BY_KEY = ['model', '--key', 'key.pub'];

function signedByRsa(bundle: ModelBundle, folder: string): void {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { payload, payloadType, signatures } = bundle.dsseEnvelope;
  const message = preAuthenticationEncoding(payloadType, Buffer.from(payload, 'base64'));
  signatures[0] = { ...signatures[0], sig: sign('sha256', message, privateKey).toString('base64') };
  write(folder, 'key.pub', pemOf(publicKey));
}

/** By a certificate of the same key. */
function certified(draft: Omit<CertificateDraft, 'keys'>) {
  return (bundle: ModelBundle, folder: string, keys: Keys): void => {
    const root = makeCertificate({ name: 'root', authority: {}, keyUse: [5] });
    const { der } = makeCertificate({ keyUse: [0], ...draft, issuer: root, keys });
    const { publicKey: _, ...material } = bundle.verificationMaterial;
    const certificates = [{ rawBytes: Buffer.from(der).toString('base64') }];
    bundle.verificationMaterial = { ...material, x509CertificateChain: { certificates } };
    write(folder, 'root.pem', toPem(root));
  };
}

/** A token of 2099 for the file, by an authority that is trusted. */
function timestampOf2099(folder: string): void {
  const root = makeCertificate({ name: 'root', authority: {}, to: '21990101000000Z' });
  const signer = makeCertificate({ name: 'TSA', issuer: root, purposes: [TIME_STAMPING], to: '21990101000000Z' });
  write(folder, 'a.txt', TEXT);
  write(folder, 'a.txt.tsr', makeTimestamp(Buffer.from(TEXT), { signer, time: '20990101000000Z' }));
  write(folder, 'tsa.pem', toPem(root));
}

const TOOL = (version: string, executor: string): string => `version: "${version}"\ntool_type: runtime\nexecutor_id: ${executor}\n`;
const PRIMITIVE = 'version: "1"\ntool_type: primitive\n';
const LOCK = 'lockfiles/t@2.lock.json';

/** A chain of three tools, all in the project. */
function chained(change: (folder: string) => void): (folder: string) => Promise<void> {
  return async (folder) => {
    write(folder, '.ai/tools/t.yaml', TOOL('2', 'runtimes/r'));
    write(folder, '.ai/tools/runtimes/r.yaml', TOOL('1', 'primitives/subprocess'));
    write(folder, '.ai/tools/primitives/subprocess.yaml', PRIMITIVE);
    const env = { USER_SPACE: join(folder, 'none'), HOME: join(folder, 'none') };
    const { exit, out, err } = await runInProcess(folder, 'custody chain lock t --scope project --no-witness', env);
    if (exit !== 0) throw new Error(`${out}${err}`);
    change(folder);
  };
}

/** Records of a delivery that was changed after it. */
function recorded(change: (folder: string) => void): (folder: string) => Promise<void> {
  return async (folder) => {
    write(folder, 'data/a.csv', 'id\n1\n');
    write(folder, 'data/b.csv', 'id\n2\n');
    await must(folder, 'vacuum data --no-witness | hashbytes --no-witness > r.jsonl');
    const text = readFileSync(join(folder, 'r.jsonl'), 'utf8');
    write(folder, 'r.jsonl', text.replaceAll(`${folder}/`, '/gone/'));
    change(folder);
  };
}

async function unreadablePin(folder: string): Promise<void> {
  smallZone(folder);
  await lockStack(folder);
  rmSync(join(folder, 'zones/one/overlays/aml.patch'));
  write(folder, 'zones/one/overlays/aml.patch/now-a-folder', '');
}

async function otherProfile(folder: string): Promise<void> {
  smallZone(folder);
  await lockStack(folder);
  const path = 'zones/one/stack.lock';
  write(folder, path, readFileSync(join(folder, path), 'utf8').replace('"version":"0.4.44"}', '"version":"0.4.45"}'));
}

export const MADE: readonly MadeFinding[] = [
  { code: 'signature:ALGORITHM_NOT_ALLOWED', words: BY_POLICY, make: sealed(['algorithms: [ecdsa-p256]']) },
  { code: 'signature:NO_TRUSTED_TIME', words: BY_POLICY, make: sealed(['timestamp: required']) },
  { code: 'signature:TOO_OLD', words: BY_POLICY, make: sealed(['max_age: 30d']) },
  { code: 'signature:OUTSIDE_PERIOD', words: BY_POLICY, make: sealed(['not_before: "2026-02-01T00:00:00Z"']) },
  { code: 'signature:SIGNER_NOT_VALID', words: BY_POLICY, make: sealed([], { signer: ['not_after: "2026-01-01T00:00:00Z"'] }) },
  { code: 'signature:ROLE_NOT_ASKED', words: BY_POLICY, make: sealed([], { require: 'reviewer' }) },
  {
    code: 'signature:SIGNED_LATER',
    words: BY_POLICY,
    make: (folder) => {
      sealed([])(folder);
      write(folder, 'a.txt.seals.jsonl', `${makeSeal({ bytes: TEXT, name: 'a.txt', role: 'producer', time: '2099-01-15T10:30:00Z' })}\n`);
    },
  },
  {
    code: 'signature:NO_TIME',
    words: BY_POLICY,
    make: async (folder) => {
      sealed(['max_age: 30d'])(folder);
      rmSync(join(folder, 'a.txt.seals.jsonl'));
      writeFileSync(join(folder, 'key.pem'), A.secret.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
      await must(folder, 'custody sign a.txt --format ssh --key key.pem --no-witness');
    },
  },
  { code: 'signature:BAD_ENVELOPE', words: ['a.txt'], make: withSeals('{"payload":"AA"}') },
  { code: 'signature:SEAL_MISMATCH', words: ['a.txt'], make: withSeals(makeSeal({ bytes: TEXT, name: 'a.txt', kind: 'lock' })) },
  {
    code: 'signature:BAD_KEY',
    words: ['a.txt'],
    // The point (0, 1): everybody can sign for it.
    make: withSeals(
      makeSeal({ bytes: TEXT, name: 'a.txt', publicKey: Buffer.from(`302a300506032b657003210001${'00'.repeat(31)}`, 'hex') }),
    ),
  },
  { code: 'signature:TIMESTAMP_IN_FUTURE', words: ['a.txt', '--tsa-root', 'tsa.pem'], make: timestampOf2099 },
  { code: 'model:HASH_MISMATCH', words: BY_KEY, make: model((_, folder) => write(folder, 'model/a.bin', 'A')) },
  { code: 'model:EXTRA', words: BY_KEY, make: model((_, folder) => write(folder, 'model/c.bin', 'c')) },
  {
    code: 'signature:OTHER_HINT',
    words: BY_KEY,
    make: model((bundle) => void (bundle.verificationMaterial = { ...bundle.verificationMaterial, publicKey: { hint: '00'.repeat(32) } })),
  },
  { code: 'signature:OTHER_ALGORITHM', words: BY_KEY, make: model(signedByRsa) },
  {
    code: 'signature:BAD_CERTIFICATE',
    words: ['model', '--trusted-root', 'root.pem'],
    make: model(certified({ name: 'leaf', to: '20210101000000Z' })),
  },
  {
    code: 'chain-lock:EXECUTOR_CHANGED',
    words: [LOCK],
    make: chained((folder) => write(folder, '.ai/tools/t.yaml', TOOL('2', 'primitives/subprocess'))),
  },
  {
    code: 'chain-lock:CHAIN_LENGTH',
    words: [LOCK],
    make: chained((folder) => write(folder, '.ai/tools/t.yaml', TOOL('2', 'primitives/subprocess'))),
  },
  { code: 'chain-lock:ROLLED_BACK', words: [LOCK], make: chained((folder) => write(folder, '.ai/tools/t.yaml', TOOL('1', 'runtimes/r'))) },
  { code: 'chain-lock:MISSING', words: [LOCK], make: chained((folder) => rmSync(join(folder, '.ai/tools/runtimes/r.yaml'))) },
  { code: 'records:MISSING', words: ['r.jsonl'], make: recorded((folder) => rmSync(join(folder, 'data/b.csv'))) },
  { code: 'records:SIZE_MISMATCH', words: ['r.jsonl'], make: recorded((folder) => write(folder, 'data/b.csv', 'id\n22\n')) },
  { code: 'stack-lock:DIFFERS', words: ['zones/one/stack.lock'], make: otherProfile },
  { code: 'stack-lock:UNREADABLE', words: ['zones/one/stack.lock'], make: unreadablePin },
];
