import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import { type DeliveredFile, structCheck, structFindingObject } from './struct-check.ts';
import { readStructRules, type StructRule } from './struct-rules.ts';

function rules(...list: readonly JsonObject[]): readonly StructRule[] {
  const read = readStructRules({ rules: list });
  if (read.kind === 'faults') throw new Error(read.faults.map(({ message }) => message).join('\n'));
  return read.rules;
}

const file = (path: string, more: Partial<DeliveredFile> = {}): DeliveredFile => ({ root: '/in', path, isSkipped: false, ...more });
const monthly = { id: 'monthly', group_by: 'deals/*', required: ['tape.csv', '*.pdf'], optional: ['notes.{md,txt}'] };

describe('structCheck()', () => {
  it('reports for each folder what is present, missing and unexpected', () => {
    const files = [
      'deals/b/tape.csv',
      'deals/a/x.tmp',
      'deals/a/tape.csv',
      'deals/a/r.pdf',
      'deals/a/notes.md',
      'deals/c/x',
      'other/tape.csv',
      'deals/a/sub/tape.csv',
    ];
    const findings = structCheck(
      rules(monthly),
      files.map((path) => file(path)),
    );
    expect(
      findings.map(({ directory, outcome, present, missing, unexpected }) => [directory, outcome, present, missing, unexpected]),
    ).toEqual([
      ['deals/a', 'complete', ['notes.md', 'r.pdf', 'tape.csv'], [], ['x.tmp']],
      ['deals/b', 'partial', ['tape.csv'], ['*.pdf'], []],
      ['deals/c', 'empty', [], ['tape.csv', '*.pdf'], ['x']],
    ]);
  });

  it('reports a rule that matches no folder as empty', () => {
    const [finding, ...more] = structCheck(rules(monthly), [file('tape.csv')]);
    expect(more).toEqual([]);
    expect(structFindingObject(finding as never, { fingerprint: '0.1.0' })).toEqual({
      group_pattern: 'deals/*',
      matched_directory: null,
      missing: ['tape.csv', '*.pdf'],
      outcome: 'empty',
      present: [],
      rule_id: 'monthly',
      tool_versions: { fingerprint: '0.1.0' },
      unexpected: [],
      version: 'struct-check.v0',
    });
  });

  it('does not count a skipped file as delivered', () => {
    const [finding] = structCheck(rules(monthly), [file('deals/a/tape.csv', { isSkipped: true }), file('deals/a/r.pdf')]);
    expect(finding).toMatchObject({ outcome: 'partial', missing: ['tape.csv'], present: ['r.pdf'], skipped: ['tape.csv'] });
    expect(structFindingObject(finding as never, {})['skipped']).toEqual(['tape.csv']);
  });

  it('does not merge two incomplete folders of different roots into a complete one', () => {
    const findings = structCheck(rules(monthly), [file('deals/a/tape.csv'), file('deals/a/r.pdf', { root: '/other' })]);
    expect(findings.map(({ root, outcome }) => [root, outcome])).toEqual([
      ['/in', 'partial'],
      ['/other', 'partial'],
    ]);
    expect(structFindingObject(findings[0] as never, {})['root']).toBe('/in');
  });

  it('matches the root as a dot, and the folders in it as *', () => {
    const at = (group_by: string) =>
      structCheck(rules({ ...monthly, group_by }), [file('x'), file('a/x'), file('a/b/x')]).map(({ directory }) => directory);
    expect([at('.'), at('*'), at('**'), at('a/**')]).toEqual([['.'], ['a'], ['.', 'a', 'a/b'], ['a/b']]);
  });

  it('sorts by rule, then folder, by bytes', () => {
    const findings = structCheck(rules({ ...monthly, id: 'b' }, { ...monthly, id: 'a' }), [file('deals/z/x'), file('deals/B/x')]);
    expect(findings.map(({ ruleId, directory }) => `${ruleId} ${directory}`)).toEqual(['a deals/B', 'a deals/z', 'b deals/B', 'b deals/z']);
  });
});

describe('readStructRules()', () => {
  it.each<[JsonValue, readonly (readonly [string, string])[]]>([
    [[], [['', 'expected a list of rules in "rules", found an empty list']]],
    [{ rules: [] }, [['rules', 'expected a list of rules in "rules", found an empty list']]],
    [{ rules: [7] }, [['rules.0', 'expected a mapping with id, group_by and required, found 7']]],
    [{ rules: [monthly, monthly] }, [['rules.1.id', 'expected an id of its own, found "monthly" twice']]],
    [{ rules: [{ ...monthly, required: [] }] }, [['rules.0.required', 'expected at least one name, found none']]],
    [
      { rules: [{ ...monthly, required: ['a/b', 7, '['] }] },
      [
        ['rules.0.required.0', 'expected the name of a file, without a folder, found "a/b"'],
        ['rules.0.required.1', 'expected a glob for names of files, found 7'],
        ['rules.0.required.2', expect.stringMatching(/^bad glob "\[": ./) as string],
      ],
    ],
    [
      { rules: [{ id: 'x', colour: 1 }], more: 1 },
      [
        ['more', 'unknown key "more": expected rules'],
        ['rules.0.colour', 'unknown key "colour": expected id, group_by, required, optional'],
        ['rules.0', 'expected a glob for folders, found nothing'],
        ['rules.0', 'expected a list of names in "required", found nothing'],
      ],
    ],
  ])('finds what is wrong with %j', (value, faults) => {
    const read = readStructRules(value);
    expect(read.kind === 'faults' && read.faults.map(({ path, message }) => [path.join('.'), message])).toEqual(faults);
  });
});
