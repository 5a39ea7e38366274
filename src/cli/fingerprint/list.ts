/**
 * `fingerprint --list`: what may be asked for, and what may not and why.
 *
 *     csv.v0 (csv)
 *     loan-tape.v1 (csv)
 *     rent-roll.v1 untrusted: definitions/rent-roll.fp.yaml
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { listDocument, listOf } from '#fingerprint/ops/list';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { shelfOf } from './shelf.ts';

export async function list(invocation: Invocation): Promise<Finished> {
  const listed = listOf(await shelfOf(invocation));
  const text = invocation.has('--json')
    ? `${formatPretty(listDocument(listed))}\n`
    : [...lines(listed)].map((line) => `${line}\n`).join('');
  invocation.stdout.write(encodeUtf8(text));
  return { exit: 0 };
}

function* lines({ usable, blocked }: ReturnType<typeof listOf>): Generator<string, undefined, undefined> {
  for (const { id, format } of usable) yield `${id} (${format})`;
  for (const { id, status, path } of blocked) yield escapeControls(`${id ?? '?'} ${status}: ${path}`);
  return undefined;
}
