/** `witness count`: how many records pass the filters; none is an answer too. */
import { formatSpine } from '#core/json/write';
import type { Finished, Invocation } from '../command.ts';
import { writeText } from '../output.ts';
import { ask } from './asked.ts';

export function run(invocation: Invocation): Finished {
  const { matched } = ask(invocation, invocation.integer('--limit', 1) ?? null, () => {});
  writeText(invocation.stdout, `${invocation.has('--json') ? formatSpine({ count: matched }) : matched}\n`);
  return { exit: 0 };
}
