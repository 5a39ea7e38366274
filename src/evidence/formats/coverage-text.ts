/** How much of the evidence was checked, in words: `2 of 3 members verified, 1 failed`. */
import { counted, grouped } from '#core/count-text';
import { nounOf, titleOfKind } from '../titles.ts';
import { OUTCOMES, type Outcome, type Verdict, type Verdicts } from '../verdict.ts';

export function coverageText({ kind, coverage }: Verdict): string {
  const { expected, verified, failed, skipped, not_selected, extra } = coverage;
  const others = [
    [failed, 'failed'],
    [skipped, 'not checked'],
    [not_selected, 'not asked for'],
    [extra, 'extra'],
  ] as const;
  const rest = others.flatMap(([count, word]) => (count === 0 ? [] : [`, ${grouped(count)} ${word}`])).join('');
  return `${grouped(verified)} of ${counted(expected, nounOf(kind))} verified${rest}`;
}

/** `dataset lock`, or `not recognised`. */
export function kindTitle({ kind }: Verdict): string {
  return kind === null ? 'not recognised' : titleOfKind(kind);
}

/** The line for all: `4 judged, 3 OK, 1 FAILED; 2 other files`. */
export function countsText({ verdicts, unknown }: Pick<Verdicts, 'verdicts' | 'unknown'>): string {
  return outcomesText(
    verdicts.map(({ outcome }) => outcome),
    unknown,
  );
}

export function outcomesText(outcomes: readonly Outcome[], unknown: number): string {
  const counts = OUTCOMES.flatMap((outcome) => {
    const count = outcomes.filter((each) => each === outcome).length;
    return count === 0 ? [] : [`${grouped(count)} ${outcome}`];
  });
  const others = unknown === 0 ? '' : `; ${counted(unknown, 'other file')}`;
  return `${grouped(outcomes.length)} judged, ${counts.join(', ')}${others}`;
}
