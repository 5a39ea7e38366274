/**
 * A tool-chain lockfile, version 1: the files that a tool runs through, down to the primitive, each with the hash of its content.
 *
 *     {
 *       "lockfile_version": 1,
 *       "generated_at": "2026-02-11T00:00:00+00:00",
 *       "root": { "tool_id": "web/scraper", "version": "1.0.0", "integrity": "a1b2…" },
 *       "resolved_chain": [
 *         { "item_id": "web/scraper", "space": "project", "tool_type": "python", "executor_id": "…", "integrity": "a1b2…" }, …
 *       ],
 *       "registry": null
 *     }
 *
 * The indentation is two spaces, without a final newline. A lock that is incomplete or inconsistent is refused (K4); a corrupt lock is never
 * ignored.
 */

import { formatPretty } from '#core/json/pretty';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import { BadId, isToolVersion, parseToolId } from './id.ts';
import { badLock } from './refusals.ts';
import { parseSpace, type Space } from './space.ts';

const LOCK_VERSION = 1;

/** The maximum length of a chain. A chain ends with an element that needs no executor. */
export const MAX_CHAIN_LENGTH = 10;

export interface LockedElement {
  readonly itemId: string;
  readonly space: Space;
  readonly toolType: string | null;
  readonly executorId: string | null;
  /** Lower-case hex, without a prefix. */
  readonly integrity: string;
  /** Unknown keys, kept when the lock is written again. */
  readonly kept?: JsonObject;
}

export interface ChainLock {
  readonly generatedAt: string;
  /** The version of the root. */
  readonly version: string;
  /** From the requested tool down to the primitive. */
  readonly chain: readonly LockedElement[];
  /** Kept when the lock is written again: `registry`, and unknown keys. */
  readonly kept: JsonObject;
  /** The unknown keys of `root`. */
  readonly keptInRoot?: JsonObject;
}

const KEYS = ['lockfile_version', 'generated_at', 'root', 'resolved_chain'];
const ROOT_KEYS = ['tool_id', 'version', 'integrity'];
const ELEMENT_KEYS = ['item_id', 'space', 'tool_type', 'executor_id', 'integrity'];
const HEX = /^[0-9a-f]{64}$/;

export function formatChainLock({ generatedAt, version, chain, kept, keptInRoot }: ChainLock): string {
  const [root] = chain as readonly [LockedElement, ...LockedElement[]];
  return formatPretty({
    lockfile_version: LOCK_VERSION,
    generated_at: generatedAt,
    root: { tool_id: root.itemId, version, integrity: root.integrity, ...keptInRoot },
    resolved_chain: chain.map((element) => ({ ...elementFields(element), ...element.kept })),
    registry: null,
    ...kept,
  });
}

function elementFields({ itemId, space, toolType, executorId, integrity }: LockedElement): JsonObject {
  return { item_id: itemId, space, tool_type: toolType, executor_id: executorId, integrity };
}

/** `file` is the path as shown to the user. Throws `E_BAD_LOCK`. */
export function parseChainLock(bytes: Uint8Array, file: string): ChainLock {
  try {
    return readLock(parseJson(bytes));
  } catch (error) {
    if (error instanceof JsonError || error instanceof Corrupt || error instanceof BadId) throw badLock(file, error.message);
    throw error;
  }
}

class Corrupt extends Error {
  override readonly name = 'Corrupt';
}

function readLock(document: JsonValue): ChainLock {
  if (!isJsonObject(document)) throw new Corrupt('expected an object');
  const version = document['lockfile_version'];
  if (version !== LOCK_VERSION)
    throw new Corrupt(`expected lockfile_version 1, found ${version === undefined ? 'none' : formatPretty(version)}`);
  const root = objectAt(document, 'root');
  const chain = listAt(document, 'resolved_chain').map(readElement);
  requireLinked(chain);
  const lock = {
    generatedAt: timeAt(document, 'generated_at'),
    version: textAt(root, 'version'),
    chain,
    kept: without(KEYS, document),
    ...orNothing('keptInRoot', without(ROOT_KEYS, root)),
  };
  if (!isToolVersion(lock.version)) throw new Corrupt(`root.version cannot be part of a file name: ${lock.version}`);
  requireRoot(root, chain[0] as LockedElement);
  return lock;
}

function readElement(value: JsonValue, index: number): LockedElement {
  const at = `resolved_chain[${index}]`;
  if (!isJsonObject(value)) throw new Corrupt(`${at} is not an object`);
  const space = parseSpace(textAt(value, 'space', at));
  if (space === null) throw new Corrupt(`${at}.space is not project, user or system`);
  return {
    itemId: parseToolId(textAt(value, 'item_id', at)),
    space,
    toolType: textOrNull(value, 'tool_type', at),
    executorId: textOrNull(value, 'executor_id', at),
    integrity: hexAt(value, 'integrity', at),
    ...orNothing('kept', without(ELEMENT_KEYS, value)),
  };
}

function without(keys: readonly string[], object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function orNothing<K extends string>(name: K, object: JsonObject): { readonly [_ in K]?: JsonObject } {
  return Object.keys(object).length === 0 ? {} : ({ [name]: object } as { readonly [_ in K]: JsonObject });
}

/** Each element names the next as its executor, and the last one names none. */
function requireLinked(chain: readonly LockedElement[]): void {
  if (chain.length === 0) throw new Corrupt('resolved_chain is empty');
  if (chain.length > MAX_CHAIN_LENGTH) throw new Corrupt(`resolved_chain has more than ${MAX_CHAIN_LENGTH} elements`);
  if (new Set(chain.map(({ itemId }) => itemId)).size !== chain.length) throw new Corrupt('resolved_chain has a duplicate element');
  chain.forEach(({ executorId }, index) => {
    const next = chain[index + 1]?.itemId ?? null;
    if (executorId !== next) throw new Corrupt(`resolved_chain[${index}].executor_id is ${executorId}, and the next element is ${next}`);
  });
}

function requireRoot(root: JsonObject, first: LockedElement): void {
  if (textAt(root, 'tool_id', 'root') !== first.itemId) throw new Corrupt('root.tool_id is not the first element of resolved_chain');
  if (hexAt(root, 'integrity', 'root') !== first.integrity)
    throw new Corrupt('root.integrity is not that of the first element of resolved_chain');
}

function textAt(object: JsonObject, name: string, at?: string): string {
  const value = object[name];
  if (typeof value === 'string') return value;
  throw new Corrupt(value === undefined ? `missing ${placeOf(name, at)}` : `${placeOf(name, at)} is not a string`);
}

function timeAt(object: JsonObject, name: string): string {
  const text = textAt(object, name);
  if (parseInstant(text) === null) throw new Corrupt(`${name} is not an RFC 3339 time with an offset`);
  return text;
}

function textOrNull(object: JsonObject, name: string, at: string): string | null {
  if (object[name] === undefined) throw new Corrupt(`missing ${placeOf(name, at)}`);
  return object[name] === null ? null : textAt(object, name, at);
}

function hexAt(object: JsonObject, name: string, at: string): string {
  const text = textAt(object, name, at);
  if (!HEX.test(text)) throw new Corrupt(`${placeOf(name, at)} is not 64 lower-case hex digits`);
  return text;
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  if (isJsonObject(value)) return value;
  throw new Corrupt(value === undefined ? `missing ${name}` : `${name} is not an object`);
}

function listAt(object: JsonObject, name: string): readonly JsonValue[] {
  const value = object[name];
  if (Array.isArray(value)) return value as readonly JsonValue[];
  throw new Corrupt(value === undefined ? `missing ${name}` : `${name} is not an array`);
}

function placeOf(name: string, at: string | undefined): string {
  return at === undefined ? name : `${at}.${name}`;
}
