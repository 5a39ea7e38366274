import { describe, expect, it } from 'vitest';
import { activation, both } from '../../tests/corridor-changes.ts';
import { alice, blockersOf, bob, type CorridorOptions, corridor, participants } from '../../tests/signed-corridor.ts';

describe('judgeAgreementFiles()', () => {
  const cases: readonly [what: string, options: CorridorOptions, found: readonly string[]][] = [
    ['two words of one party', { parties: [alice, bob, bob] }, [`${bob.did}:duplicate_party`]],
    ['a file that is listed twice', { parties: both, listed: [0, 1, 0] }, [`${alice.did}:duplicate_party`]],
    ['one file for all that is listed twice', { listed: [0, 0] }, [`${alice.did}:duplicate_party`]],
    [
      'terms that differ',
      { parties: both, agreement: (subject, party) => (party === bob ? { ...subject, terms: 'mine' } : subject) },
      ['agreement:differ:terms'],
    ],
    [
      'thresholds that differ',
      {
        parties: both,
        agreement: (subject, party) =>
          party === bob ? activation({ thresholds: [{ role: 'authority', required: 1 }] })(subject) : subject,
      },
      ['agreement:differ:activation'],
    ],
    [
      'participants that differ between files',
      {
        parties: both,
        agreement: (subject, party) => (party === bob ? { ...subject, participants: [...participants].reverse() } : subject),
      },
      ['participants:differ'],
    ],
    [
      'one who withdraws though enough have signed',
      {
        parties: both,
        agreement: (subject, party) =>
          activation({ thresholds: [{ role: 'authority', required: 1 }] })(
            party === bob ? { ...subject, commitment: 'WITHDRAW' } : subject,
          ),
      },
      [`${bob.did}:withdraw`],
    ],
  ];
  it.each(cases)('is blocked by %s', (_what, options, found) => {
    expect(blockersOf(corridor(options))).toEqual([...new Set(found)]);
  });
});
