/**
 * Judges a stream of records in a file: every record must be one, and the file of each record with a hash is hashed again. The files are
 * below `--root`, else where the records say, else where a lock would find them.
 */
import type { Digest } from '#core/digest';
import { algorithmOf } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import { isRelPath } from '#core/path/rel-path';
import type { Algorithm, ByteSource } from '#core/ports';
import { errorCode, osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { isFileThere } from '#disk/path/stat-if-there';
import { ANY_SIZE, type FileQuestion } from '#hashing/hash-file';
import { openHashPool } from '#hashing/pool';
import { proveMembers } from '#hashing/prove-members';
import { judgeMember, type MemberTally, newTally } from '#lock/verify';
import { parseFields } from '#stream/hash';
import { readRecords } from '#stream/ops/record-queue';
import { badInput } from '#stream/refusals';
import type { Described, EvidenceMember, Place } from '../contract.ts';
import { recordsVerdict } from '../records.ts';
import { cannotRead } from '../refusals.ts';
import type { Root, Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';
import { findRoot, type SeveralRoots } from './find-root.ts';
import { hashedFile } from './hashed-file.ts';

interface StreamRecord {
  readonly path: string;
  readonly name: string;
  readonly root: string | null;
  readonly size: number | bigint | null;
  /** Null if the record has none. */
  readonly bytesHash: Digest | null;
  readonly isSkipped: boolean;
}

export function judge(place: Place, asked: Asked): Verdict {
  const { given } = place;
  const sample: StreamRecord[] = [];
  const counts = { hashed: 0, skippedBefore: 0, unhashed: 0 };
  const digest = reading(place, (source) => {
    for (const record of recordsIn(source)) {
      if (record.isSkipped) counts.skippedBefore++;
      else if (record.bytesHash === null) counts.unhashed++;
      else if (counts.hashed++ < SAMPLE) sample.push(record);
    }
  });
  const search = asked.selfOnly || counts.hashed === 0 ? null : rootOf(place, asked, sample);
  const found = search !== null && 'root' in search ? search : null;
  const several = search !== null && 'several' in search ? search.several : [];
  const tally = found === null ? null : prove(place, found.path, asked);
  return recordsVerdict({ given, digest, root: found?.root ?? null, several, selfOnly: asked.selfOnly, ...counts, tally });
}

const SAMPLE = 32;

export function describe(place: Place): Described {
  const members: EvidenceMember[] = [];
  const digest = reading(place, (source) => {
    for (const { name, bytesHash, size } of recordsIn(source)) members.push({ path: name, digest: bytesHash, size });
  });
  return { id: null, digest, created: null, memberCount: members.length, members };
}

/** `path` null means: each file is where its record says. */
function rootOf(
  place: Place,
  { root }: Asked,
  sample: readonly StreamRecord[],
): { readonly path: string | null; readonly root: Root } | SeveralRoots | null {
  if (root !== null) return { path: root.path, root: { path: root.given, how: 'option' } };
  const [first] = sample;
  if (sample.some(({ path }) => isFileThere(path))) return { path: null, root: { path: first?.root ?? '/', how: 'stated' } };
  return findRoot(
    place,
    sample.map(({ name }) => name),
  );
}

function prove(place: Place, root: string | null, { threads, watch }: Asked): MemberTally {
  const tally = newTally();
  const pool = openHashPool({ threads });
  const progress = watch?.(0, () => null);
  try {
    reading(place, (source) => {
      const records = recordsIn(source);
      proveMembers<StreamRecord & { readonly bytesHash: Digest }>(pool, {
        next() {
          for (let next = records.next(); next.done !== true; next = records.next()) {
            const record = next.value;
            if (record.isSkipped || record.bytesHash === null) continue;
            const item = { ...record, bytesHash: record.bytesHash };
            if (root !== null && !isRelPath(record.name)) return { item, question: null };
            return { item, question: questionOn(item, root) };
          }
          return undefined;
        },
        isExpected: ({ bytesHash }, hex) => bytesHash.endsWith(`:${hex}`),
        changed: 'changed while it was read',
        deliver(record, answer) {
          judgeMember(tally, { path: record.name, bytesHash: record.bytesHash, size: record.size ?? 0 }, answer);
          progress?.advance(1);
        },
      });
    });
  } finally {
    progress?.done();
    pool.close();
  }
  return tally;
}

function questionOn({ path, name, size, bytesHash }: StreamRecord & { readonly bytesHash: Digest }, root: string | null): FileQuestion {
  const algorithm = algorithmOf(bytesHash) as Algorithm;
  const file = root === null ? path : joinPath(root, name);
  const expectedSize = size === null ? ANY_SIZE : Number(size);
  return { path: file, algorithm, expectedSize, isKnownRegular: false, confine: null, copy: undefined, version: undefined };
}

/** Throws `E_BAD_INPUT` for a line that is no record. */
function recordsIn(source: ByteSource): Generator<StreamRecord> {
  return readRecords(source, { parse: recordAt, badInput });
}

const HASH = /^(?:sha256|blake3):[0-9a-f]{64}$/;

function recordAt(bytes: Uint8Array, line: number): StreamRecord {
  const { path, name, size, isSkipped, record } = parseFields(bytes, line);
  const fields = (record as { readonly fields: JsonObject }).fields;
  const { bytes_hash: hash, root } = fields;
  if (typeof hash === 'string' && !HASH.test(hash)) throw badInput({ line, error: `bytes_hash is not a digest: ${hash.slice(0, 80)}` });
  const bytesHash = typeof hash === 'string' ? (hash as Digest) : null;
  return { path, name, root: typeof root === 'string' ? root : null, size, bytesHash, isSkipped };
}

function reading({ given, path }: Place, read: (source: ByteSource) => void): string {
  try {
    return hashedFile(path, read).digest;
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}
