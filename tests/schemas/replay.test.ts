/** What the schemas of replay say: they hold for what the scripts print, and one field at a time not for what is damaged. */
import { expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { RESULT_FIELDS } from '../replay/outcome.ts';
import { compile, damaged, type Path } from './published-schema.ts';

type Document = Readonly<Record<string, unknown>>;

const documents = printedDocuments(['replay']);
const results = documents.filter((document) => 'write_reason' in document);
const summaries = documents.filter((document) => 'results' in document);
const states = documents.filter((document) => 'snapshot' in document);
const HASH = 'A'.repeat(64);

const isResult = compile('replay-result.v1.json');
const find = (fields: Document): Document => {
  const found = results.find((result) => Object.entries(fields).every(([key, value]) => result[key] === value));
  if (found === undefined) throw new Error(`no script prints ${JSON.stringify(fields)}`);
  return found;
};

it('replay-result.v1.json holds for every result that the scripts print, alone or among many', () => {
  const all = [...results, ...summaries.flatMap((summary) => summary['results'] as Document[])];
  expect(results.length).toBeGreaterThan(20);
  expect(all.filter((result) => !isResult(result))).toEqual([]);
});

it('replay-result.v1.json does not hold where a field of the document is gone or of another type', () => {
  const survivors = results.flatMap((result) =>
    RESULT_FIELDS.filter((field) => isResult(damaged(result, [field], undefined)) || isResult(damaged(result, [field], { not: 'this' }))),
  );
  expect(survivors).toEqual([]);
});

const ok = { ok: true, write_reason: 'none' };
it.each<[string, Document, Path, unknown]>([
  ['another algorithm', ok, ['hash_alg'], 'sha256'],
  ['another scope', ok, ['canonical_scope'], 'canonical_json_v1'],
  ['a hash in lower case', ok, ['got'], HASH.toLowerCase()],
  ['a hash of 63 digits', ok, ['got'], HASH.slice(1)],
  ['a reason of its own', ok, ['write_reason'], 'because'],
  ['a trace that is no list of texts', ok, ['trace', 0], 1],
  ['a profile of its own', ok, ['profile'], 'auto'],
  ['a hash that was written and a reason that denies it', ok, ['wrote_expected'], true],
  ['a write that was blocked for no reason', ok, ['write_blocked'], true],
  ['a blocked write that is none', { write_reason: 'existing_expected_present' }, ['write_blocked'], false],
  ['ok without a hash', ok, ['got'], ''],
  ['a placeholder that is ok', { write_reason: 'flag_not_set' }, ['ok'], true],
])('replay-result.v1.json does not hold for %s', (_, fields, path, part) => {
  const result = find(fields);
  expect(isResult(result)).toBe(true);
  expect(isResult(damaged(result, path, part))).toBe(false);
});

it('replay-result.v1.json knows every reason that the document allows', () => {
  const reasons =
    'none flag_not_set placeholder existing_expected_present snapshot_not_found snapshot_invalid_json io_error invalid_hash'.split(' ');
  const invalid = find({ ok: false, got: '', write_blocked: true });
  const accepted = reasons.filter((write_reason) =>
    [true, false].some((write_blocked) =>
      [true, false].some((wrote_expected) =>
        isResult({ ...invalid, got: HASH, profile: 'embedded', write_reason, write_blocked, wrote_expected }),
      ),
    ),
  );
  expect(accepted).toEqual(reasons);
});

const isSummary = compile('replay-summary.v1.json');

it('replay-summary.v1.json holds for every summary that the scripts print', () => {
  expect(summaries.length).toBeGreaterThan(2);
  expect(summaries.filter((summary) => !isSummary(summary))).toEqual([]);
});

it('replay-summary.v1.json does not hold where a part is gone, of another type or added', () => {
  const [summary] = summaries as [Document];
  // What was passed over is not in the documents of an earlier version.
  const names = Object.keys(summary['counts'] as object).filter((name) => name !== 'passed_over');
  const counts = names.map((name) => ['counts', name]);
  for (const path of [['results'], ['counts'], ['results', 0, 'ok'], ...counts]) {
    expect(isSummary(damaged(summary, path, undefined)), path.join('.')).toBe(false);
    expect(isSummary(damaged(summary, path, 'x')), path.join('.')).toBe(false);
  }
  for (const path of [['passed_over'], ['counts', 'passed_over']])
    expect(isSummary(damaged(summary, path, 'x')), path.join('.')).toBe(false);
  expect(isSummary({ ...summary, more: 1 })).toBe(false);
  expect(isSummary(damaged(summary, ['counts', 'ok'], -1))).toBe(false);
});

const isState = compile('replay-state.v1.json');

it('replay-state.v1.json holds for every state that the scripts print, and has no hash', () => {
  expect(states.length).toBeGreaterThan(0);
  expect(states.filter((state) => !isState(state))).toEqual([]);
  expect(states.flatMap(Object.keys).filter((key) => /hash|expected|got/.test(key))).toEqual([]);
});

it('replay-state.v1.json does not hold where one of the seven keys is gone, of another type or added', () => {
  const [state] = states as [Document];
  for (const key of ['snapshot', 'units', 'versions', 'claims', 'meaning', 'uncertainty', 'trace']) {
    expect(isState(damaged(state, [key], undefined)), key).toBe(false);
    expect(isState(damaged(state, [key], 'x')), key).toBe(false);
  }
  expect(isState({ ...state, got: HASH })).toBe(false);
  expect(isState(damaged(state, ['snapshot'], { expected_hash_v1: HASH }))).toBe(false);
});
