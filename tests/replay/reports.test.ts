/**
 * `replay verify --all` in its four forms says the same: every bundle is in it once, the counts add up (C7), and no name of a folder breaks the
 * form.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOMParser } from '@xmldom/xmldom';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { makeBundle, type ReplayResult } from './bundle.ts';
import { embeddedDigest } from './reference.ts';
import { RELATIVE_REFERENCE, SARIF } from './sarif-subset.ts';

const folder = scratchFolder('replay-reports');
const NAMES = [
  'plain',
  '<a href="x">&amp;\'',
  ']]>',
  'two\nlines',
  '\u{1}\u{1b}[31m',
  '\u{85}\u{fffe}',
  '\u{1f600}\u{2028}',
  'a b%20c#d?e',
  'C:x',
  '-- x',
  '{0}',
  '[here](1)',
];
const ok = (ref: string): string => {
  const text = JSON.stringify({ ref, expected_hash_v1: 'HASH' });
  return text.replace('HASH', embeddedDigest({ 'snapshot.json': text }));
};
/** By the kind of their end: the exit, and what counts them. */
const KINDS = {
  ok: (ref: string) => ({ 'snapshot.json': ok(ref) }),
  mismatch: (ref: string) => ({ 'snapshot.json': ok(ref), 'claims/c.json': '1' }),
  invalid: (ref: string) => ({ 'snapshot.json': ok(ref), [`claims/${ref}.json`]: '{' }),
};

beforeAll(() => {
  for (const [kind, files] of Object.entries(KINDS))
    for (const name of NAMES) makeBundle(join(folder, 'root', kind, 'snapshots', name), files(name));
  mkdirSync(join(folder, 'root/ok/snapshots/not-a-bundle'));
  makeBundle(join(folder, 'outside/snapshots/other'), KINDS.mismatch('other'));
  symlinkSync('../outside', join(folder, 'root/link'));
});

async function printed(format: string, ...more: readonly string[]): Promise<string> {
  const context = fakeContext('custody', {
    argv: ['replay', 'verify', '--all', 'root', '--format', format, '--no-witness', ...more],
    cwd: folder,
  });
  expect(await run(context)).toBe(4);
  expect(context.err()).toBe('');
  return context.out();
}

interface Summary {
  readonly results: readonly ReplayResult[];
  readonly counts: Readonly<Record<string, number>>;
}

const summaryOf = async (): Promise<Summary> => JSON.parse(await printed('json')) as Summary;
const rootOf = ({ trace }: ReplayResult): string => trace[0] as string;

/** The forms that others have published. They lie beside this project and are not there on every machine; they are never copied into it. */
const forms = fileURLToPath(new URL('../../../shared/fixtures/schemas', import.meta.url));
const hasForms = existsSync(forms);
const why = hasForms ? '' : ' (skipped: the published forms do not lie beside this project)';

const ajv = new Ajv({ allErrors: true, strict: true });
addFormats.default(ajv);
const isSarif = ajv.compile(SARIF);

describe('replay verify --all', () => {
  it('judges every folder below a snapshots folder once, in the order of their paths, and follows no link', async () => {
    const { results } = await summaryOf();
    const roots = results.map(rootOf);
    expect(roots).toEqual([...new Set(roots)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(roots.filter((root) => root.includes('outside') || root.includes('link/'))).toEqual([]);
    expect(new Set(results.map(({ ref }) => ref))).toEqual(new Set([...NAMES, 'not-a-bundle']));
    expect(results).toHaveLength(3 * NAMES.length + 1);
  });

  it('counts what it lists', async () => {
    const { results, counts } = await summaryOf();
    const { bundles, passed_over: passedOver, ...parts } = counts;
    expect(passedOver).toBe(1);
    expect(bundles).toBe(results.length);
    expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(bundles);
    expect(counts).toMatchObject({ ok: NAMES.length, mismatch: NAMES.length, invalid: NAMES.length + 1 });
    expect(results.filter((result) => result.ok)).toHaveLength(NAMES.length);
  });

  it('gives each the result that it has alone', async () => {
    const { results } = await summaryOf();
    for (const result of results) {
      const context = fakeContext('custody', { argv: ['replay', 'verify', '--bundle', rootOf(result), '--no-witness'], cwd: folder });
      await run(context);
      const { files, ...alone } = JSON.parse(context.out());
      expect(result.ok ? alone : { ...alone, files }).toEqual(result);
    }
  });

  it('text: one line that begins with OK or FAIL for each, and no control character', async () => {
    const text = await printed('text');
    const lines = text.trimEnd().split('\n');
    expect(lines.filter((line) => /^(OK|FAIL) /.test(line))).toHaveLength(3 * NAMES.length + 1);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/u);
  });

  it('JUnit: well-formed XML, a test case for each, a failure for a mismatch, an error for invalid input', async () => {
    const faults: string[] = [];
    const note = (message: string): void => void faults.push(message);
    const xml = await printed('junit');
    const document = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } }).parseFromString(xml, 'text/xml');
    expect(faults).toEqual([]);
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u{fffe}\u{ffff}]/u);
    const count = (tag: string): number => document.getElementsByTagName(tag).length;
    expect([count('testcase'), count('failure'), count('error')]).toEqual([3 * NAMES.length + 2, NAMES.length, NAMES.length + 1]);
    const suite = document.getElementsByTagName('testsuite')[0];
    const said = ['tests', 'failures', 'errors', 'skipped'].map((name) => suite?.getAttribute(name));
    expect(said).toEqual([3 * NAMES.length + 2, NAMES.length, NAMES.length + 1, 1].map(String));
    const names = Array.from({ length: count('testcase') }, (_, i) => document.getElementsByTagName('testcase')[i]?.getAttribute('name'));
    for (const name of ['plain', '<a href="x">&amp;\'', ']]>', 'two\nlines', 'a b%20c#d?e'])
      for (const kind of Object.keys(KINDS)) expect(names).toContain(`root/${kind}/snapshots/${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('SARIF: valid, a result for each bundle that is not ok, at a place that is a URI', async () => {
    const sarif = JSON.parse(await printed('sarif'));
    expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
    const [{ tool, results }] = sarif.runs;
    expect(results).toHaveLength(2 * NAMES.length + 1);
    const rules: string[] = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(rules).size).toBe(rules.length);
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex]).toBe(ruleId);
    const uris: string[] = results.map(
      (each: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
        each.locations[0].physicalLocation.artifactLocation.uri,
    );
    for (const uri of uris) expect(uri).toMatch(RELATIVE_REFERENCE);
    const places = uris.map(decodeURIComponent);
    for (const name of NAMES) expect(places).toContain(`root/mismatch/snapshots/${name}/snapshot.json`);
    for (const name of NAMES) expect(places).toContain(`root/invalid/snapshots/${name}/claims/${name}.json`);
    expect(places).toContain('root/ok/snapshots/not-a-bundle/snapshot.json');
    const texts: string[] = results.map((each: { message: { text: string } }) => each.message.text);
    expect(texts.filter((text) => /(?<!\\)\[[^\]]*(?<!\\)\]\(/.test(text))).toEqual([]);
  });

  it.each([
    ['a folder that is not there', ['--all', 'none'], 'none'],
    ['a folder without bundles', ['--all', 'root/ok/snapshots/not-a-bundle'], 'root/ok/snapshots/not-a-bundle'],
    ['no folder at all', ['--all', ''], '.'],
    ['the bundle that one stands in', ['--bundle', '.'], 'snapshot.json'],
    ['a bundle that is called snapshot.json', ['--bundle', 'snapshot.json'], 'snapshot.json/snapshot.json'],
    ['a bundle that is not there', ['--bundle', 'none'], 'none'],
    ['a bundle whose name begins like the last step of a trace', ['--bundle', 'used:x'], 'used%3Ax'],
    ['no bundle', ['--bundle', ''], '.'],
    ['a ref that is none', ['--ref', '../x'], '.'],
    ['another document that is not there', ['--bundle', '.', '--against', 'a b'], 'a%20b'],
  ])('SARIF: %s has a place too', async (_, words, uri) => {
    const cwd = words[1] === '.' ? join(folder, 'root/mismatch/snapshots/plain') : folder;
    makeBundle(join(folder, 'snapshot.json'), KINDS.mismatch('x'));
    const context = fakeContext('custody', { argv: ['replay', 'verify', ...words, '--format', 'sarif', '--no-witness'], cwd });
    await run(context);
    const sarif = JSON.parse(context.out());
    expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
    expect(sarif.runs[0].results.map(({ locations: [at] }: { locations: [object] }) => at)).toEqual([
      { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } },
    ]);
  });
});

/** Every report there is: of many bundles, of one, and of none. */
const REPORTS: readonly (readonly string[])[] = [
  ['--all', 'root'],
  ['--all', 'none'],
  ['--bundle', 'root/ok/snapshots/plain'],
  ['--bundle', 'root/mismatch/snapshots/plain', '--against', 'root/ok/snapshots/plain'],
  ['--bundle', 'none'],
  ['--bundle', ''],
];

async function reportOf(format: string, words: readonly string[]): Promise<string> {
  const context = fakeContext('custody', { argv: ['replay', 'verify', ...words, '--format', format, '--no-witness'], cwd: folder });
  await run(context);
  return context.out();
}

describe.skipIf(!hasForms)(`the published forms${why}`, () => {
  it.each(['junit-10.xsd', 'junit-windyroad.xsd'])('JUnit: %s holds for every report', async (name) => {
    using schema = XmlDocument.fromBuffer(readFileSync(join(forms, name)));
    using validator = XsdValidator.fromDoc(schema);
    for (const words of REPORTS) {
      using document = XmlDocument.fromString(await reportOf('junit', words));
      expect(() => validator.validate(document)).not.toThrow();
    }
    using other = XmlDocument.fromString('<testsuites><testsuite name="x"/></testsuites>');
    expect(() => validator.validate(other)).toThrow();
  });

  it('SARIF: the schema of 2.1.0 holds for every report', async () => {
    const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(join(forms, 'sarif-schema-2.1.0.json'), 'utf8'));
    const lenient = new Ajv({ allErrors: true, strict: false });
    addFormats.default(lenient);
    const validate = lenient.compile(schema);
    for (const words of REPORTS) expect(validate(JSON.parse(await reportOf('sarif', words))), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false);
  });
});

describe('SARIF: the line', () => {
  const BROKEN = '{\n  "a": 1,\n  "a": 2\n}';
  it.each([
    ['a fault of the snapshot', { 'snapshot.json': BROKEN }, 'snapshot.json', 3],
    ['a fault of a claim', { 'snapshot.json': ok('x'), 'claims/c.json': '\u{feff}[\r\n1,\r\n1e-400]' }, 'claims/c.json', 3],
    [
      'another hash',
      { 'snapshot.json': `{"ref":"x",\n"n":\n{"expected_hash_v1":1},\n"expected_hash_v1":"${'0'.repeat(64)}"}` },
      'snapshot.json',
      4,
    ],
    ['junk in its place', { 'snapshot.json': '{\n\n"expected_hash_v1"\n:\n"NOPE"}' }, 'snapshot.json', 5],
    ['no string in its place', { 'snapshot.json': '{\n"expected_hash_v1":[]}' }, 'snapshot.json', 2],
    ['no declared hash', { 'snapshot.json': '{\n\n}' }, 'snapshot.json', 1],
  ])('of %s', async (_, files, file, line) => {
    makeBundle(join(folder, 'lines'), files);
    const { runs } = JSON.parse(await reportOf('sarif', ['--bundle', 'lines']));
    const [{ physicalLocation }] = runs[0].results[0].locations;
    expect([physicalLocation.artifactLocation.uri, physicalLocation.region.startLine]).toEqual([`lines/${file}`, line]);
    const [, told] = /&#10;|>(lines[^&<]*)/.exec(await reportOf('junit', ['--bundle', 'lines'])) ?? [];
    expect(told).toBe(line === 1 ? `lines/${file}` : `lines/${file}:${line}`);
  });
});

const list = async (): Promise<{ exit: number; document: Summary & { passed_over: readonly string[] } }> => {
  const context = fakeContext('custody', { argv: ['replay', 'verify', '--all', 'linked', '--no-witness'], cwd: folder });
  return { exit: await run(context), document: JSON.parse(context.out()) };
};

it('replay verify --all names every link to a folder that it does not follow, and no link to a file', async () => {
  makeBundle(join(folder, 'linked/x/snapshots/good'), KINDS.ok('good'));
  makeBundle(join(folder, 'elsewhere/snapshots/bad'), KINDS.mismatch('bad'));
  mkdirSync(join(folder, 'linked/y'));
  mkdirSync(join(folder, 'linked/x/snapshots/good/claims'));
  symlinkSync('../../elsewhere/snapshots', join(folder, 'linked/y/snapshots'));
  symlinkSync('../elsewhere', join(folder, 'linked/z'));
  symlinkSync('nowhere', join(folder, 'linked/broken'));
  symlinkSync('x/snapshots/good/snapshot.json', join(folder, 'linked/file'));
  symlinkSync('../../..', join(folder, 'linked/x/snapshots/good/inner'));
  symlinkSync('../../..', join(folder, 'linked/x/snapshots/good/claims/sub'));
  const { exit, document } = await list();
  expect([exit, document.results.map(({ ref }) => ref)]).toEqual([0, ['good']]);
  expect(document.passed_over).toEqual([
    'linked/broken',
    'linked/x/snapshots/good/claims/sub',
    'linked/x/snapshots/good/inner',
    'linked/y/snapshots',
    'linked/z',
  ]);
  const text = await reportOf('text', ['--all', 'linked']);
  expect(text).toContain('passed over linked/y/snapshots: a link to a folder\n');
  expect(text).toContain('0 failed, 5 passed over\n');
  expect(JSON.parse(await reportOf('sarif', ['--all', 'linked'])).runs[0].invocations[0].toolExecutionNotifications).toHaveLength(5);
});
