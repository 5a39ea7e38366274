/**
 * Prints the result of a command: with `--json` its document, else lines for people. Only the requested form is computed.
 *
 *     show(invocation, { document: () => diffDocument(diff, names), lines: () => diffLines(diff, names, escapeControls) });
 */
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import type { ByteSink } from '#core/ports';
import type { Invocation } from './command.ts';
import { bufferText } from './output.ts';

export interface Result {
  readonly document: () => JsonObject;
  readonly lines: () => Iterable<string>;
}

export function show(invocation: Invocation, result: Result): void {
  writeLines(invocation.stdout, outputLines(invocation, result));
}

export function writeLines(sink: ByteSink, lines: Iterable<string>): void {
  const out = bufferText(sink);
  for (const line of lines) out.write(`${line}\n`);
  out.flush();
}

export function outputLines({ has }: Invocation, { document, lines }: Result): Iterable<string> {
  return has('--json') ? [formatPretty(document())] : lines();
}
