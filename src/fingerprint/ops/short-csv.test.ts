import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format } from '#core/parsed';
import { tidyCsv, wildCsv } from '../../../tests/fingerprint/csv-fragments.ts';
import { define } from '../../../tests/fingerprint/samples.ts';
import { runs } from '../../../tests/helpers/trials.ts';
import { BUILT_INS } from '../builtin/builtin.ts';
import type { Candidate } from '../candidate.ts';
import { fingerprintFile } from './judge-file.ts';
import type { FileQuestion } from './question.ts';
import { mainThreadJudge } from './short-csv.ts';

const builtIns = (...formats: readonly Format[]): readonly Candidate[] => BUILT_INS.filter(({ format }) => formats.includes(format));
const CSV = builtIns('csv');

function questionOf(bytes: Uint8Array, formats: readonly Format[] = ['csv']): FileQuestion {
  const hex = createHash('sha256').update(bytes).digest('hex');
  const held = { bytes, hex };
  return {
    path: '/data/tape.csv',
    formats,
    size: bytes.length,
    bytesHash: `sha256:${hex}`,
    mustMatch: true,
    confine: null,
    only: null,
    held,
  };
}

function atOnce(bytes: Uint8Array, { asked = CSV, diagnose = false, formats = ['csv'] as readonly Format[] } = {}) {
  return mainThreadJudge(asked, { diagnose })?.(questionOf(bytes, formats), bytes) ?? null;
}

function byTheThread(bytes: Uint8Array, asked: readonly Candidate[] = CSV) {
  return fingerprintFile(questionOf(bytes), { asked, at: 0, diagnose: false, maxSize: null });
}

describe('mainThreadJudge', () => {
  it.each([
    ['tidy', tidyCsv],
    ['wild', wildCsv],
  ])('mainThreadJudge answers of %s bytes what a thread answers, or leaves them to it', async (_, arbitrary) => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(arbitrary, async (bytes) => {
        const answer = atOnce(bytes);
        if (answer === null) return;
        answered++;
        expect(answer).toEqual(await byTheThread(bytes));
      }),
      runs(2000),
    );
    expect(answered).toBeGreaterThan(25);
  });

  it('mainThreadJudge answers even if other built-in fingerprints are requested', async () => {
    const asked = builtIns('json', 'csv', 'pdf');
    const bytes = Buffer.from('a,b\n1,2\n');
    expect(atOnce(bytes, { asked })).toEqual(await byTheThread(bytes, asked));
    expect(atOnce(bytes, { asked })).not.toBeNull();
  });

  it('mainThreadJudge leaves to a thread files that are long, do not match, have another format, or may have two', () => {
    const line = 'a,b\n';
    expect(atOnce(Buffer.from(line.repeat(4096)))).not.toBeNull();
    expect(atOnce(Buffer.from(line.repeat(4097)))).toBeNull();
    expect(atOnce(Buffer.from('\n\n'))).toBeNull();
    expect(atOnce(Buffer.from('{}'), { asked: builtIns('json'), formats: ['json'] })).toBeNull();
    expect(atOnce(Buffer.from(line), { asked: builtIns('csv', 'text'), formats: ['csv', 'text'] })).toBeNull();
  });

  it('mainThreadJudge leaves definitions and diagnoses to a thread', () => {
    expect(mainThreadJudge([...CSV, define({})], { diagnose: false })).toBeNull();
    expect(mainThreadJudge(CSV, { diagnose: true })).toBeNull();
  });
});
