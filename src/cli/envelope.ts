/** A refusal as bytes on standard output, in the form the tool's specification gives it. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { formatSpine } from '#core/json/write';
import { Refusal, refusalEnvelope } from '#core/refusal';
import type { Tool } from './command.ts';

export function formatEnvelope(form: Tool['envelope'], version: string, refusal: Refusal): Uint8Array {
  const envelope = refusalEnvelope(version, refusal);
  switch (form) {
    case 'canonical':
      return encodeUtf8(formatSpine(envelope));
    case 'canonical-line':
      return encodeUtf8(`${formatSpine(envelope)}\n`);
    case 'ordered-line':
      return encodeUtf8(`${formatOrdered(version, refusal)}\n`);
    case 'pretty-line':
      return encodeUtf8(`${formatPretty(envelope)}\n`);
  }
}

/** C1's own key order; the detail stays canonical. */
function formatOrdered(version: string, { code, message, detail, nextCommand }: Refusal): string {
  const inner = [`"code":${formatSpine(code)}`, `"message":${formatSpine(message)}`, `"detail":${formatSpine(detail)}`];
  return `{"version":${formatSpine(version)},"outcome":"REFUSAL","refusal":{${inner.join(',')},"next_command":${formatSpine(nextCommand)}}}`;
}

/** C1: whatever else is thrown is a bug, and says so in the same envelope. */
export function internalRefusal(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  return new Refusal('E_INTERNAL', `internal error: ${message.toWellFormed()}`);
}
