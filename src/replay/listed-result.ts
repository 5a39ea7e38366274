/**
 * A result as it stands among others in the document of `--all`: the text that `formatPretty` gives, four spaces in. One about which there is
 * nothing more to say, as nearly all of ten thousand are, is written out: to format them all cost a tenth of a run.
 */
import { formatPretty } from '#core/json/pretty';
import { quote } from '#core/json/write';
import type { ResultV1 } from './result.ts';

export function listedResult(result: ResultV1): string {
  const { errors, files, differences, inexact_numbers } = result;
  const hasMore = errors !== undefined || files !== undefined || differences !== undefined || inexact_numbers !== undefined;
  if (!hasMore && result.trace.length > 0) return `    ${plainResult(result)}`;
  // No text in it has a line end: those are escaped in JSON.
  return `    ${formatPretty(result).replaceAll('\n', '\n    ')}`;
}

const NEXT = ',\n      ';

function plainResult(result: ResultV1): string {
  const { ok, ref, expected, got, hash_alg, canonical_scope, trace, message, wrote_expected, write_blocked, write_reason, profile } =
    result;
  const hashes = `"expected": ${quote(expected)}${NEXT}"got": "${got}"${NEXT}"hash_alg": "${hash_alg}"${NEXT}"canonical_scope": "${canonical_scope}"`;
  const writes = `"wrote_expected": ${wrote_expected}${NEXT}"write_blocked": ${write_blocked}${NEXT}"write_reason": "${write_reason}"`;
  const start = `{\n      "ok": ${ok}${NEXT}"ref": ${quote(ref)}${NEXT}${hashes}${NEXT}"trace": [\n        ${quote(trace[0] as string)}`;
  let steps = '';
  for (let i = 1; i < trace.length; i++) steps += `,\n        ${quote(trace[i] as string)}`;
  const end = `"message": ${quote(message)}${NEXT}${writes}${NEXT}"profile": ${profile === null ? 'null' : `"${profile}"`}`;
  return `${start}${steps}\n      ]${NEXT}${end}\n    }`;
}
