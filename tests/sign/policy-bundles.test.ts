/** Bundles of Sigstore and of OpenSSF Model Signing under a policy that knows their signers by root and identity. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { fixtures, isThere, why } from './fixtures.ts';

const IDENTITY =
  'https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon/.github/workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main';
const ISSUER = 'https://token.actions.githubusercontent.com';
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'custody-policy-'));

interface Known {
  readonly root: string;
  readonly identity: string;
  readonly issuer?: string;
}

/** A policy that asks for `ci`; `more` is the text of other signers, and `rule` of what the rule says besides. */
function policyOf({ root, identity, issuer }: Known, { more = '', rule = '' } = {}): string {
  const folder = newFolder();
  const by = issuer === undefined ? '' : `    issuer: ${issuer}\n`;
  const signer = `  - name: ci\n    root: ${root}\n    identity: ${identity}\n${by}    roles: [builder]\n`;
  const path = join(folder, 'policy.yaml');
  writeFileSync(path, `version: policy.v0\nsigners:\n${more}${signer}rules:\n  - kind: any\n    require: 1 of [builder]\n${rule}`);
  return path;
}

async function judged(line: string): Promise<{ readonly exit: number | null; readonly out: string }> {
  const { exit, out } = await runInProcess(newFolder(), `custody verify ${line}`);
  return { exit, out };
}

describe.skipIf(!isThere)(`Sigstore bundles under a policy${why}`, () => {
  const folder = join(fixtures, 'sigstore', 'cases');
  const own = (name: string, file: string): string | null => (existsSync(join(folder, name, file)) ? join(folder, name, file) : null);
  const text = (name: string, file: string): string | null => {
    const path = own(name, file);
    return path === null ? null : readFileSync(path, 'utf8').trim();
  };
  const rootOf = (name: string): string => own(name, 'trusted_root.json') ?? join(folder, '..', 'trusted_root.json');
  const keyless = isThere ? readdirSync(folder).filter((name) => name !== 'a.txt' && own(name, 'key.pub') === null) : [];
  const lineFor = (name: string, policy: string): string =>
    `${own(name, 'artifact') ?? join(folder, 'a.txt')} --signature ${own(name, 'bundle.sigstore.json')} --policy ${policy}`;
  const knownIn = (name: string): Known => {
    return { root: rootOf(name), identity: text(name, 'identity') ?? IDENTITY, issuer: text(name, 'issuer') ?? ISSUER };
  };

  it.each(keyless.map((name) => [name]))('%s', async (name) => {
    const { exit, out } = await judged(lineFor(name, policyOf(knownIn(name))));
    expect({ exit, out }).toMatchObject({ exit: name.endsWith('_fail') ? 1 : 0 });
  });

  const good = 'happy-path-v0.3';

  it('count only for the identity and the issuer, exactly, with a root of their own', async () => {
    const known = isThere ? knownIn(good) : { root: '', identity: '' };
    expect((await judged(lineFor(good, policyOf({ ...known, identity: IDENTITY.slice(0, -1) })))).exit).toBe(1);
    expect((await judged(lineFor(good, policyOf({ ...known, issuer: 'https://example.org' })))).exit).toBe(1);
    expect((await judged(lineFor(good, policyOf({ root: known.root, identity: IDENTITY })))).exit).toBe(0);
    const other = rootOf('intoto-with-custom-trust-root');
    expect((await judged(lineFor(good, policyOf({ ...known, root: other })))).exit).toBe(1);
    // Whoever has the identity by another root is somebody else.
    const more = `  - name: other\n    root: ${known.root}\n    identity: ${IDENTITY}\n    issuer: ${ISSUER}\n    roles: [reviewer]\n`;
    const { exit, out } = await judged(lineFor(good, policyOf({ ...known, root: other }, { more })));
    expect({ exit, out }).toMatchObject({ exit: 1, out: expect.stringContaining('other, does not count: ROLE_NOT_ASKED') });
  });

  it('bring a trusted time that counts for the rules', async () => {
    const known = isThere ? knownIn(good) : { root: '', identity: '' };
    expect((await judged(lineFor(good, policyOf(known, { rule: '    timestamp: required\n' })))).exit).toBe(0);
    expect((await judged(lineFor(good, policyOf(known, { rule: '    max_age: 1d\n' })))).out).toContain('TOO_OLD');
  });
});

describe.skipIf(!isThere)(`bundles of OpenSSF Model Signing under a policy${why}`, () => {
  const at = (name: string): string => join(fixtures, 'oms', 'reference', name);
  const signers = { root: at('keys/ca-cert.pem'), keyless: join(fixtures, 'sigstore', 'trusted_root.json') };
  const who = { identity: 'stefanb@us.ibm.com', issuer: 'https://sigstore.verify.ibm.com/oauth2' };

  it('count for a certificate of an authority, and for an identity of Sigstore', async () => {
    const line = `${at('v1.1.0-certificate')} --policy`;
    const subject =
      /signed: (.*?), trusted/.exec((await judged(`${at('v1.1.0-certificate')} --trusted-root ${signers.root}`)).out)?.[1] ?? '';
    expect(subject).toMatch(/^CN=|,CN=|CN=/);
    expect((await judged(`${line} ${policyOf({ root: signers.root, identity: `"${subject}"` })}`)).exit).toBe(0);
    expect((await judged(`${line} ${policyOf({ root: signers.root, identity: 'CN=somebody' })}`)).exit).toBe(1);
    expect((await judged(`${line} ${policyOf({ root: signers.keyless, identity: `"${subject}"` })}`)).exit).toBe(1);
    const keyless = `${at('v0.3.1-sigstore')} --policy`;
    expect((await judged(`${keyless} ${policyOf({ root: signers.keyless, ...who })}`)).exit).toBe(0);
    expect((await judged(`${keyless} ${policyOf({ root: signers.root, ...who })}`)).exit).toBe(1);
    expect((await judged(`${keyless} ${policyOf({ root: signers.keyless, ...who, issuer: 'https://example.org' })}`)).exit).toBe(1);
  });

  it('say that lists of revoked certificates were not read', async () => {
    const { out } = await judged(`${at('v1.1.0-certificate')} --trusted-root ${signers.root}`);
    expect(out).toContain('whether a certificate was revoked: lists of revoked certificates are not read');
  });
});
