/**
 * `lock-plan.v0`: how a tree is divided into ranges of paths, so that each task of a scan walks only its own.
 *
 *     {"bounds":["dec/0400.csv","nov/0100.csv"],"expected":[{"bytes":9000,"members":400},{…},{…}],"parts":3,"plan_hash":"sha256:…",
 *      "version":"lock-plan.v0"}
 *
 * Part I has the paths after the bound before it, up to and including its own; the first and the last part are open. So every path, also
 * one that did not exist when the plan was made, is in exactly one part. `plan_hash` is the SHA-256 of the document with `"plan_hash":""`.
 */
import { isBefore } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { PathRange } from '#core/path-range';
import type { NewHasher } from '#core/ports';
import { MAX_SHARDS } from '#core/shard';
import { badPlan } from './refusals.ts';

const PLAN_VERSION = 'lock-plan.v0';

/** What a part had when the plan was made. */
export interface Expected extends JsonObject {
  readonly bytes: number | bigint;
  readonly members: number;
}

export interface Plan {
  /** Ascending; one less than there are parts. Two that are equal have an empty range between them. */
  readonly bounds: readonly string[];
  readonly expected: readonly Expected[];
  readonly hash: string;
}

export function planOf({ bounds, expected }: Omit<Plan, 'hash'>, newHasher: NewHasher): Plan {
  const hasher = newHasher('sha256');
  hasher.update(encodeUtf8(formatPlan({ bounds, expected, hash: '' })));
  return { bounds, expected, hash: `sha256:${hasher.digest()}` };
}

export function formatPlan({ bounds, expected, hash }: Plan): string {
  return formatSpine({ bounds, expected, parts: expected.length, plan_hash: hash, version: PLAN_VERSION });
}

/** Refuses with `E_BAD_PLAN` what is not a plan, or was changed. */
export function parsePlan(path: string, bytes: Uint8Array, newHasher: NewHasher): Plan {
  const value = valueOf(path, bytes);
  if (!isJsonObject(value) || value['version'] !== PLAN_VERSION) throw badPlan(path, `expected version ${PLAN_VERSION}`);
  const { bounds, expected, plan_hash: hash } = value;
  if (!isBounds(bounds) || !isExpected(expected) || expected.length !== bounds.length + 1)
    throw badPlan(path, 'bounds and expected are not those of a plan');
  const plan = planOf({ bounds, expected }, newHasher);
  if (hash !== plan.hash || formatPlan(plan) !== formatSpine(value)) throw badPlan(path, 'it does not match its own hash: it was changed');
  return plan;
}

export function rangeOf({ bounds }: Plan, part: number): PathRange {
  return { after: bounds[part - 1] ?? null, through: bounds[part] ?? null };
}

function valueOf(path: string, bytes: Uint8Array): JsonValue {
  try {
    return parseJson(bytes);
  } catch (error) {
    throw error instanceof JsonError ? badPlan(path, error.message) : error;
  }
}

function isBounds(value: JsonValue | undefined): value is readonly string[] {
  if (!Array.isArray(value) || value.length >= MAX_SHARDS || !value.every((bound) => typeof bound === 'string')) return false;
  return value.every((bound, at) => at === 0 || !isBefore(bound, value[at - 1] as string));
}

function isExpected(value: JsonValue | undefined): value is readonly Expected[] {
  return Array.isArray(value) && value.every((part: JsonValue) => isJsonObject(part) && isCount(part['bytes']) && isCount(part['members']));
}

function isCount(value: JsonValue | undefined): boolean {
  return (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) || (typeof value === 'bigint' && value >= 0n);
}
