/**
 * Scanning and hashing as typed functions.
 *
 *     const records = hash(vacuum('data'));
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import type { Algorithm } from '#core/ports';
import { workingFolder } from '#disk/path/working-folder';
import { version } from '#installation/paths';
import { parseFilter } from '#stream/filter';
import { hashRecords } from '#stream/ops/hash-records';
import { scanFiles } from '#stream/ops/scan-files';
import { openRoots } from '#stream/ops/scan-root';
import { knownAlgorithm } from './known-algorithm.ts';
import { linesOf } from './record-lines.ts';

export interface VacuumSettings {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Links are followed unless this is false. */
  readonly follow?: boolean;
}

export interface Warning extends JsonObject {
  readonly tool: string;
  readonly code: string;
  readonly message: string;
}

/** A `vacuum.v0` record. */
export interface VacuumRecord extends JsonObject {
  readonly version: 'vacuum.v0';
  readonly path: string;
  readonly relative_path: string;
  readonly root: string;
  readonly size: number | bigint | null;
  readonly mtime: string | null;
  readonly extension: string | null;
  readonly mime_guess: string | null;
  readonly tool_versions: JsonObject;
}

/** A `hash.v0` record: the input record with its hash. */
export interface HashRecord extends JsonObject {
  readonly version: 'hash.v0';
  readonly path: string;
  readonly bytes_hash: string | null;
  readonly hash_algorithm: Algorithm | null;
}

/** Every file below the folders, in byte order of its relative path; skipped ones carry `_skipped` and `_warnings`. */
export function vacuum(folders: string | readonly string[], settings: VacuumSettings = {}): VacuumRecord[] {
  const roots = openRoots(typeof folders === 'string' ? [folders] : folders, workingFolder());
  const filter = parseFilter({ include: settings.include ?? [], exclude: settings.exclude ?? [] });
  const records: VacuumRecord[] = [];
  scanFiles(roots, { filter, follow: settings.follow ?? true, version }, (line) => records.push(recordOf(line) as VacuumRecord));
  return records;
}

export interface HashSettings {
  readonly algorithm?: Algorithm;
  readonly jobs?: number;
}

/** Returns the records with the hashes of their files, in the same order; a file that cannot be read gives a skipped record. */
export function hash(records: Iterable<JsonObject>, settings: HashSettings = {}): HashRecord[] {
  const hashed: HashRecord[] = [];
  const options = { algorithm: knownAlgorithm(settings.algorithm), cwd: workingFolder(), version, threads: settings.jobs };
  hashRecords(linesOf(records), options, (line) => hashed.push(recordOf(line) as HashRecord));
  return hashed;
}

function recordOf(line: string): JsonObject {
  return parseJson(encodeUtf8(line)) as JsonObject;
}
