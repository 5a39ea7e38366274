/**
 * Records into a lock in the plainest way: every line parsed whole, every rule of L2 to L6 asked in its order. Slow and short, to hold
 * the fast one against.
 */
import { createHash } from 'node:crypto';
import { compareUtf8 } from '#core/bytes/order';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { parseRelPath, UnsafePath } from '#core/path/rel-path';
import type { LockFacts } from '#lock/create';

/** The lockfile's text, or `code {detail}` of the refusal. */
export function referenceLock(lines: readonly Uint8Array[], facts: LockFacts): string {
  try {
    return lockText(lines, facts);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

class Refused extends Error {
  constructor(code: string, detail: JsonObject) {
    super(`${code} ${formatSpine(detail)}`);
  }
}

interface Entry {
  readonly path: string;
  readonly value: JsonObject;
}

function lockText(lines: readonly Uint8Array[], facts: LockFacts): string {
  const members = new Map<string, { line: number; entry: Entry }>();
  const skipped: Entry[] = [];
  const missing: string[] = [];
  const versions: Record<string, string> = {};
  lines.forEach((bytes, index) => {
    const line = index + 1;
    const record = recordOf(bytes, line);
    const toolVersions = record['tool_versions'];
    if (isJsonObject(toolVersions))
      for (const [tool, version] of Object.entries(toolVersions)) if (typeof version === 'string') versions[tool] ??= version;
    if (record['_skipped'] === true) skipped.push(skipOf(record, line));
    else if (typeof record['bytes_hash'] !== 'string' || record['bytes_hash'].trim() === '')
      missing.push(textOf(record['relative_path']) ?? textOf(record['path']) ?? '<unknown>');
    else {
      const entry = memberOf(record, record['bytes_hash'], line);
      const before = members.get(entry.path);
      if (before !== undefined)
        throw new Refused('E_BAD_INPUT', { line, first_line: before.line, path: entry.path, error: 'duplicate member path' });
      members.set(entry.path, { line, entry });
    }
  });
  if (missing.length > 0) throw new Refused('E_MISSING_HASH', { count: missing.length, sample_paths: missing.slice(0, 5) });
  if (lines.length === 0) throw new Refused('E_EMPTY', {});
  const lock = (lockHash: string): string =>
    formatSpine({
      as_of: facts.asOf,
      created: facts.created,
      dataset_id: facts.datasetId,
      lock_hash: lockHash,
      member_count: members.size,
      members: byPath([...members.values()].map(({ entry }) => entry)),
      note: facts.note,
      profiles: [],
      skipped: byPath(skipped),
      skipped_count: skipped.length,
      tool_versions: { ...versions, lock: facts.toolVersion },
      version: 'lock.v0',
    });
  return lock(`sha256:${createHash('sha256').update(lock('')).digest('hex')}`);
}

function recordOf(bytes: Uint8Array, line: number): JsonObject {
  if (bytes.length === 0) throw new Refused('E_BAD_INPUT', { line, error: 'line is empty; expected one JSON value per line' });
  let value: JsonValue;
  try {
    value = parseJson(bytes);
  } catch (error) {
    throw error instanceof JsonError ? new Refused('E_BAD_INPUT', { line, error: error.message }) : error;
  }
  const record = isJsonObject(value) ? value : {};
  if (record['outcome'] === 'REFUSAL') {
    const refusal = isJsonObject(record['refusal']) ? record['refusal'] : {};
    const [code, version, detail] = [textOf(refusal['code']), textOf(record['version']), refusal['detail'] ?? null];
    if (code === undefined || !/^E_[A-Z_]{1,60}$/.test(code)) {
      throw new Refused('E_BAD_INPUT', { line, error: 'upstream refusal without a code' });
    }
    throw new Refused(code, { upstream: version?.replace(/\.v\d+$/, '') ?? 'unknown', ...(isJsonObject(detail) ? detail : {}) });
  }
  const version = textOf(record['version']) ?? '<missing>';
  if (!['vacuum.v0', 'hash.v0', 'fingerprint.v0'].includes(version)) throw new Refused('E_BAD_INPUT', { line, version });
  return record;
}

function memberOf(record: JsonObject, bytesHash: string, line: number): Entry {
  const bad = (error: string): Refused => new Refused('E_BAD_INPUT', { line, error });
  const algorithm = bytesHash.split(':')[0] as string;
  const isNamed = bytesHash.includes(':');
  if (!isNamed || (algorithm !== 'sha256' && algorithm !== 'blake3')) throw bad(`unrecognized hash algorithm: ${algorithm}`);
  const given = pathOf(record, line);
  const fingerprint = fingerprintOf(record['fingerprint'] ?? null, bad);
  const path = textOf(record['root'])?.startsWith('/') === true ? given : given.replaceAll('\\', '/');
  try {
    parseRelPath(path);
  } catch (error) {
    throw error instanceof UnsafePath ? bad(error.message) : error;
  }
  const { size } = record;
  if ((typeof size !== 'number' && typeof size !== 'bigint') || size < 0) throw bad('missing size');
  return { path, value: { bytes_hash: bytesHash, fingerprint, path, size } };
}

function fingerprintOf(value: JsonValue, bad: (error: string) => Refused): JsonValue {
  if (value === null) return null;
  if (!isJsonObject(value)) throw bad('malformed fingerprint: expected an object or null');
  for (const name of ['fingerprint_id', 'fingerprint_version'])
    if (typeof value[name] !== 'string') throw bad(`malformed fingerprint: ${name} must be a string`);
  if (typeof value['matched'] !== 'boolean') throw bad('malformed fingerprint: matched must be a boolean');
  const content = value['content_hash'] ?? null;
  if (content !== null && typeof content !== 'string') throw bad('malformed fingerprint: content_hash must be a string or null');
  const { fingerprint_id = null, fingerprint_version = null, matched } = value;
  return { fingerprint_id, fingerprint_version, matched, content_hash: content };
}

function skipOf(record: JsonObject, line: number): Entry {
  const path = pathOf(record, line);
  const given = record['_warnings'] ?? undefined;
  const warnings = record['_warnings'] === undefined ? [] : given;
  if (!Array.isArray(warnings)) throw new Refused('E_BAD_INPUT', { line, error: 'malformed _warnings: expected an array' });
  const kept = (warnings as readonly JsonValue[]).map((warning) => {
    if (!isJsonObject(warning)) throw new Refused('E_BAD_INPUT', { line, error: 'malformed _warnings: every entry must be an object' });
    const word = (name: string): string => textOf(warning[name]) ?? '';
    return { tool: word('tool'), code: word('code'), message: word('message'), detail: warning['detail'] ?? {} };
  });
  return { path, value: { path, warnings: kept } };
}

function pathOf(record: JsonObject, line: number): string {
  const path = textOf(record['relative_path']) ?? textOf(record['path']);
  if (path === undefined) throw new Refused('E_BAD_INPUT', { line, error: 'missing path/relative_path' });
  return path;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Stable, so that skips of one path keep the order of the input. */
function byPath(entries: readonly Entry[]): JsonObject[] {
  return [...entries].sort((a, b) => compareUtf8(a.path, b.path)).map(({ value }) => value);
}
