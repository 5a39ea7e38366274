/** The published schemas hold for what the scripts print, and one field at a time not for what is damaged. */
import { describe, expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged, type Path } from './published-schema.ts';

const NONE = /^$/;
const DETAIL = /(^|\.)detail(\.|$)/;
const LOCKS = /(^|\.)(detail|hints|metadata|new|not_selected|old|tool_versions)(\.|$)/;
const CHAIN = /(^|\.)(detail|metadata\.\d+\.(old|new))(\.|$)|\.provider_version$/;
const COMPARED =
  /^(content|expect|profiles|tools|left_out(\..*)?|content\.(against|verdict|changes\.\d+\.(not_compared|comparison(\.counts\..*|\.differences\.\d+\.(column|key|old_at))?)))$/;
const LATER = /^(counts\.(passed_over|rolled_back|retired)|passed_over)$/;
const JUDGED = /(^|\.)(detail|expected|actual)(\.|$)|\.(old|new)(\.|$)/;

/**
 * With each version: every which of its documents is damaged, the fields that hold whatever came, those that need not be there, and the
 * objects that may have more.
 */
const VERSIONS: readonly [version: string, every: number, free: RegExp, optional: RegExp, open?: RegExp][] = [
  ['lock.v0', 5, LOCKS, /^scope$/],
  ['lock-verify.v0', 5, LOCKS, COMPARED],
  ['lock-diff.v0', 5, LOCKS, NONE],
  ['pack.v0', 5, LOCKS, /^(note|members\.\d+\.artifact_version)$/],
  ['pack.verify.v0', 5, LOCKS, /^invalid\.\d+\.path$/],
  ['chain.result.v0', 5, LOCKS, /^(passed_over|locks\.\d+\.retires)$/],
  ['chain-verify.v0', 1, CHAIN, LATER],
  ['chain-resolve.v0', 1, CHAIN, LATER],
  ['chain-list.v0', 1, CHAIN, LATER],
  ['chain-diff.v0', 1, CHAIN, LATER, /^(added|removed)\.\d+$|^changed\.\d+\.(old|new)$/],
  ['stack-verify.v0', 1, JUDGED, /^(required_active|unused_keys)$/],
  ['stack-diff.v0', 1, JUDGED, NONE],
  ['stack-explain.v0', 1, JUDGED, NONE],
  ['stack-artifact.v0', 1, DETAIL, NONE],
  ['stack-vc.v0', 1, DETAIL, NONE],
];

const printed = printedDocuments();

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [here, ...pathsOf(inner, here)];
  });
}

type Fields = Record<string | number, unknown>;
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

describe.each(VERSIONS)('%s.json', (version, every, free, optional, open = NONE) => {
  const validate = compile(`${version}.json`);
  const documents = printed.filter((document) => document['version'] === version);

  it('holds for every document and refusal that the scripts print', () => {
    const refusals = documents.filter(({ outcome }) => outcome === 'REFUSAL');
    expect([documents.length - refusals.length, refusals.length]).toEqual([
      expect.toSatisfy((count) => count > 1),
      expect.toSatisfy(Boolean),
    ]);
    expect(documents.filter((document) => !validate(document))).toEqual([]);
  });

  it('does not hold where a field is gone, renamed, added or of another type', () => {
    const sample = documents.filter((_, at) => at % every === 0);
    const survives = (document: unknown, path: Path): boolean => {
      const [name, value] = [path.join('.'), path.reduce((inner, key) => inner[key] as Fields, document as Fields)];
      if (isObject(value) && !open.test(name) && validate(damaged(document, [...path, 'more'], true))) return true;
      if (typeof path.at(-1) === 'number') return false;
      return validate(damaged(document, path, { not: 'this' })) || (!optional.test(name) && validate(damaged(document, path, undefined)));
    };
    const survivors = sample.flatMap((document) =>
      pathsOf(document).filter((path) => !free.test(path.join('.')) && survives(document, path)),
    );
    expect(survivors.map((path) => path.join('.'))).toEqual([]);
    expect(sample.filter((document) => validate({ ...document, more: true }))).toEqual([]);
    expect(sample.filter((document) => validate({ ...document, version: version.replace(/0$/, '9') }))).toEqual([]);
  });
});
