/**
 * `lock-part.v0`: the members and skips of some shards of a scan, in lines. `lock merge` makes the lock from all parts of the scan.
 *
 *     {"algorithm":"sha256","as_of":null,"covers":[[3,3]],"created":"…","dataset_id":"dec","member_count":1,"note":null,"profiles":[],
 *      "root":"data","scan":"sha256:…","scheme":"path-sha256.v0","shards":8,"skipped_count":0,"tool_versions":{…},"version":"lock-part.v0"}
 *     {"bytes_hash":"sha256:…","fingerprint":null,"path":"tape.csv","size":847201}
 *     {"part_hash":"sha256:…"}
 *
 * The lines are the head, the members and the skips as they are in a lock, by path in byte order, and the SHA-256 of all bytes before the
 * last line. The bytes depend on the scan and the shard only: no clock, host or attempt. `scan` is the hash of what all parts of a scan
 * have in common.
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { isSha256Digest } from '#core/digest';
import { parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { parseScope, type Scope } from '#core/scope';
import type { LockFacts } from '../create.ts';
import { type Cover, parseCover } from './cover.ts';
import { PART_VERSION } from './start.ts';

/** By hash of the path, or by the ranges of a plan. */
const [BY_HASH, BY_RANGE] = ['path-sha256.v0', 'path-range.v0'];

/** What all parts of a scan have in common. */
export interface ScanIdentity {
  readonly algorithm: string;
  readonly asOf: string | null;
  readonly created: string;
  readonly datasetId: string | null;
  readonly note: string | null;
  /** The hash of the plan that divides the paths into ranges; null where they are divided by their hash. */
  readonly plan: string | null;
  readonly profiles: readonly string[];
  /** As it was typed. */
  readonly root: string;
  readonly scope: Scope | null;
  /** The number of shards of the scan. */
  readonly shards: number;
  readonly toolVersions: Readonly<Record<string, string>>;
}

export interface PartHead {
  readonly identity: ScanIdentity;
  /** The SHA-256 of the identity. */
  readonly scan: string;
  /** The shards that the part has. */
  readonly covers: Cover;
  readonly memberCount: number;
  readonly skippedCount: number;
}

/** The versions are those that a lock of the whole tree has. */
export function identityOf(
  { toolVersion, ...facts }: LockFacts,
  scan: Pick<ScanIdentity, 'algorithm' | 'plan' | 'root' | 'scope' | 'shards'>,
): ScanIdentity {
  return { ...facts, ...scan, toolVersions: { hash: toolVersion, lock: toolVersion, vacuum: toolVersion } };
}

/** The identity in the names of the document. */
export function identityFields(scan: ScanIdentity): JsonObject {
  return {
    algorithm: scan.algorithm,
    as_of: scan.asOf,
    created: scan.created,
    dataset_id: scan.datasetId,
    note: scan.note,
    ...(scan.plan === null ? {} : { plan: scan.plan }),
    profiles: scan.profiles,
    root: scan.root,
    scheme: scan.plan === null ? BY_HASH : BY_RANGE,
    ...(scan.scope === null ? {} : { scope: scan.scope }),
    shards: scan.shards,
    tool_versions: scan.toolVersions,
  };
}

export function scanId(identity: ScanIdentity, newHasher: NewHasher): string {
  const hasher = newHasher('sha256');
  hasher.update(encodeUtf8(formatSpine(identityFields(identity))));
  return `sha256:${hasher.digest()}`;
}

/** The first line, without its line end. */
export function formatHead({ identity, scan, covers, memberCount, skippedCount }: PartHead): string {
  return formatSpine({
    ...identityFields(identity),
    covers,
    member_count: memberCount,
    scan,
    skipped_count: skippedCount,
    version: PART_VERSION,
  });
}

/** Throws `JsonError` or `NotAPart`. */
export class NotAPart extends Error {
  override readonly name = 'NotAPart';
}

export function parseHead(line: Uint8Array, newHasher: NewHasher): PartHead {
  const value = parseJson(line);
  if (!isJsonObject(value)) throw new NotAPart('the first line is not the head of a part');
  if (value['version'] !== PART_VERSION) throw new NotAPart(`expected version ${PART_VERSION}, found ${shown(value['version'])}`);
  const head = headOf(value);
  if (head === null) throw new NotAPart('the head has missing or malformed fields');
  if (!isEqual(line, encodeUtf8(formatHead(head)))) throw new NotAPart('the head is not in canonical form, or has unknown fields');
  if (scanId(head.identity, newHasher) !== head.scan) throw new NotAPart('scan is not the hash of the head');
  return head;
}

function headOf(value: JsonObject): PartHead | null {
  const { algorithm, created, root, scan, scheme, shards } = value;
  const [asOf, datasetId, note, plan = null] = [value['as_of'], value['dataset_id'], value['note'], value['plan']];
  const { profiles, tool_versions: toolVersions, member_count: memberCount, skipped_count: skippedCount } = value;
  if (!isText(algorithm) || !isText(created) || !isText(root) || !isTextOrNull(plan)) return null;
  if (scheme !== (plan === null ? BY_HASH : BY_RANGE) || (plan !== null && !isSha256Digest(plan))) return null;
  if (!isText(scan) || !isSha256Digest(scan)) return null;
  if (!isTextOrNull(asOf) || !isTextOrNull(datasetId) || !isTextOrNull(note)) return null;
  if (!isCount(shards) || !isCount(memberCount) || !isCount(skippedCount)) return null;
  if (!Array.isArray(profiles) || !profiles.every(isText) || !isVersions(toolVersions)) return null;
  const scope = value['scope'] === undefined ? null : parseScope(value['scope']);
  if (value['scope'] !== undefined && scope === null) return null;
  const covers = parseCover(value['covers'], shards);
  if (covers === null) return null;
  const identity = { algorithm, asOf, created, datasetId, note, plan, profiles, root, scope, shards, toolVersions };
  return { identity, scan, covers, memberCount, skippedCount };
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: JsonValue | undefined): value is string | null {
  return value === null || isText(value);
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isVersions(value: JsonValue | undefined): value is Readonly<Record<string, string>> & JsonObject {
  return value !== undefined && isJsonObject(value) && Object.values(value).every(isText);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'none' : formatSpine(value).slice(0, 80);
}

/** The last line, with its line end. Its length is always the same, so that a reader knows where the hashed bytes end. */
export function formatTrailer(hex: string): string {
  return `{"part_hash":"sha256:${hex}"}\n`;
}

export const TRAILER_LENGTH = formatTrailer('0'.repeat(64)).length;
