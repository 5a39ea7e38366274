/** Signatures of other programs and timestamps, beside a document: the page says of each published and made case what the command line says. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { some } from '../helpers/trials.ts';
import { fixtures, isThere, readCases, why } from '../sign/fixtures.ts';
import { bothJudge } from './both-judge.ts';

const NOW = '2026-11-18T08:00:00Z';
const scratch = scratchFolder('foreign');
let count = 0;

type Files = Readonly<Record<string, string | Uint8Array>>;

async function agree(files: Files, words: readonly string[]): Promise<void> {
  const folder = join(scratch, String(count++));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  await agreeIn(folder, words);
}

async function agreeIn(folder: string, words: readonly string[]): Promise<void> {
  const both = await bothJudge(folder, words, { clock: NOW });
  expect(both?.page).toBe(both?.commandLine);
  expect(both?.page).toMatch(/./);
}

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

interface Case {
  readonly name: string;
  readonly message: string;
  readonly signature: string;
}

interface SshCase extends Case {
  readonly allowed_signers: string;
  readonly identity: string;
  readonly namespace: string;
}

interface TimestampCase {
  readonly name: string;
  readonly data: string;
  readonly reply: string;
  readonly roots: readonly string[];
  readonly extra_certificates: readonly string[];
}

describe.skipIf(!isThere)(`the page on signatures of other programs${why}`, () => {
  const casesOf = (name: string): readonly never[] => (isThere ? some(readCases(name, 'cases.json') as readonly never[], 4) : []);

  it.each<SshCase>(casesOf('ssh'))('SSH: $name', (each) =>
    agree({ message: bytes(each.message), 'message.sig': each.signature, allowed: each.allowed_signers }, [
      'message',
      '--allowed-signers',
      'allowed',
      '--identity',
      each.identity,
      '--namespace',
      each.namespace,
    ]),
  );

  it.each<Case & { readonly public_key: string }>(casesOf('minisign'))('minisign: $name', (each) =>
    agree({ message: bytes(each.message), 'message.minisig': each.signature, 'key.pub': each.public_key }, ['message', '--key', 'key.pub']),
  );

  it.each<TimestampCase>(casesOf('tsa'))('RFC 3161: $name', ({ data, reply, roots, extra_certificates }) => {
    const names = [...roots, ...extra_certificates];
    const pems = Object.fromEntries(names.map((name) => [name, readFileSync(join(fixtures, 'tsa', name))]));
    const words = ['data', ...names.flatMap((name) => ['--tsa-root', name])];
    return agree({ data: bytes(data), 'data.tsr': bytes(reply), ...pems }, words);
  });

  const oms = isThere ? (readCases('oms', 'made-cases.json') as OmsCases) : { keys: {}, cases: [] };
  it.each(some(oms.cases, 4).filter(({ links }) => Object.keys(links).length === 0))('OMS: $name', ({ tree, key, bundle }) => {
    const files = Object.fromEntries(Object.entries(tree).map(([name, content]) => [`model/${name}`, bytes(content)]));
    const signature = typeof bundle === 'string' ? bundle : JSON.stringify(bundle);
    return agree({ ...files, 'model/model.sig': signature, 'key.pem': oms.keys[key] as string }, ['model', '--key', 'key.pem']);
  });

  const folder = join(fixtures, 'sigstore', 'cases');
  const names = isThere ? readdirSync(folder).filter((name) => name !== 'a.txt') : [];
  it.each(some(names, 4))('Sigstore: %s', (name) => {
    const own = (file: string, other: string | null): string | null =>
      existsSync(join(folder, name, file)) ? join(folder, name, file) : other;
    const text = (file: string, other: string): string => readFileSync(own(file, null) ?? '/dev/null', 'utf8').trim() || other;
    const into = join(scratch, String(count++));
    mkdirSync(into);
    copyFileSync(own('artifact', join(folder, 'a.txt')) as string, join(into, 'a.txt'));
    copyFileSync(join(folder, name, 'bundle.sigstore.json'), join(into, 'a.txt.sigstore.json'));
    copyFileSync(own('trusted_root.json', join(folder, '..', 'trusted_root.json')) as string, join(into, 'root.json'));
    const key = own('key.pub', null);
    if (key !== null) copyFileSync(key, join(into, 'key.pub'));
    const who = key === null ? ['--identity', text('identity', IDENTITY), '--issuer', text('issuer', ISSUER)] : ['--key', 'key.pub'];
    return agreeIn(into, ['a.txt', '--trusted-root', 'root.json', ...who]);
  });
});

interface OmsCases {
  readonly keys: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly name: string;
    readonly key: string;
    readonly tree: Readonly<Record<string, string>>;
    readonly links: Readonly<Record<string, string>>;
    readonly bundle: string | object;
  }[];
}

const IDENTITY =
  'https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon/.github/workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main';
const ISSUER = 'https://token.actions.githubusercontent.com';
