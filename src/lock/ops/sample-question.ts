/** The question for a sample, with a seed that nobody knew before, unless one is given. Null if the size is none. */
import { randomBytes } from 'node:crypto';
import { parseSampleSize, type SampleQuestion } from '../sample.ts';

export function sampleQuestion(asked: string, seed: string = randomBytes(8).toString('hex')): SampleQuestion | null {
  const size = parseSampleSize(asked);
  return size === null ? null : { asked, size, seed };
}

export const SAMPLE_FORM = 'a share of at most 100% or a whole number of at least 1';
