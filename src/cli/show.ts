/**
 * Prints the result of a command: with `--json` its document, else lines for people. Only the requested form is computed.
 *
 *     show(invocation, () => diffDocument(diff, names), () => diffLines(diff, names, escapeControls));
 */
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import type { ByteSink } from '#core/ports';
import type { Invocation } from './command.ts';
import { bufferText } from './output.ts';

export type Document = () => JsonObject;
export type Lines = () => Iterable<string>;

export function show(invocation: Invocation, document: Document, lines: Lines): void {
  writeLines(invocation.stdout, outputLines(invocation, document, lines));
}

export function writeLines(sink: ByteSink, lines: Iterable<string>): void {
  const out = bufferText(sink);
  for (const line of lines) out.write(`${line}\n`);
  out.flush();
}

export function outputLines({ has }: Invocation, document: Document, lines: Lines): Iterable<string> {
  return has('--json') ? [formatPretty(document())] : lines();
}
