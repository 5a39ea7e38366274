/** R3: a bundle that could not be judged, and a result that could not be written to its file, are also one result on standard output. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { isJsonObject, type JsonObject } from '#core/json/value';
import { Refusal } from '#core/refusal';
import { type ResultV1, resultV1 } from '#replay/result';

/** `params` are the parameters for the ledger, which name the bundle as soon as it is known. */
export function formatFailure(refusal: Refusal, { params: { ref } }: { readonly params: JsonObject }): Uint8Array {
  const { result } = refusal.detail;
  const known = isJsonObject(result) ? (result as ResultV1) : { ref: typeof ref === 'string' ? ref : '' };
  const message = messageOf(refusal);
  return encodeUtf8(`${formatPretty(resultV1({ ...known, ok: false, errors: [message], message }))}\n`);
}

/** The result so far is added to the refusal: an expected hash that was written is still reported. */
export function withResult(result: ResultV1, { code, message, detail, nextCommand }: Refusal): Refusal {
  return new Refusal(code, message, { ...detail, result }, nextCommand);
}

/** The message includes the file, because the result has no separate detail. */
function messageOf({ message, detail: { path, error } }: Refusal): string {
  return typeof path === 'string' && typeof error === 'string' ? `write ${path}: ${error}` : message;
}
