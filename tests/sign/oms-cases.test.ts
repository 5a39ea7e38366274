import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { fixtures, isThere, readCases, why } from './fixtures.ts';

interface OmsCase {
  readonly name: string;
  readonly expect: 'accept' | 'refuse' | 'open';
  readonly advice?: string;
  readonly key: string;
  readonly model: string;
  readonly tree: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  readonly bundle: string | object;
}

interface OmsCases {
  readonly keys: Readonly<Record<string, string>>;
  readonly outside: Readonly<Record<string, string>>;
  readonly cases: readonly OmsCase[];
}

function isGood({ expect: expected, advice = '' }: OmsCase): boolean {
  return expected === 'accept' || (expected === 'open' && /^accept(?! only)/.test(advice));
}

function write(root: string, name: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), content);
}

/** The signature lies in the folder, or beside it. */
function newModel({ keys, outside }: OmsCases, each: OmsCase, signature: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'custody-oms-'));
  mkdirSync(join(folder, 'model'));
  for (const [name, content] of Object.entries(each.tree)) write(join(folder, 'model'), name, Buffer.from(content, 'base64'));
  for (const [name, target] of Object.entries(each.links)) symlinkSync(target, join(folder, 'model', name));
  for (const [name, content] of Object.entries(outside)) write(folder, name, content);
  write(folder, signature, typeof each.bundle === 'string' ? each.bundle : JSON.stringify(each.bundle));
  write(folder, 'key.pem', keys[each.key] as string);
  return folder;
}

describe.skipIf(!isThere)(`OpenSSF Model Signing, each case through custody verify${why}`, () => {
  const all = isThere ? (readCases('oms', 'made-cases.json') as OmsCases) : { keys: {}, outside: {}, cases: [] };

  it.each(all.cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
    for (const signature of ['bundle.json', 'model/model.sig']) {
      const folder = newModel(all, each, signature);
      const path = each.model === '.' ? 'model' : `model/${each.model}`;
      const { exit, out, err } = await runInProcess(folder, `custody verify ${path} --signature ${signature} --key key.pem`);
      expect({ exit, out, err }).toMatchObject({ exit: isGood(each) ? 0 : 1 });
    }
  });
});

describe.skipIf(!isThere)(`bundles of the reference implementation${why}`, () => {
  const folder = join(fixtures, 'oms', 'reference');
  // The ledger of a run is written to the working folder.
  const run = (line: string): ReturnType<typeof runInProcess> =>
    runInProcess(mkdtempSync(join(tmpdir(), 'custody-oms-')), line.replaceAll(/ (v\d|keys|\.\.)/g, ` ${folder}/$1`));
  const exitOf = async (line: string): Promise<number | null> => (await run(line)).exit;
  const root = '--trusted-root ../../sigstore/trusted_root.json';
  const who = '--identity stefanb@us.ibm.com --issuer https://sigstore.verify.ibm.com/oauth2';

  it.each([
    ['v1.1.0-elliptic-key', '--key keys/signing-key-pub.pem'],
    ['v1.0.1-certificate', '--trusted-root keys/ca-cert.pem --ignore-unsigned-files'],
    ['v1.1.0-certificate', '--trusted-root keys/ca-cert.pem'],
    ['v0.3.1-sigstore', `${root} ${who}`],
    ['v1.0.1-sigstore', `${root} ${who} --ignore-unsigned-files`],
  ])('%s is good', async (name, trust) => {
    expect(await exitOf(`custody verify ${name} --signature ${name}/model.sig ${trust}`)).toBe(0);
    expect(await exitOf(`custody verify keys --signature ${name}/model.sig ${trust}`)).toBe(1);
    expect(await exitOf(`custody verify ${name} --signature ${name}/model.sig`)).toBe(1);
  });

  it('a model of one file is good', async () => {
    const line = 'custody verify v1.0.0-elliptic-key/signme-1 --signature v1.0.0-elliptic-key/model.sig --key keys/signing-key-pub.pem';
    expect(await exitOf(line)).toBe(0);
    expect(await exitOf(line.replace('verify v1.0.0-elliptic-key/signme-1', 'verify keys/ca-cert.pem'))).toBe(1);
  });

  it.each([
    ['v1.0.1-certificate', '--trusted-root keys/signing-key-cert.pem --at 2036-01-01T00:00:00Z'],
    ['v1.0.1-certificate', '--trusted-root keys/ca-cert.pem --at 2036-01-01T00:00:00Z'],
    ['v1.0.1-certificate', '--trusted-root keys/ca-cert.pem --at 2025-01-01T00:00:00Z'],
    ['v1.0.1-certificate', '--trusted-root keys/ca-cert.pem --identity CN=somebody'],
    ['v1.0.1-certificate', root],
    ['v1.0.1-certificate', '--trusted-root keys/ca-cert.pem'],
    ['v0.2.0-certificate', '--trusted-root keys/ca-cert.pem'],
    ['v1.0.1-sigstore', `${root} --identity stefanb@us.ibm.com --issuer https://example.org`],
    ['v1.0.1-sigstore', `${root} --identity us.ibm.com --issuer https://sigstore.verify.ibm.com/oauth2`],
    ['v1.1.0-elliptic-key', '--key keys/other.pem'],
  ])('%s is not good with %s', async (name, trust) => {
    expect(await exitOf(`custody verify ${name} --signature ${name}/model.sig ${trust}`)).not.toBe(0);
  });

  it('version 0.2 is refused with its reason, whoever is trusted', async () => {
    for (const trust of ['', '--trusted-root keys/ca-cert.pem', '--key keys/signing-key-pub.pem']) {
      const { exit, out } = await run(`custody verify v0.2.0-certificate --signature v0.2.0-certificate/model.sig ${trust}`);
      expect({ exit, out }).toMatchObject({ exit: 1, out: expect.stringContaining('signed another text than it wrote') });
    }
  });

  it.each([
    ['valid/key', '--key keys/signing-key-pub.pem --ignore-unsigned-files', 0],
    ['invalid/missing-tlog-entries', `${root} ${who}`, 1],
    ['invalid/missing-envelope', '--key keys/signing-key-pub.pem', 1],
    ['invalid/empty', '--key keys/signing-key-pub.pem', 2],
    ['invalid/missing-verification-material', '--key keys/signing-key-pub.pem', 1],
    ['invalid-payload/wrong-predicate', '--key keys/signing-key-pub.pem', 1],
  ])('vector of the specification: %s', async (name, trust, exit) => {
    const bundle = `../spec-vectors/${name}.bundle.json`;
    const { exit: found, out } = await run(`custody verify v1.1.0-elliptic-key --signature ${bundle} ${trust}`);
    expect({ found, out }).toMatchObject({ found: exit });
  });
});
