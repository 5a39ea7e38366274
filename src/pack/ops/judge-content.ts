/**
 * Reads a member of a known version once: hashes it and validates it with its schema (P5). The default is the open schema, which needs only
 * an outline of the document, whatever its length. `--deep` applies the full schema and also checks lockfiles and nested packs.
 *
 *     judgeContent({ path: 'rvl.report.json', version: 'rvl.v0', deep: false, beside }, source)
 *       { bytesHash: 'sha256:…', size: 1204, schemaFault: null, inside: [] }
 */
import { drain, observedSource, readWhole } from '#core/bytes/source';
import type { Digest } from '#core/digest';
import { JSON_LIMITS, JsonTooLarge } from '#core/json/limits';
import { readOutline } from '#core/json/outline';
import { JsonError, parseJson } from '#core/json/read';
import { requireWithinLimits } from '#core/json/size-limit';
import type { ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { LOCK_VERSION } from '#lock/document';
import { openLock } from '#lock/ops/open';
import { readLock } from '#lock/read';
import { heapLimit } from '#threads/heap-limit';
import { MANIFEST_NAME, PACK_VERSION, type PackMember } from '../document.ts';
import type { Finding } from '../findings.ts';
import { judgeNested } from '../nested.ts';
import { type ReadManifest, readManifest } from '../read.ts';
import { cannotAccess } from '../refusals.ts';
import { lockSchemaFault, modestValues } from './lock-schema.ts';
import { schemaFault } from './member-schemas.ts';

export interface ContentQuestion {
  readonly path: string;
  readonly version: string;
  readonly deep: boolean;
  /** The other members of the pack in the folder of that path, or below it. */
  readonly beside: () => readonly PackMember[];
}

export interface Content {
  readonly bytesHash: Digest;
  readonly size: number;
  /** How the member violates its schema, or null. */
  readonly schemaFault: string | null;
  readonly inside: readonly Finding[];
}

type Judgement = Pick<Content, 'schemaFault' | 'inside'>;

/**
 * Throws `E_IO` if a member is too large to judge: a member that was not read must not count as verified, and a large member must not count
 * as invalid.
 */
export function judgeContent(question: ContentQuestion, source: ByteSource): Content {
  const hasher = newHasher('sha256');
  const observed = observedSource(source, (bytes) => hasher.update(bytes));
  const judgement = withinLimits(question.path, () => judge(question, observed));
  drain(observed);
  return { bytesHash: `sha256:${hasher.digest()}`, size: observed.size, ...judgement };
}

function withinLimits<T>(path: string, judgeIt: () => T): T {
  try {
    return judgeIt();
  } catch (error) {
    if (!(error instanceof JsonTooLarge)) throw error;
    throw cannotAccess(`Cannot judge member: ${path}: ${error.message}`, path, error.message, null);
  }
}

/** With `--deep`: how the manifest of the pack itself violates the full schema. */
export function judgeOwnManifest({ document }: ReadManifest): readonly Finding[] {
  const actual = schemaFault(PACK_VERSION, 'full', document);
  const expected = `valid ${PACK_VERSION} schema`;
  return actual === null ? [] : [{ code: 'SCHEMA_VIOLATION', path: MANIFEST_NAME, expected, actual }];
}

function judge(question: ContentQuestion, source: ByteSource): Judgement {
  try {
    if (!question.deep) return { schemaFault: schemaFault(question.version, 'open', readOutline(source)), inside: [] };
    return question.version === LOCK_VERSION ? judgeLockfile(question.path, source) : judgeDocument(question, source);
  } catch (error) {
    if (error instanceof JsonError && !(error instanceof JsonTooLarge)) return { schemaFault: error.message, inside: [] };
    throw error;
  }
}

function judgeDocument(question: ContentQuestion, source: ByteSource): Judgement {
  const bytes = readWhole(source, JSON_LIMITS.document.bytes);
  if (bytes === null) throw new JsonTooLarge(`more than ${JSON_LIMITS.document.bytes} bytes`);
  requireWithinLimits([bytes]);
  const fault = schemaFault(question.version, 'full', parseJson(bytes));
  if (fault !== null || question.version !== PACK_VERSION) return { schemaFault: fault, inside: [] };
  return unlessRefused(() => ({ schemaFault: null, inside: judgePackInside(question, bytes) }));
}

/** The code of the lock room reads and judges the lockfile, whatever its length. */
function judgeLockfile(path: string, source: ByteSource): Judgement {
  const text = readLock(modestValues(source));
  return unlessRefused(() => {
    const { stored, computed, valid } = openLock(path, () => text).lockHash;
    const inside: readonly Finding[] = valid ? [] : [{ code: 'LOCK_HASH_MISMATCH', path, expected: stored, actual: computed }];
    return { schemaFault: lockSchemaFault(text), inside };
  });
}

/** A refusal by the room of that document becomes a schema fault. */
function unlessRefused(judgeInside: () => Judgement): Judgement {
  try {
    return judgeInside();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { schemaFault: error.message, inside: [] };
  }
}

function judgePackInside({ path, beside }: ContentQuestion, bytes: Uint8Array): readonly Finding[] {
  return judgeNested({ path, beside: beside() }, readManifest(bytes, path, heapLimit), newHasher);
}
