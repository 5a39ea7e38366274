/** R3: also what could not be judged, or not be told where it was to be, is one result on standard output. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { isJsonObject, type JsonObject } from '#core/json/value';
import { Refusal } from '#core/refusal';
import { type ResultV1, resultV1 } from '#replay/result';

/** `params` are those of the ledger, which name the bundle as soon as it is known. */
export function formatFailure(refusal: Refusal, { params: { ref } }: { readonly params: JsonObject }): Uint8Array {
  const { result } = refusal.detail;
  const known = isJsonObject(result) ? (result as ResultV1) : { ref: typeof ref === 'string' ? ref : '' };
  const message = messageOf(refusal);
  return encodeUtf8(`${formatPretty(resultV1({ ...known, ok: false, errors: [message], message }))}\n`);
}

/** What had become of the bundle by then goes with the refusal: a hash that was written stays told. */
export function failedToTell(result: ResultV1, { code, message, detail, nextCommand }: Refusal): Refusal {
  return new Refusal(code, message, { ...detail, result }, nextCommand);
}

/** With the file, as in all other messages: there is no detail beside it. */
function messageOf({ message, detail: { path, error } }: Refusal): string {
  return typeof path === 'string' && typeof error === 'string' ? `write ${path}: ${error}` : message;
}
