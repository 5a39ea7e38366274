import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseJson } from '#core/json/read';
import { type ZipMember, zipArchive } from '../../../tests/helpers/zip-archive.ts';
import { readLawpackLock } from '../lawpack/lawpack-lock.ts';
import { checkLawpack, readLawpack } from './lawpack-archive.ts';

const sha256 = (...runs: readonly (string | Uint8Array)[]): string =>
  runs.reduce((hash, run) => hash.update(run), createHash('sha256')).digest('hex');

const MANIFEST = 'domain: civil\njurisdiction_id: ex\nas_of_date: 2025-01-01\nsources: []\n';
const MANIFEST_JCS = '{"as_of_date":"2025-01-01","domain":"civil","jurisdiction_id":"ex","sources":[]}';
const XML = `<?xml version="1.0"?>\n<act b='2' a="1"/>`;
const XML_CANONICAL = '<act a="1" b="2"></act>';
const parts = (changed: Readonly<Record<string, string | null>> = {}): readonly ZipMember[] => {
  const texts: Readonly<Record<string, string | null>> = {
    'lawpack.yaml': MANIFEST,
    'index.json': '{"b": 1, "a": 2}',
    'akn/main.xml': XML,
    ...changed,
  };
  return Object.entries(texts).flatMap(([name, text]) => (text === null ? [] : [{ name, text }]));
};
const archive = (changed: Readonly<Record<string, string | null>> = {}): Buffer => zipArchive(parts(changed));

/** Computed without any code of this project. */
const digestWith = (prefix: string): string =>
  sha256(`${prefix}-lawpack-v1\0`, `akn/main.xml\0${XML_CANONICAL}\0`, 'index.json\0{"a":2,"b":1}\0', `lawpack.yaml\0${MANIFEST_JCS}\0`);
const DIGEST = digestWith('msez');

const CLAIM = {
  digest: DIGEST,
  jurisdictionId: 'ex',
  domain: 'civil',
  asOfDate: '2025-01-01',
  artifactPath: null,
  artifactSha256: sha256(archive()),
  components: {
    lawpackYaml: sha256(MANIFEST_JCS),
    indexJson: sha256('{"a":2,"b":1}'),
    akn: new Map([['akn/main.xml', sha256(XML_CANONICAL)]]),
  },
};

async function fieldsFound(bytes: Uint8Array, claim: Parameters<typeof checkLawpack>[1] = CLAIM): Promise<readonly string[]> {
  return (await checkLawpack(bytes, claim, 'msez')).findings.map(({ field, path }) => (path === null ? field : `${field} ${path}`));
}

test('checkLawpack() recomputes digest, archive and components, with the requested prefix', async () => {
  expect(await checkLawpack(archive(), CLAIM, 'msez')).toMatchObject({
    digest: DIGEST,
    archiveSha256: CLAIM.artifactSha256,
    findings: [],
  });
  expect(await checkLawpack(archive(), { digest: digestWith('mez') }, 'mez')).toMatchObject({ digest: digestWith('mez'), findings: [] });
});

test('checkLawpack() reports if only the prefix differs', async () => {
  const { findings } = await checkLawpack(archive(), CLAIM, 'mez');
  expect(findings).toEqual([
    {
      field: 'lawpack_digest_sha256',
      path: null,
      expected: DIGEST,
      actual: digestWith('mez'),
      message: 'lawpack digest differs; it is the one with the prefix msez',
    },
  ]);
});

test('checkLawpack() accepts another form of the same content as the same lawpack, but not as the same archive', async () => {
  const rewritten = archive({ 'lawpack.yaml': `# a comment\n${MANIFEST}`, 'akn/main.xml': `<act a='1'\n b="2"><!-- c --></act>` });
  expect(await fieldsFound(rewritten)).toEqual(['artifact_sha256']);
});

test.each<[string, Readonly<Record<string, string | null>>, readonly string[]]>([
  ['an edited document', { 'akn/main.xml': '<act a="1" b="3"/>' }, ['lawpack_digest_sha256', 'components.akn_sha256 akn/main.xml']],
  ['a document more', { 'akn/x.xml': '<a/>' }, ['lawpack_digest_sha256', 'components.akn_sha256 akn/x.xml']],
  ['a document less', { 'akn/main.xml': null }, ['lawpack_digest_sha256', 'components.akn_sha256 akn/main.xml']],
  ['an edited index', { 'index.json': '{"a":2,"b":2}' }, ['lawpack_digest_sha256', 'components.index_json_sha256 index.json']],
  [
    'another jurisdiction and date',
    { 'lawpack.yaml': MANIFEST.replace(': ex', ': xe').replace('2025', '2024') },
    ['lawpack_digest_sha256', 'jurisdiction_id lawpack.yaml', 'as_of_date lawpack.yaml', 'components.lawpack_yaml_sha256 lawpack.yaml'],
  ],
  ['a stated digest that is another', { 'digest.sha256': `${'0'.repeat(64)}\n` }, ['digest.sha256 digest.sha256']],
  ['a stated digest that is right', { 'digest.sha256': `${DIGEST}\n` }, []],
  ['sources, which are not covered', { 'raw/source.txt': 'x' }, []],
])('checkLawpack() finds %s', async (_, changed, fields) => {
  expect(await fieldsFound(archive(changed), { ...CLAIM, artifactSha256: null })).toEqual(fields);
});

test.each<[string, Uint8Array, RegExp]>([
  ['bytes that are no archive', Buffer.from('PK'), /^not a readable zip archive: /],
  ['an archive without a manifest', archive({ 'lawpack.yaml': null }), /^expected lawpack\.yaml in the archive, found none$/],
  ['an archive without an index', archive({ 'index.json': null }), /^expected index\.json in the archive, found none$/],
  ['duplicate keys in YAML', archive({ 'lawpack.yaml': 'a: 1\na: 2\n' }), /^lawpack\.yaml: duplicate key "a" at line 2 column 1$/],
  ['an anchor in YAML', archive({ 'lawpack.yaml': 'a: &x 1\nb: *x\n' }), /^lawpack\.yaml: /],
  ['duplicate keys in JSON', archive({ 'index.json': '{"a":1,"a":2}' }), /^index\.json: duplicate key "a"/],
  ['a float', archive({ 'index.json': '{"a":{"b":[1.5]}}' }), /^index\.json: \/a\/b\/0: expected an integer, found the number 1\.5$/],
  ['an integer that is not safe', archive({ 'index.json': '{"a":9007199254740993}' }), /^index\.json: \/a: expected an integer/],
  ['a document type', archive({ 'akn/main.xml': '<!DOCTYPE a><a/>' }), /^akn\/main\.xml: a document type/],
  ['XML that is not well-formed', archive({ 'akn/main.xml': '<a>' }), /^akn\/main\.xml: unclosed tag: a at line 1 column 3$/],
  ['a name twice', zipArchive([...parts(), { name: 'akn/main.xml', text: '<b/>' }]), /^a name twice: akn\/main\.xml$/],
])('checkLawpack() finds %s, and throws nothing', async (_, bytes, message) => {
  const { findings, digest } = await checkLawpack(bytes, { digest: DIGEST }, 'msez');
  expect(digest).toBeNull();
  expect(findings).toEqual([{ field: 'archive', path: null, expected: DIGEST, actual: null, message: expect.stringMatching(message) }]);
});

test('checkLawpack() detects every single flipped bit of the archive', async () => {
  const whole = archive();
  for (let at = 0; at < whole.length; at++) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
    expect(await fieldsFound(flipped)).toContain('artifact_sha256');
  }
});

const published = fileURLToPath(new URL('../../../../shared/fixtures/stack/lawpack_ex_civil/', import.meta.url));
const isThere = existsSync(published);

/** The lawpack belongs to another project, is read from a folder next to this one, and does not exist on every machine. */
describe.skipIf(!isThere)(`readLawpack()${isThere ? '' : ' (skipped: the published lawpack is not here)'}`, () => {
  const file = (name: string): Buffer => readFileSync(`${published}${name}`);

  test('readLawpack() reproduces the published digest from the canonical parts and from the document as it was written', async () => {
    const shaped = readLawpackLock(parseJson(file('lawpack.lock.json')));
    if (!shaped.ok) throw new Error('the published lock cannot be read');
    const claim = { ...shaped.value, artifactSha256: null };
    for (const document of ['expected/akn/main.xml', 'src/akn/main.xml']) {
      const bytes = zipArchive([
        ...['lawpack.yaml', 'index.json', 'digest.sha256'].map((name) => ({ name, text: file(`expected/${name}`) })),
        { name: 'akn/main.xml', text: file(document) },
      ]);
      expect(await checkLawpack(bytes, claim, 'msez')).toMatchObject({
        digest: '1de4d5d9922ef9c0caba67bbeb2d98d125fc5c2b456c62a7c1f2a56b97c713b8',
        findings: [],
      });
      expect((await readLawpack(bytes)).content).toMatchObject({
        jurisdictionId: 'ex',
        domain: 'civil',
        asOfDate: '2025-01-01',
        notCovered: [],
      });
    }
  });
});
