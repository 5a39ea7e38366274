/**
 * `verdict-part.v0`: what `lock verify --shard` found in some shards of a lock, in lines. `custody verdict merge` makes the verdict on the
 * whole lock from all parts.
 *
 *     {"coverage":{"expected":2,"extra":0,"failed":1,"not_selected":0,"skipped":0,"verified":1},"covers":[[3,3]],
 *      "created":"2026-01-15T10:30:00Z","digest":"sha256:…","fingerprints":false,"hints":0,"left_out":{"scope":null,"skipped":0},"lock_hash":"sha256:…",
 *      "lockfile":"dec.lock.json","member_count":9,
 *      "options":{"closed":false,"confined":false,"follow":true,"only":[]},"outcome":"FAILED","place":null,"profiles":[],"question":"sha256:…",
 *      "root":{"given":"data","path":"/data"},"scheme":"path-sha256.v0","shards":8,"strength":{"read":1},"tool_versions":{"lock":"0.1.0"},
 *      "unlisted":0,"version":"verdict-part.v0"}
 *     {"actual":null,"actual_size":null,"expected":"sha256:…","expected_size":847201,"path":"tape.csv","reason":"MISSING"}
 *     {"part_hash":"sha256:…"}
 *
 * The lines are the head, the failures, the skips and the hints as they are in `lock-verify.v0`, each list by path in byte order, and the
 * SHA-256 of all bytes before the last line. A part is never OK: what the other shards have is unknown. `question` is the hash of what all
 * parts of a verdict have in common.
 */
import { compareBytes } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { isSha256Digest } from '#core/digest';
import { parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { parseScope } from '#core/scope';
import { type Cover, parseCover } from '../part/cover.ts';
import type { LeftOut } from '../report.ts';
import type { MembersPlace } from '../wrong-root.ts';
import { VERDICT_PART_VERSION } from './start.ts';

/**
 * Which shard a member belongs to: by the hash of its path, or, of the objects of a bucket, by ranges of paths of about the same work, which
 * follow from the lock and the number of shards alone.
 */
export const SCHEMES = ['path-sha256.v0', 'path-range.v0'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** What all parts of a verdict have in common. */
export interface VerdictQuestion {
  /** When it was asked. A part of an earlier run must not stand in for a task of this one. */
  readonly created: string;
  /** The lockfile as it was typed, and the SHA-256 of its bytes. */
  readonly lockfile: string;
  readonly digest: string;
  readonly lockHash: string;
  /** How many members the whole lock names. */
  readonly memberCount: number;
  readonly leftOut: LeftOut;
  readonly profiles: readonly string[];
  /** True if the lock keeps what fingerprints said of its members. */
  readonly hasFingerprints: boolean;
  /** The folder as it was typed, and its absolute path; of a store twice the URL that may be shown. */
  readonly root: { readonly given: string; readonly path: string };
  readonly options: { readonly closed: boolean; readonly confined: boolean; readonly follow: boolean; readonly only: readonly string[] };
  readonly scheme: Scheme;
  readonly shards: number;
  readonly toolVersion: string;
}

/** Counts of members, as in `verdict.v0`; `expected` is how many of them are in the shards of the part. */
export interface PartCoverage extends JsonObject {
  readonly expected: number;
  readonly verified: number;
  readonly failed: number;
  readonly skipped: number;
  readonly not_selected: number;
  readonly extra: number;
}

export interface VerdictPartHead {
  readonly question: VerdictQuestion;
  /** The SHA-256 of the question. */
  readonly id: string;
  readonly covers: Cover;
  readonly coverage: PartCoverage;
  /** Folders that could not be listed, which are no members. */
  readonly unlisted: number;
  readonly hints: number;
  /** Where all members of these shards are missing, the place where they lie; null if some are in the root. */
  readonly place: MembersPlace | null;
}

/** The question in the names of the document. */
export function questionFields(question: VerdictQuestion): JsonObject {
  return {
    created: question.created,
    digest: question.digest,
    fingerprints: question.hasFingerprints,
    left_out: question.leftOut,
    lock_hash: question.lockHash,
    lockfile: question.lockfile,
    member_count: question.memberCount,
    options: question.options,
    profiles: question.profiles,
    root: question.root,
    scheme: question.scheme,
    shards: question.shards,
    tool_versions: { lock: question.toolVersion },
  };
}

export function questionId(question: VerdictQuestion, newHasher: NewHasher): string {
  const hasher = newHasher('sha256');
  hasher.update(encodeUtf8(formatSpine(questionFields(question))));
  return `sha256:${hasher.digest()}`;
}

/** The lines of each list that follow the head. */
export function lineCounts({ coverage: { failed, extra, skipped }, unlisted, hints }: VerdictPartHead): readonly [number, number, number] {
  return [failed + extra, skipped + unlisted, hints];
}

/** The first line, without its line end. */
export function formatVerdictHead(head: VerdictPartHead): string {
  const { question, id, covers, coverage, unlisted, hints, place } = head;
  return formatSpine({
    ...questionFields(question),
    covers,
    coverage,
    hints,
    outcome: coverage.failed + coverage.extra > 0 ? 'FAILED' : 'PARTIAL',
    place,
    question: id,
    strength: { read: coverage.verified },
    unlisted,
    version: VERDICT_PART_VERSION,
  });
}

export class NotAVerdictPart extends Error {
  override readonly name = 'NotAVerdictPart';
}

/** Throws `JsonError` or `NotAVerdictPart`. */
export function parseVerdictHead(line: Uint8Array, newHasher: NewHasher): VerdictPartHead {
  const value = parseJson(line);
  if (!isJsonObject(value)) throw new NotAVerdictPart('the first line is not the head of a part of a verdict');
  const { version } = value;
  if (version !== VERDICT_PART_VERSION)
    throw new NotAVerdictPart(`expected version ${VERDICT_PART_VERSION}, found ${formatSpine(version ?? null).slice(0, 80)}`);
  const head = headOf(value);
  if (head === null) throw new NotAVerdictPart('the head has missing or malformed fields');
  const { expected, verified, failed, skipped, not_selected } = head.coverage;
  if (expected !== verified + failed + skipped + not_selected || expected > head.question.memberCount)
    throw new NotAVerdictPart('the counts in the head contradict each other');
  if (compareBytes(line, encodeUtf8(formatVerdictHead(head))) !== 0)
    throw new NotAVerdictPart('the head is not in canonical form, or has unknown fields');
  if (questionId(head.question, newHasher) !== head.id) throw new NotAVerdictPart('question is not the hash of the head');
  return head;
}

function headOf(value: JsonObject): VerdictPartHead | null {
  const { question: id, hints, unlisted } = value;
  const question = questionOf(value);
  if (question === null || !isDigest(id) || !isCount(hints) || !isCount(unlisted)) return null;
  const covers = parseCover(value['covers'], question.shards);
  const coverage = coverageOf(value['coverage']);
  const place = placeOf(value['place']);
  return covers === null || coverage === null || place === undefined ? null : { question, id, covers, coverage, unlisted, hints, place };
}

function questionOf(value: JsonObject): VerdictQuestion | null {
  const { created, digest, fingerprints: hasFingerprints, lockfile, profiles, shards } = value;
  const { lock_hash: lockHash, member_count: memberCount, tool_versions: versions } = value;
  if (!isDigest(digest) || !isDigest(lockHash) || !isText(lockfile) || !isCount(memberCount) || !isCount(shards)) return null;
  const scheme = SCHEMES.find((each) => each === value['scheme']);
  if (!isTexts(profiles) || typeof hasFingerprints !== 'boolean' || !isText(created) || scheme === undefined) return null;
  const [leftOut, root, options] = [leftOutOf(value['left_out']), rootOf(value['root']), optionsOf(value['options'])];
  const toolVersion = isObject(versions) ? versions['lock'] : undefined;
  if (leftOut === null || root === null || options === null || !isText(toolVersion)) return null;
  return {
    created,
    lockfile,
    digest,
    lockHash,
    memberCount,
    leftOut,
    profiles,
    hasFingerprints,
    root,
    options,
    scheme,
    shards,
    toolVersion,
  };
}

function leftOutOf(value: JsonValue | undefined): LeftOut | null {
  if (!isObject(value) || !isCount(value['skipped'])) return null;
  const { scope: stated = null } = value;
  const scope = stated === null ? null : parseScope(stated);
  return scope === null && stated !== null ? null : { scope, skipped: value['skipped'] };
}

function rootOf(value: JsonValue | undefined): VerdictQuestion['root'] | null {
  return isObject(value) && isText(value['given']) && isText(value['path']) ? { given: value['given'], path: value['path'] } : null;
}

function optionsOf(value: JsonValue | undefined): VerdictQuestion['options'] | null {
  if (!isObject(value)) return null;
  const { closed, confined, follow, only } = value;
  if (typeof closed !== 'boolean' || typeof confined !== 'boolean' || typeof follow !== 'boolean' || !isTexts(only)) return null;
  return { closed, confined, follow, only };
}

function coverageOf(value: JsonValue | undefined): PartCoverage | null {
  if (!isObject(value)) return null;
  const { expected, verified, failed, skipped, not_selected, extra } = value;
  if (!isCount(expected) || !isCount(verified) || !isCount(failed)) return null;
  return isCount(skipped) && isCount(not_selected) && isCount(extra) ? { expected, verified, failed, skipped, not_selected, extra } : null;
}

function placeOf(value: JsonValue | undefined): MembersPlace | null | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const { found, there, looked } = value;
  return isText(found) && isCount(there) && isCount(looked) ? { found, there, looked } : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isDigest(value: JsonValue | undefined): value is string {
  return isText(value) && isSha256Digest(value);
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
