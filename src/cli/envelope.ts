/** Writes a refusal as bytes for standard output, in the form of the tool's specification. */

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

/** The key order of C1; the detail is canonical. */
function formatOrdered(version: string, { code, message, detail, nextCommand }: Refusal): string {
  const inner = [`"code":${formatSpine(code)}`, `"message":${formatSpine(message)}`, `"detail":${formatSpine(detail)}`];
  return `{"version":${formatSpine(version)},"outcome":"REFUSAL","refusal":{${inner.join(',')},"next_command":${formatSpine(nextCommand)}}}`;
}

/** C1: any other error is a bug, and is reported in the same envelope. */
export function internalRefusal(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  return new Refusal('E_INTERNAL', `internal error: ${message.toWellFormed()}`);
}
