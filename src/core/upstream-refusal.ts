/**
 * The refusal of an upstream tool that stands in place of a record, passed on whole: its code, its message, its evidence and its way out, and which
 * tool it was. A pipeline ends with the cause, however many tools lie between.
 *
 *     {"outcome":"REFUSAL","refusal":{"code":"E_ROOT_NOT_FOUND","detail":{"root":"delivry"},…},"version":"vacuum.v0"}
 *       E_ROOT_NOT_FOUND  {root: 'delivry', upstream: 'vacuum'}
 */
import { isJsonObject, type JsonObject, type JsonValue } from './json/value.ts';
import { Refusal } from './refusal.ts';

/** Null where the line is no refusal; one that says too little is a refusal without a code. */
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

/** One command that only looks (M1): the line may come from anybody. */
function isHarmless(command: string): boolean {
  const bare = command.replace(/'[^']*'|"'"/g, 'x');
  return /^(ls|head|vacuum|hashbytes|fingerprint)( [\w./:@%+=,-]+)*$/.test(bare) && !/ (-o|--(output|force|definitions))\b/.test(bare);
}
