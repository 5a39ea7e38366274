/** What the schemas of chain say, one field at a time. */
import { expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged, type Path } from './published-schema.ts';

const documents = printedDocuments(['chain']);
const printed = (version: string) => documents.filter((document) => document['version'] === version);

const holds = compile('chain-verify.v0.json');
const withKind = (kind: string) =>
  printed('chain-verify.v0').find(
    (document) => document['outcome'] !== 'REFUSAL' && JSON.stringify(document).includes(`"kind":"${kind}"`),
  ) as Record<string, unknown>;

it('chain-verify.v0.json does not hold for an outcome that its tools deny', () => {
  const drifted = withKind('CHANGED');
  expect(holds(drifted)).toBe(true);
  expect(holds({ ...drifted, outcome: 'CHAIN_OK' })).toBe(false);
  expect(holds({ ...drifted, outcome: 'REFUSAL' })).toBe(false);
  expect(holds(damaged(drifted, ['tools', 0, 'status'], 'OK'))).toBe(false);
  expect(holds(damaged(drifted, ['tools', 0, 'findings'], []))).toBe(false);
});

it.each(['CHANGED', 'MISSING', 'SHADOWED', 'EXECUTOR_CHANGED', 'CHAIN_LENGTH', 'UNLOCKED', 'UNSIGNED'])(
  'chain-verify.v0.json does not hold for a finding of another kind with the values of %s',
  (kind) => {
    const document = withKind(kind);
    const { findings } = (document as { tools: { findings: { kind: string }[] }[] }).tools.find(({ findings: each }) =>
      each.some((finding) => finding.kind === kind),
    ) as { findings: { kind: string }[] };
    const finding = findings.find((each) => each.kind === kind);
    const others = ['CHANGED', 'MISSING', 'SHADOWED', 'CHAIN_LENGTH', 'UNLOCKED'].filter((other) => other !== kind);
    const at = (document as { tools: { findings: unknown }[] }).tools.findIndex((each) => each.findings === findings);
    const withFinding = (entry: unknown) => damaged(document, ['tools', at, 'findings'], [entry]);
    expect(holds(withFinding(finding))).toBe(true);
    expect(others.filter((other) => holds(withFinding({ ...finding, kind: other })))).toEqual([]);
  },
);

const validate = compile('chain-lock.v1.json');
const lock = documents.find((document) => document['lockfile_version'] === 1) as Record<string, unknown>;

it('chain-lock.v1.json holds for every lock and refusal that the scripts print', () => {
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
  ['a registry that is text', ['registry'], 'x'],
])('chain-lock.v1.json does not hold for %s', (_, path, part) => {
  expect(validate(lock)).toBe(true);
  expect(validate(damaged(lock, path, part))).toBe(false);
});

it.each<[string, Path, unknown]>([
  ['no registry', ['registry'], undefined],
  ['a registry', ['registry'], { url: 'u' }],
  ['a key that is not known', ['verified_deps'], null],
  ['a bundle as space', ['resolved_chain', 2, 'space'], 'system:rye/core'],
  ['a type of null', ['resolved_chain', 0, 'tool_type'], null],
])('chain-lock.v1.json holds for %s', (_, path, part) => expect(validate(damaged(lock, path, part))).toBe(true));

it('chain-lock.v1.json refuses eleven elements', () => {
  const [element] = (lock as { resolved_chain: unknown[] }).resolved_chain;
  const chain = (length: number) => ({ ...lock, resolved_chain: Array.from({ length }, () => element) });
  expect([validate(chain(10)), validate(chain(11))]).toEqual([true, false]);
});

it.each(['/bin/sh', 'a/../b', '..', 'a/./b', 'a//b', 'a@1', 'a\\b', 'C:a', 'a\n/../b', ''])(
  'chain-lock.v1.json does not hold for the id %j',
  (id) => expect(validate(damaged(lock, ['resolved_chain', 0, 'item_id'], id))).toBe(false),
);

it.each(['..a/.b/c..', 'é/工具 x'])('chain-lock.v1.json holds for the id %j', (id) =>
  expect(validate(damaged(lock, ['resolved_chain', 0, 'item_id'], id))).toBe(true),
);
