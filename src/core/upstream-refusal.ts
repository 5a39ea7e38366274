/**
 * The refusal of an upstream tool, found in place of a record. It is passed on with its code, message, evidence and next command, and with
 * the name of the tool. So a pipeline ends with the original cause, however many tools are between.
 *
 *     {"outcome":"REFUSAL","refusal":{"code":"E_ROOT_NOT_FOUND","detail":{"root":"delivry"},…},"version":"vacuum.v0"}
 *       E_ROOT_NOT_FOUND  {root: 'delivry', upstream: 'vacuum'}
 */
import { isJsonObject, type JsonObject, type JsonValue } from './json/value.ts';
import { Refusal } from './refusal.ts';

/** Returns null if the line is not a refusal, and 'without a code' if it has no valid code. */
export function upstreamRefusal(line: JsonObject): Refusal | 'without a code' | null {
  if (line['outcome'] !== 'REFUSAL') return null;
  const { code, message, detail, next_command: next } = asObject(line['refusal']);
  if (typeof code !== 'string' || !/^E_[A-Z_]{1,60}$/.test(code)) return 'without a code';
  const evidence = asObject(detail);
  const { version } = line;
  const tool = typeof version === 'string' ? version.replace(/\.v\d+$/, '') : 'unknown';
  const words = typeof message === 'string' ? message : `refused by ${tool}`;
  return new Refusal(code, words, { upstream: tool, ...evidence }, typeof next === 'string' && isHarmless(next) ? next : null);
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** True for one command that only reads (M1). The line is attacker-controlled. */
function isHarmless(command: string): boolean {
  const bare = command.replace(/'[^']*'|"'"/g, 'x');
  return /^(ls|head|vacuum|hashbytes|fingerprint)( [\w./:@%+=,-]+)*$/.test(bare) && !/ (-o|--(output|force|definitions))\b/.test(bare);
}
