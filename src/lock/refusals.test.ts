import { describe, expect, it } from 'vitest';
import { member, sealedLock } from '../../tests/lock/judged-lock.ts';
import * as create from './refusals.ts';
import * as verify from './verify-refusals.ts';

const call = { words: 'lock --dataset-id my-dataset --output d.json', input: null };
it('the refusal of a member that lacks a field names the field', () => {
  const refusal = verify.badMember({ path: 'dec.lock.json' }, { kind: 'missing', fields: ['members[0].size'] });
  expect([refusal.message, refusal.detail]).toEqual([
    'lockfile missing required field: members[0].size',
    { path: 'dec.lock.json', missing_fields: ['members[0].size'] },
  ]);
});

it('noMatch() names the nearest members, the nearest first', () => {
  const members = ['2025-11/part-1.csv', '2025-12/a', '2025-12/part-1.csv', 'b'].map((path) => member(path));
  const { message } = verify.noMatch('dec.lock.json', [{ text: '2025-12/prt-*.csv' }], sealedLock({ members }).members);
  expect(message).toBe('no member matches --only 2025-12/prt-*.csv; nearest: 2025-12/part-1.csv, 2025-12/a, 2025-11/part-1.csv');
});

describe('a next_command', () => {
  it.each([
    [{ root: "/it's", call }, `vacuum '/it'"'"'s' | hashbytes | ${call.words}`],
    [{ root: '-x', call }, `vacuum ./-x | hashbytes | ${call.words}`],
    [{ root: '/a\nb', call }, `vacuum '/a\nb' | hashbytes | ${call.words}`],
    [{ root: null, call }, 'lock --help'],
    [{ root: null, call: { ...call, input: "it's" } }, `head -c 200 'it'"'"'s'`],
  ])('quotes %j for a shell', (parts, command) => expect(create.pipelineCommand(parts)).toBe(command));

  it('hashes the file that the records without a hash came from, and keeps all options', () => {
    const refusal = create.missingHash(1, ['a'], { root: null, call: { words: 'lock --strict', input: "it's" } });
    expect(refusal.nextCommand).toBe(`hashbytes 'it'"'"'s' | lock --strict`);
  });

  it('of a library call contains its settings', () => {
    expect(create.callOf({ datasetId: "it's", note: '-x' }).words).toBe(`lock --dataset-id='it'"'"'s' --note='-x'`);
    expect(create.callOf({})).toEqual({ words: 'lock', input: null });
  });

  it.each(['stdin', '(bytes)'])('is absent for a lock from %s, which is no file', (path) =>
    expect([verify.malformed({ path }, '').nextCommand, verify.tampered({ path }, '', '').nextCommand]).toEqual([null, null]),
  );

  it.each(['/dev/zero', '/proc/self/mem'])('does not read %s', (path) =>
    expect(verify.malformed({ path }, '').nextCommand).toBe(`ls -ld ${path}`),
  );
});
