/**
 * Input that must not pass: each line has its own refusal, or a reason against the corridor, which names the file, who is meant and why.
 * A refusal leaves no lock; a reason leaves one that says `corridor_activated: false`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '#cli/run';
import type { JsonObject } from '#core/json/value';
import { signEd25519 } from '#keys/ed25519-bytes';
import { scratchFolder } from '../faults/program.ts';
import { fakeContext } from '../helpers/fake-context.ts';
import { alice, bob, type CorridorOptions, mallory } from './signed-corridor.ts';
import { CORRIDOR_FOLDER as C, LOCK, signedZone, write } from './signed-zone.ts';
import { smallFiles, ZONE } from './small-zone.ts';
import { variants } from './variants.ts';

const scratch = scratchFolder();
let count = 0;

function tree(options: CorridorOptions = {}, changes: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = join(scratch, `tree-${count++}`);
  mkdirSync(folder);
  signedZone(folder, options);
  for (const [path, text] of Object.entries(changes)) write(folder, path, text);
  return folder;
}

async function custody(cwd: string, line: string) {
  const context = fakeContext(`custody ${line} --no-witness`, { cwd });
  const exit = await run(context);
  return { exit, out: context.out() };
}

const lock = (cwd: string) => custody(cwd, `stack lock ${ZONE} --created 2026-06-01T00:00:00Z --no-sync`);

async function refusalOf(cwd: string): Promise<{ code: string; message: string }> {
  const { exit, out } = await lock(cwd);
  expect([exit, existsSync(join(cwd, LOCK))]).toEqual([2, false]);
  return JSON.parse(out).refusal;
}

async function reasonsIn(cwd: string): Promise<Record<string, readonly string[]>> {
  expect((await lock(cwd)).exit).toBe(0);
  const [entry] = JSON.parse(readFileSync(join(cwd, LOCK), 'utf8')).corridors;
  expect(entry.corridor_activated).toBe(false);
  const { out } = await custody(cwd, `stack explain ${LOCK} --json`);
  const [explained] = JSON.parse(out).corridors as { blockers: { blocker: string; reasons: string[] }[] }[];
  expect(explained?.blockers.map(({ blocker }) => blocker)).toEqual(entry.corridor_activation_blockers);
  return Object.fromEntries(explained?.blockers.map(({ blocker, reasons }) => [blocker, reasons]) ?? []);
}

const PROFILE = 'profiles/fin/profile.yaml';
const MODULE = 'modules/aml/module.yaml';
const yamlFiles: readonly [path: string, code: string][] = [
  [ZONE, 'E_BAD_ZONE'],
  [PROFILE, 'E_BAD_PROFILE'],
  [MODULE, 'E_BAD_MODULE'],
  [`${C}/corridor.yaml`, 'E_BAD_CORRIDOR'],
  [`${C}/trust-anchors.yaml`, 'E_BAD_CORRIDOR'],
  [`${C}/key-rotation.yaml`, 'E_BAD_CORRIDOR'],
];

/** Nine lists of nine lists of nine lists …: 3 GB of text if anybody followed. */
const bomb = ['a0: &a0 [x]', ...Array.from({ length: 10 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}]`)].join('\n');
const badYaml: readonly [what: string, text: string | Uint8Array][] = [
  ['a key twice', 'version: 1\nversion: 1\n'],
  ['a key twice in a flow', '{version: 1, "version": 2}\n'],
  ['a key twice below', 'policy:\n  a: 1\n  a: 2\n'],
  ['a tag', 'version: !!int "1"\n'],
  ['a tag of its own', 'version: !python/object/apply:os.system [id]\n'],
  ['an anchor', 'version: &v 1\n'],
  ['an alias', 'version: &v 1\nother: *v\n'],
  ['a bomb of anchors', `${bomb}\n`],
  ['a merge', 'a: {version: 1}\n<<: {version: 2}\n'],
  ['a key that is a number', '1: one\n'],
  ['a key that is a list', '? [a]\n: 1\n'],
  ['two documents', 'version: 1\n---\nversion: 2\n'],
  ['nothing', ''],
  ['a NUL', 'version: \u0000\n'],
  ['bytes that are no UTF-8', Buffer.from('version: \xff\n', 'latin1')],
];

describe.each(yamlFiles)('%s', (path, code) => {
  test.each(badYaml)(`with %s is refused as ${code}, by name`, async (_, text) => {
    const { code: found, message } = await refusalOf(tree({}, { [path]: text }));
    expect([found, message.includes(path)]).toEqual([code, true]);
  });
});

const agreement = `${C}/agreement.1.vc.json`;
const withNumber = (number: string): Readonly<Record<string, string>> => {
  const text = readFileSync(join(tree(), agreement), 'utf8');
  return { [agreement]: text.replace('"reference": "urn:example:terms"', `"rates": [1, ${number}]`) };
};

test.each(['1.5', '1.0', '1e2', '-0', '0.1', '9007199254740993', '-9007199254740992'])(
  '%s in a signed payload is refused, with its place',
  async (number) => {
    const { code, message } = await refusalOf(tree({}, withNumber(number)));
    expect(code).toBe('E_BAD_CREDENTIAL');
    expect(message).toContain(agreement);
    expect(message).toMatch(/credentialSubject[./]terms[./]rates(?:\[1\]|\/1)/);
  },
);

test.each(['9007199254740991', '-9007199254740991', '0'])('%s is a number of a signed payload', async (number) => {
  const reasons = await reasonsIn(tree({}, withNumber(number)));
  expect(Object.keys(reasons)).toContain(`${bob.did}:invalid_proof`);
});

const cases: readonly [what: string, from: string, to: string][] = [
  ['a key twice', '"issuer":', '"issuer": "did:key:other", "issuer":'],
  ['a lone surrogate', '"urn:example:terms"', '"\\ud800"'],
  ['text behind it', '\n}\n', '\n} {}\n'],
];
test.each(cases)('JSON that two readers could read as two documents, %s: refused, by name', async (_, from, to) => {
  for (const name of ['corridor.vc.json', 'agreement.0.vc.json']) {
    const path = `${C}/${name}`;
    const text = readFileSync(join(tree(), path), 'utf8');
    const changed = text.includes(from) ? text.replace(from, to) : text.replace('"example.v1"', '"\\ud800"');
    const { code, message } = await refusalOf(tree({}, { [path]: changed }));
    expect([code, message.includes(path)]).toEqual(['E_BAD_CREDENTIAL', true]);
  }
});

const [FIRST_BY_UTF16, FIRST_BY_CODE_POINT] = ['\u{1F600}', '\uFB33'];
const terms = { reference: 'urn:example:terms', [FIRST_BY_CODE_POINT]: 1, [FIRST_BY_UTF16]: 2 };
const subject = (value: JsonObject): JsonObject => ({ ...value, terms });

test('keys whose order differs between UTF-16 units and code points are signed and hashed in the order of RFC 8785', async () => {
  const folder = tree({ agreement: subject });
  expect((await lock(folder)).exit).toBe(0);
  const [entry] = JSON.parse(readFileSync(join(folder, LOCK), 'utf8')).corridors;
  expect(entry.corridor_activated).toBe(true);
  const payload = byOrder(readFileSync(join(folder, `${C}/agreement.0.vc.json`)), (a, b) => (a < b ? -1 : 1));
  expect(payload.indexOf(FIRST_BY_UTF16)).toBeLessThan(payload.indexOf(FIRST_BY_CODE_POINT));
  expect(entry.corridor_agreement_payload_sha256_by_path['agreement.0.vc.json']).toBe(createHash('sha256').update(payload).digest('hex'));
});

test('keys whose order differs between UTF-16 units and code points, signed in the other order, are a proof over other bytes', async () => {
  const bySigner = (document: JsonObject): JsonObject => {
    const text = byOrder(Buffer.from(JSON.stringify(document)), (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const jws = Buffer.from(signEd25519(bob.key, Buffer.from(text))).toString('base64url');
    return { ...document, proof: { ...(document['proof'] as JsonObject), jws } };
  };
  const folder = tree({ agreement: subject, signedAgreement: (document, party) => (party === bob ? bySigner(document) : document) });
  const reasons = await reasonsIn(folder);
  expect(reasons[`${bob.did}:invalid_proof`]).toEqual([expect.stringContaining(`${C}/agreement.1.vc.json`)]);
});

/** Canonical JSON of a credential without its proof, written by other means. */
function byOrder(bytes: Uint8Array, compare: (a: string, b: string) => number): string {
  const { proof: _, ...document } = JSON.parse(Buffer.from(bytes).toString());
  const textOf = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const entries = Object.entries(value).sort(([a], [b]) => compare(a, b));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${textOf(inner)}`).join(',')}}`;
  };
  return textOf(document);
}

const zone = smallFiles[ZONE] as string;
const corridorYaml = (field: string, path: string): Readonly<Record<string, string>> => {
  const text = JSON.parse(readFileSync(join(tree(), `${C}/corridor.yaml`), 'utf8'));
  return { [`${C}/corridor.yaml`]: JSON.stringify({ ...text, [field]: path }) };
};
const zoneWith = (patch: string): Readonly<Record<string, string>> => {
  const text = zone.replace('org.example.corridor.swift', 'org.example.corridor.one');
  return { [ZONE]: text.replace('overlays/aml.patch', JSON.stringify(patch)) };
};
const bad = ['../outside', '/etc/passwd', 'a/../../outside', 'a//b', './a', 'C:/a', '..\\outside', '\\\\host\\a', 'a\u0000b'];
const fields = ['trust_anchors_path', 'key_rotation_path', 'definition_vc_path', 'agreement_vc_path', 'authority_registry_vc_path'];

test.each(bad)('%j as a patch is refused, with who names it', async (path) => {
  const { code, message } = await refusalOf(tree({}, zoneWith(path)));
  expect([code, message]).toEqual(['E_UNSAFE_PATH', expect.stringContaining(`${ZONE} overlays[0].patches[0]`)]);
});

test.each(fields.flatMap((field) => bad.map((path) => [path, field] as const)))(
  '%j as %s is refused, with who names it',
  async (path, field) => {
    const { code, message } = await refusalOf(tree({}, corridorYaml(field, path)));
    expect([code, message]).toEqual(['E_UNSAFE_PATH', expect.stringContaining(`${C}/corridor.yaml ${field}`)]);
  },
);

test.each(['../../elsewhere.lock', '/tmp/elsewhere.lock'])('%j as lockfile_path is refused, and nothing is written', async (path) => {
  const text = zone.replace('org.example.corridor.swift', 'org.example.corridor.one');
  const folder = tree({}, { [ZONE]: `${text}lockfile_path: ${path}\n` });
  expect((await refusalOf(folder)).code).toBe('E_UNSAFE_PATH');
  expect(existsSync(join(folder, '../elsewhere.lock'))).toBe(false);
});

const linked = [
  'zones/one/overlays/aml.patch',
  `${C}/trust-anchors.yaml`,
  `${C}/key-rotation.yaml`,
  `${C}/corridor.vc.json`,
  `${C}/agreement.1.vc.json`,
];
test.each(linked)('%s that leads out of the root through a link is refused', async (path) => {
  const folder = tree();
  const away = join(scratch, `away-${count++}`);
  renameSync(join(folder, path), away);
  symlinkSync(away, join(folder, path));
  expect((await refusalOf(folder)).code).toBe('E_UNSAFE_PATH');
});

test('a folder that leads out of the root through a link is refused', async () => {
  const folder = tree();
  const away = join(scratch, `away-${count++}`);
  renameSync(join(folder, 'zones/one/overlays'), away);
  symlinkSync(away, join(folder, 'zones/one/overlays'));
  expect((await refusalOf(folder)).code).toBe('E_UNSAFE_PATH');
});

test.each(linked.filter((path) => !path.includes('agreement.')))(
  '%s that is not there is refused, never recorded as missing',
  async (path) => {
    const folder = tree();
    renameSync(join(folder, path), join(folder, 'moved'));
    const { code, message } = await refusalOf(folder);
    expect([code, message.includes(path)]).toEqual(['E_MISSING_INPUT', true]);
  },
);

const table: readonly [name: string, blocker: string, file: string, words: RegExp][] = [
  ['stranger', `${mallory.did}:not_participant`, 'agreement.0.vc.json', /not among the participants/],
  ['expired', `${bob.did}:expired`, 'agreement.1.vc.json', /until 2026-05-31T00:00:00Z|no longer/],
  ['listed-twice', `${alice.did}:duplicate_party`, 'agreement.0.vc.json', /listed more than once/],
  ['definition-as-reference-to-a-blob', `${alice.did}:wrong_definition`, 'agreement.0.vc.json', /no digest of a credential/],
  ['proof-over-other-bytes', `${alice.did}:invalid_proof`, 'agreement.0.vc.json', /not by this key over this payload/],
  ['one-bad-proof-of-two', `${alice.did}:invalid_proof`, 'agreement.0.vc.json', /not by this key over this payload/],
  ['flipped-jws', `${bob.did}:invalid_proof`, 'agreement.1.vc.json', /not by this key over this payload/],
  ['edited-word', `${bob.did}:invalid_proof`, 'agreement.1.vc.json', /not by this key over this payload/],
  ['not-yet', `${alice.did}:not_yet_effective`, 'agreement.0.vc.json', /2026-07-01T00:00:00Z|not yet/],
];
test.each(table)('%s is inactive: %s', async (name, blocker, file, words) => {
  const reasons = await reasonsIn(tree(variants[name]));
  expect(Object.keys(reasons)).toContain(blocker);
  expect(reasons[blocker]).toEqual([expect.stringContaining(`${C}/${file}`)]);
  expect(reasons[blocker]?.[0]).toMatch(words);
});

test('a definition digest given as a reference to a credential counts by its digest alone', async () => {
  const { exit, out } = await lock(tree(variants['definition-as-reference']));
  expect([exit, out]).toEqual([0, expect.stringContaining('  active org.example.corridor.one')]);
});

test('the same file by two spellings of its path cannot count twice', async () => {
  const folder = tree();
  const path = join(folder, C, 'corridor.yaml');
  const text = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...text, agreement_vc_path: ['agreement.0.vc.json', './agreement.0.vc.json'] }));
  expect((await refusalOf(folder)).code).toBe('E_UNSAFE_PATH');
});
