/**
 * `fingerprint import-schema FILE`: a Frictionless Table Schema as a definition. What definitions cannot say is listed in the definition and on
 * standard error, and the exit is 1: the definition is written, but it checks less than the schema.
 */
import type { Format } from '#core/parsed';
import { isFingerprintId } from '#fingerprint/define/definition';
import { stemOf } from '#fingerprint/formats';
import { importSchemaFile } from '#fingerprint/ops/frictionless';
import { idFrom } from '#fingerprint/ops/infer-definition';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { recordRegular, requireNewOutput, writeNewOutput } from './definition-output.ts';

export function run(invocation: Invocation): Finished {
  const [name] = invocation.args as [string];
  const { value } = invocation;
  const id = value('--id') ?? idFrom(stemOf(name).replace(/\.(?:table)?schema$/, ''));
  if (!isFingerprintId(id)) throw new UsageError(`--id needs an id such as loan-tape.v1, found '${id}'`);
  requireNewOutput(invocation);
  invocation.record.params = { subcommand: 'import-schema', file: name };
  recordRegular(invocation, name);
  const path = invocation.resolve(name);
  const format = (value('--format') ?? null) as Format | null;
  const { text, losses } = importSchemaFile({ name, path }, { id, format, resource: value('--resource') ?? null });
  for (const loss of losses) invocation.say(escapeControls(`not taken over: ${loss}`));
  writeNewOutput(invocation, text);
  return losses.length === 0 ? { exit: 0, outcome: 'TRANSLATED' } : { exit: 1, outcome: 'PARTIAL' };
}
