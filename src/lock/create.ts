/**
 * Builds a lock from records (lock.md "Execution flow", L2 to L6). Every line becomes a member or a skip, or is refused.
 *
 *     const draft = new LockDraft({ words: 'lock --dataset-id dec', input: null });
 *     draft.addLine(bytes, 0, bytes.length);
 *     const lock = draft.finish({ datasetId: 'dec', asOf: null, note: null, created, toolVersion, profiles: [] });
 */
import { JsonError } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import type { Algorithm } from '#core/ports';
import type { Refusal } from '#core/refusal';
import { CommonRoot } from './common-root.ts';
import { CommonScope } from './common-scope.ts';
import type { Lock } from './document.ts';
import { EntryTable } from './entry-table.ts';
import { EntryWriter } from './entry-writer.ts';
import { hasHash, sizeIn, writeFile, writeMember } from './member-entry.ts';
import { ToolVersions } from './origin/tool-versions.ts';
import { CommonShards } from './part/common-shards.ts';
import { BadRecord, isKnownVersion, isSkipped, newStreamRecord, pathField, refusalOf, samplePath, versionText } from './record.ts';
import {
  badLine,
  duplicatePath,
  emptyInput,
  type LockCall,
  missingHash,
  type Pipeline,
  skippedRecords,
  unknownVersion,
} from './refusals.ts';
import { warningEntries } from './warnings.ts';

const SAMPLES = 5;

/** Facts that the caller knows and that the records do not contain. */
export interface LockFacts {
  readonly datasetId: string | null;
  readonly asOf: string | null;
  readonly note: string | null;
  readonly created: string;
  readonly toolVersion: string;
  /** The entries of `profiles`, as `profileEntries` gives them. */
  readonly profiles: readonly string[];
}

export class LockDraft {
  readonly members = new EntryTable();
  readonly skipped = new EntryTable();
  readonly toolVersions = new ToolVersions();
  readonly scope = new CommonScope();
  readonly #shards = new CommonShards();
  readonly #call: LockCall;
  readonly #agreed: CommonRoot;
  readonly #record = newStreamRecord();
  readonly #entry = new EntryWriter(4096);
  #line = 0;
  #bytes = 0;
  #missing = 0;
  readonly #missingSamples: string[] = [];

  /** `root` is given if it is known before the first record is read. */
  constructor(call: LockCall, root: string | null = null) {
    this.#call = call;
    this.#agreed = new CommonRoot(root);
  }

  /** Judges the next line of the stream. The line is passed without its line ending. */
  addLine(bytes: Uint8Array, start: number, end: number): void {
    this.#line++;
    try {
      this.#judge(bytes, start, end);
    } catch (error) {
      const isBad = error instanceof JsonError || error instanceof BadRecord;
      throw this.#duplicate() ?? (isBad ? this.#bad(error.message) : error);
    }
  }

  /** L2 sets the order of the checks: parse, version, skipped, bytes_hash, other fields. */
  #judge(bytes: Uint8Array, start: number, end: number): void {
    const record = this.#record;
    if (start === end) throw new BadRecord('line is empty; expected one JSON value per line');
    record.read(bytes, start, end);
    const refusal = record.isObject ? refusalOf(record) : null;
    if (refusal !== null) throw refusal === 'without a code' ? new BadRecord(`upstream refusal ${refusal}`) : refusal;
    if (record.isObject) this.#agreed.note(record);
    if (!record.isObject || !isKnownVersion(record)) throw unknownVersion(this.#line, versionText(record), this.pipeline());
    this.scope.note(record);
    this.#shards.note(record);
    this.toolVersions.merge(record);
    if (isSkipped(record)) this.#writeSkip(record.text(pathField(record)), warningEntries(record));
    else if (hasHash(record)) {
      writeMember(this.#entry, record);
      this.#bytes += sizeIn(record);
      this.#appendMember();
    } else {
      this.#missing++;
      if (this.#missing <= SAMPLES) this.#missingSamples.push(samplePath(record));
    }
  }

  /** Returns the refusal for a next line that cannot be read at all. */
  refuseNextLine(error: string): Refusal {
    this.#line++;
    return this.#duplicate() ?? this.#bad(error);
  }

  /** Adds a file that this process scanned and hashed itself. Its path is already known to be safe. */
  addFile(path: string, algorithm: Algorithm, hex: string, size: number): void {
    this.#line++;
    writeFile(this.#entry, path, algorithm, hex, size);
    this.#bytes += size;
    this.#appendMember();
  }

  #appendMember(): void {
    this.members.append(this.#entry, this.#entry.pathStart, this.#entry.pathEnd, this.#line);
  }

  /** Adds a file that could not become a member, with the reasons. */
  addSkipped(path: string, warnings: readonly JsonObject[]): void {
    this.#line++;
    this.#writeSkip(path.toWellFormed(), warnings);
  }

  #writeSkip(path: string, warnings: readonly JsonObject[]): void {
    const entry = this.#entry;
    entry.begin();
    entry.text('{"path":');
    entry.beginPath();
    entry.text(quote(path));
    entry.endPath();
    entry.text(`,"warnings":${formatSpine(warnings)}}`);
    this.skipped.append(entry, entry.pathStart, entry.pathEnd, this.#line);
  }

  /** The sum of the sizes of all members, for display only: beyond 2^53 it is not exact. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The pipeline that would produce the records again, as far as they name their source. */
  pipeline(): Pipeline {
    return { root: this.#agreed.root, call: this.#call };
  }

  /** The folders that the members are in, as far as the records name them. */
  get roots(): readonly string[] {
    return this.#agreed.all;
  }

  #bad(error: string): Refusal {
    return badLine(this.#line, error, this.pipeline());
  }

  /** The first problem in the input is reported. A duplicate path on an earlier line therefore comes before any problem of a later line. */
  #duplicate(): Refusal | null {
    const pair = this.members.firstDuplicate();
    if (pair === null) return null;
    return duplicatePath(this.members.path(pair.second), this.members.line(pair.first), this.members.line(pair.second), this.pipeline());
  }

  /** True if the records come from several roots, as in `vacuum a b`. */
  get hasSeveralRoots(): boolean {
    return this.#agreed.areSeveral;
  }

  /** L7 `--strict`: refuses a lock that leaves files out. */
  requireNoSkips(): void {
    const { count } = this.skipped;
    if (count === 0) return;
    const samples = Array.from(this.skipped.order().subarray(0, SAMPLES), (index) => this.skipped.path(index));
    throw skippedRecords(count, samples, this.#agreed.root);
  }

  /** `mayBeEmpty` is for a part of a scan: a shard may have no files. */
  finish(facts: LockFacts, mayBeEmpty = false): Lock {
    const duplicate = this.#duplicate();
    if (duplicate !== null) throw duplicate;
    if (this.#missing > 0) throw missingHash(this.#missing, this.#missingSamples, this.pipeline());
    this.#shards.requireAll();
    if (!mayBeEmpty && this.members.count + this.skipped.count === 0) throw emptyInput();
    const toolVersions = this.toolVersions.with('lock', facts.toolVersion);
    return { ...facts, scope: this.scope.scope, toolVersions, members: this.members, skipped: this.skipped };
  }
}
