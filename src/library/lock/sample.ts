/** The sample of `verifyLock`. */
import { SAMPLE_FORM, sampleQuestion } from '#lock/ops/sample-question';
import type { SampleQuestion } from '#lock/sample';

export interface SampleSettings {
  /** Reads only a sample: a share (`1%`) or a number of members. The verdict is at best `VERIFY_PARTIAL`. */
  readonly sample?: string | number;
  /** The text that the sample is drawn from; the default is random. */
  readonly seed?: string;
}

/** Undefined if all members are to be read. */
export function sampleOf({ sample, seed, strict }: SampleSettings & { readonly strict?: boolean }): SampleQuestion | undefined {
  if (sample === undefined) {
    if (seed !== undefined) throw new RangeError('seed needs sample');
    return undefined;
  }
  const question = seed === '' ? null : sampleQuestion(String(sample), seed);
  if (question === null) throw new RangeError(`sample needs ${SAMPLE_FORM}, and seed a text`);
  if (strict === true) throw new RangeError('strict needs every member, and does not go with sample');
  return question;
}
