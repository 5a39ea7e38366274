/**
 * What a run read and made, according to its record, and with `ancestors` also what the runs read and made that made its inputs. A run made
 * an input if the hash of its output is that of the input.
 *
 *     traceRun(lines, 'blake3:37be13bf…', { ancestors: true }, newHasher)
 *       { runs: ['blake3:37be…', 'blake3:0c91…'], files: [{ run: 'blake3:37be…', role: 'input', path: 'hashed.jsonl', hash: 'blake3:7d…' }, …] }
 *
 * A run stands below those that made its inputs, so the lines are read once, newest first.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import { readNow } from '#core/reused';
import { hashId } from './document.ts';
import { idOf, lineReader, type RecordLine } from './line.ts';
import { brokenRecord, noSuchRun, severalRuns } from './refusals.ts';
import { writtenPath } from './subject.ts';
import type { RawLine } from './verify.ts';

export interface WitnessedFile extends JsonObject {
  /** The id of the record. */
  readonly run: string;
  readonly role: 'input' | 'output';
  /** As it was typed; null for an output that went to standard output. */
  readonly path: string | null;
  /** Null for what was not hashed: standard input, a folder. */
  readonly hash: string | null;
}

export interface TracedRun {
  /** The run itself first, then its ancestors, newest first. */
  readonly runs: readonly string[];
  readonly files: readonly WitnessedFile[];
}

export interface TraceOptions {
  readonly ancestors: boolean;
  /** The path of the ledger, for refusals. */
  readonly ledger: string;
}

/** `lines` are newest first. `id` may be shortened to as many digits as name one record. */
export function traceRun(lines: Iterable<RawLine>, id: string, { ancestors, ledger }: TraceOptions, newHasher: NewHasher): TracedRun {
  const read = lineReader();
  const runs: string[] = [];
  const files: WitnessedFile[] = [];
  const wanted = new Set<string>();
  const empty = `blake3:${newHasher('blake3').digest()}`;
  for (const raw of lines) {
    if (raw.isTooLong) continue;
    const record = read(readNow(raw.bytes));
    const own = idOf(record);
    if (record.kind !== 'record' || own === null) continue;
    const isNamed = own.startsWith(id);
    const output = record.get('output_hash');
    const isAncestor = ancestors && runs.length > 0 && typeof output === 'string' && wanted.has(output);
    if (!isNamed && !isAncestor) continue;
    if (isNamed && runs.some((run) => run.startsWith(id))) throw severalRuns(ledger, id);
    if (hashId(record.unsealed(), newHasher) !== own) throw brokenRecord(ledger, own);
    runs.push(own);
    for (const file of filesOf(record, own)) {
      if (file.role === 'output' && file.hash === empty) continue;
      files.push(file);
      if (file.role === 'input' && file.hash !== null) wanted.add(file.hash);
    }
  }
  if (runs.length === 0) throw noSuchRun(ledger, id);
  return { runs, files };
}

function* filesOf({ get }: RecordLine, run: string): Generator<WitnessedFile> {
  const inputs = get('inputs');
  for (const input of Array.isArray(inputs) ? (inputs as readonly JsonValue[]) : []) {
    if (!isJsonObject(input)) continue;
    const { path, hash } = input;
    yield { run, role: 'input', path: typeof path === 'string' ? path : null, hash: typeof hash === 'string' ? hash : null };
  }
  const hash = get('output_hash');
  yield { run, role: 'output', path: writtenPath(get), hash: typeof hash === 'string' ? hash : null };
}
