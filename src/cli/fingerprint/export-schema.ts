/**
 * `fingerprint export-schema FILE`: a definition as a Frictionless Table Schema. What a schema cannot say is listed on standard error, and the
 * exit is 1: the schema is written, but it checks less than the definition.
 */
import { formatPretty } from '#core/json/pretty';
import { exportDefinitionFile } from '#fingerprint/ops/frictionless';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { recordRegular, requireNewOutput, writeNewOutput } from './definition-output.ts';

export function run(invocation: Invocation): Finished {
  const [name] = invocation.args as [string];
  requireNewOutput(invocation);
  invocation.record.params = { subcommand: 'export-schema', file: name };
  recordRegular(invocation, name);
  const { descriptor, losses } = exportDefinitionFile(
    { name, path: invocation.resolve(name) },
    { withDialect: invocation.has('--with-dialect') },
  );
  for (const loss of losses) invocation.say(escapeControls(`not taken over: ${loss}`));
  writeNewOutput(invocation, `${formatPretty(descriptor)}\n`);
  return losses.length === 0 ? { exit: 0, outcome: 'TRANSLATED' } : { exit: 1, outcome: 'PARTIAL' };
}
