/** What the schemas of chain say: they hold for what the scripts print, and one field at a time not for what is damaged. */
import { describe, expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged } from './published-schema.ts';

type Path = readonly (string | number)[];

const documents = printedDocuments(['chain']);
const printed = (version: string) => documents.filter((document) => document['version'] === version);

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(Array.isArray(value) ? [] : [here]), ...pathsOf(inner, here)];
  });
}

/** Holding whatever came; or text from outside, of which any other is as good. */
const FREE = /(^|\.)(detail|metadata\.\d+\.(old|new))(\.|$)|\.provider_version$/;

/** What a document of an earlier version does not have. */
const LATER = /^(counts\.(passed_over|rolled_back|retired)|passed_over)$/;

describe.each(['chain-verify.v0', 'chain-resolve.v0', 'chain-list.v0', 'chain-diff.v0'])('%s.json', (version) => {
  const validate = compile(`${version}.json`);
  const all = printed(version);
  const survivesGone = (document: unknown, path: readonly (string | number)[]): boolean =>
    !LATER.test(path.join('.')) && validate(damaged(document, path, undefined));

  it('holds for every document and refusal that the scripts print', () => {
    expect(all.filter((document) => document['outcome'] !== 'REFUSAL').length).toBeGreaterThan(1);
    expect(all.some((document) => document['outcome'] === 'REFUSAL')).toBe(true);
    expect(all.filter((document) => !validate(document))).toEqual([]);
  });

  it('does not hold where a field is gone, renamed, added or of another type', () => {
    const survivors = all.flatMap((document) =>
      pathsOf(document)
        .filter((path) => !FREE.test(path.join('.')))
        .filter((path) => survivesGone(document, path) || validate(damaged(document, path, { not: 'this' })))
        .map((path) => path.join('.')),
    );
    expect(survivors).toEqual([]);
    expect(all.filter((document) => validate({ ...document, more: true }))).toEqual([]);
    expect(all.filter((document) => validate({ ...document, version: 'chain.v9' }))).toEqual([]);
  });
});

describe('chain-verify.v0.json', () => {
  const validate = compile('chain-verify.v0.json');
  const withKind = (kind: string) =>
    printed('chain-verify.v0').find(
      (document) => document['outcome'] !== 'REFUSAL' && JSON.stringify(document).includes(`"kind":"${kind}"`),
    ) as Record<string, unknown>;

  it('does not hold for an outcome that its tools deny', () => {
    const drifted = withKind('CHANGED');
    expect(validate(drifted)).toBe(true);
    expect(validate({ ...drifted, outcome: 'CHAIN_OK' })).toBe(false);
    expect(validate({ ...drifted, outcome: 'REFUSAL' })).toBe(false);
    expect(validate(damaged(drifted, ['tools', 0, 'status'], 'OK'))).toBe(false);
    expect(validate(damaged(drifted, ['tools', 0, 'findings'], []))).toBe(false);
  });

  it.each(['CHANGED', 'MISSING', 'SHADOWED', 'EXECUTOR_CHANGED', 'CHAIN_LENGTH', 'UNLOCKED', 'UNSIGNED'])(
    'does not hold for a finding of another kind with the values of %s',
    (kind) => {
      const document = withKind(kind);
      const { findings } = (document as { tools: { findings: { kind: string }[] }[] }).tools.find(({ findings: each }) =>
        each.some((finding) => finding.kind === kind),
      ) as { findings: { kind: string }[] };
      const finding = findings.find((each) => each.kind === kind);
      const others = ['CHANGED', 'MISSING', 'SHADOWED', 'CHAIN_LENGTH', 'UNLOCKED'].filter((other) => other !== kind);
      const at = (document as { tools: { findings: unknown }[] }).tools.findIndex((each) => each.findings === findings);
      const withFinding = (entry: unknown) => damaged(document, ['tools', at, 'findings'], [entry]);
      expect(validate(withFinding(finding))).toBe(true);
      expect(others.filter((other) => validate(withFinding({ ...finding, kind: other })))).toEqual([]);
    },
  );
});

describe('chain-lock.v1.json', () => {
  const validate = compile('chain-lock.v1.json');
  const lock = documents.find((document) => document['lockfile_version'] === 1) as Record<string, unknown>;

  it('holds for every lock and refusal that the scripts print', () => {
    const locks = documents.filter((document) => 'lockfile_version' in document);
    expect(locks.length).toBeGreaterThan(1);
    expect([...locks, ...printed('chain-lock.v1')].filter((document) => !validate(document))).toEqual([]);
    expect(printed('chain-lock.v1').length).toBeGreaterThan(1);
  });

  it.each<[string, Path, unknown]>([
    ['another version', ['lockfile_version'], 2],
    ['a version as text', ['lockfile_version'], '1'],
    ['no time', ['generated_at'], undefined],
    ['no root', ['root'], undefined],
    ['a root without version', ['root', 'version'], undefined],
    ['a version that leads out', ['root', 'version'], '../1'],
    ['an empty chain', ['resolved_chain'], []],
    ['null integrity', ['resolved_chain', 0, 'integrity'], null],
    ['upper-case hex', ['resolved_chain', 0, 'integrity'], 'A'.repeat(64)],
    ['no executor_id', ['resolved_chain', 2, 'executor_id'], undefined],
    ['no tool_type', ['resolved_chain', 2, 'tool_type'], undefined],
    ['another space', ['resolved_chain', 0, 'space'], 'home'],
    ['a bundle without name', ['resolved_chain', 2, 'space'], 'system:'],
    ['an absolute id', ['resolved_chain', 0, 'item_id'], '/bin/sh'],
    ['an id with ..', ['resolved_chain', 0, 'item_id'], 'a/../b'],
    ['an id that is ..', ['resolved_chain', 0, 'item_id'], '..'],
    ['an id with a dot segment', ['resolved_chain', 0, 'item_id'], 'a/./b'],
    ['an id with an empty segment', ['resolved_chain', 0, 'item_id'], 'a//b'],
    ['an id with @', ['resolved_chain', 0, 'item_id'], 'a@1'],
    ['an id with a backslash', ['resolved_chain', 0, 'item_id'], 'a\\b'],
    ['an id with a drive letter', ['resolved_chain', 0, 'item_id'], 'C:a'],
    ['an id with a line feed', ['resolved_chain', 0, 'item_id'], 'a\n/../b'],
    ['an empty id', ['resolved_chain', 0, 'item_id'], ''],
    ['a registry that is text', ['registry'], 'x'],
  ])('does not hold for %s', (_, path, part) => {
    expect(validate(lock)).toBe(true);
    expect(validate(damaged(lock, path, part))).toBe(false);
  });

  it.each<[string, Path, unknown]>([
    ['no registry', ['registry'], undefined],
    ['a registry', ['registry'], { url: 'u' }],
    ['a key that is not known', ['verified_deps'], null],
    ['a bundle as space', ['resolved_chain', 2, 'space'], 'system:rye/core'],
    ['a type of null', ['resolved_chain', 0, 'tool_type'], null],
    ['dots in an id', ['resolved_chain', 0, 'item_id'], '..a/.b/c..'],
    ['an id beyond ASCII', ['resolved_chain', 0, 'item_id'], 'é/工具 x'],
  ])('holds for %s', (_, path, part) => {
    expect(validate(damaged(lock, path, part))).toBe(true);
  });

  it('refuses eleven elements', () => {
    const [element] = (lock as { resolved_chain: unknown[] }).resolved_chain;
    const chain = (length: number) => ({ ...lock, resolved_chain: Array.from({ length }, () => element) });
    expect([validate(chain(10)), validate(chain(11))]).toEqual([true, false]);
  });
});
