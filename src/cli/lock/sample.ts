/** `--sample 1%`, `--sample 200`, and `--seed`: reads a sample of the members. */
import { SAMPLE_FORM, sampleQuestion } from '#lock/ops/sample-question';
import type { SampleQuestion } from '#lock/sample';
import { type Invocation, UsageError } from '../command.ts';

/** Undefined without `--sample`. */
export function sampleOption(invocation: Invocation): SampleQuestion | undefined {
  const [asked, seed] = [invocation.value('--sample'), invocation.value('--seed')];
  if (seed !== undefined && asked === undefined) throw new UsageError('--seed needs --sample');
  if (seed === '') throw new UsageError('--seed needs a text');
  if (asked === undefined) return undefined;
  const question = sampleQuestion(asked, seed);
  if (question === null) throw new UsageError(`--sample needs ${SAMPLE_FORM}, found '${asked}'`);
  return question;
}
