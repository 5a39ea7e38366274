/**
 * `pack seal --from-run ID`: the files to seal are those that a run in the ledger read and made, and with `ancestors` those of the runs that
 * made its inputs, as far as files with these hashes are in the given places. What is missing is listed in the note of the pack.
 *
 *     filesOfRun({ run: 'blake3:7c1f…', ledger, places, ancestors: false, strict: false, note: null, threads: undefined })
 */
import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import { newHasher } from '#hashing/hashers';
import type { Artifact } from '#pack/ops/collect';
import { findByHash } from '#pack/ops/find-by-hash';
import { changedSinceFound, missingFiles, nothingFound } from '#pack/refusals';
import { withLinesBackward } from '#witness/ops/snapshot';
import { traceRun, type WitnessedFile } from '#witness/trace-run';

export interface AskedRun {
  /** The id of its record, or the beginning of it. */
  readonly run: string;
  /** The path of the ledger. */
  readonly ledger: string;
  /** The files and folders in which files are searched. */
  readonly places: readonly Artifact[];
  readonly ancestors: boolean;
  /** Refuses if a file is missing. */
  readonly strict: boolean;
  /** Comes first in the note. */
  readonly note: string | null;
  readonly threads: number | undefined;
}

export interface RunFiles {
  readonly artifacts: readonly Artifact[];
  readonly note: string;
  /** Requires that the bytes that were copied are those that were found. */
  readonly requireSame: (index: number, hash: string) => void;
  readonly origin: RunOrigin;
  /** How many paths were not searched: links, devices, or not readable. */
  readonly passedOver: number;
}

export interface RunOrigin extends JsonObject {
  readonly run: string;
  /** The run and its ancestors. */
  readonly runs: readonly string[];
  readonly found: number;
  readonly missing: readonly WitnessedFile[];
}

const RUN = /^blake3:[0-9a-f]{1,64}$/;
/** The note of a pack lists at most this many files; the result lists all. */
const MAX_NOTED = 100;

export function isRunId(text: string): boolean {
  return RUN.test(text);
}

/** Throws `Refusal`. */
export function filesOfRun({ run, ledger, places, ancestors, strict, note, threads }: AskedRun): RunFiles {
  const { runs, files } = withLinesBackward(ledger, (lines) => traceRun(lines, run, { ancestors, ledger }, newHasher));
  const wanted = new Set(files.flatMap(({ hash }) => hash ?? []));
  const { found, passedOver } = findByHash(places, wanted, { threads });
  const missing = files.filter(({ hash }) => hash === null || !found.has(hash));
  const id = runs[0] as string;
  if (strict && missing.length > 0) throw missingFiles(id, missing);
  if (found.size === 0)
    throw nothingFound(
      id,
      places.map(({ given }) => given),
    );
  const chosen = [...found].map(([hash, same]) => ({ hash, artifact: bestOf(same, files, hash) }));
  return {
    artifacts: chosen.map(({ artifact }) => artifact),
    note: noteOf(runs, { found: found.size, missing }, note),
    requireSame(index, hash) {
      const { artifact, hash: expected } = chosen[index] as (typeof chosen)[number];
      if (hash !== expected) throw changedSinceFound(artifact.given, { expected, actual: hash });
    },
    origin: { run: id, runs, found: found.size, missing },
    passedOver,
  };
}

/** Of several files with the same bytes, the one whose path is that of the record. */
function bestOf(same: readonly Artifact[], files: readonly WitnessedFile[], hash: string): Artifact {
  const paths = files.flatMap((file) => (file.hash === hash && file.path !== null ? [file.path] : []));
  const isRecorded = ({ given, path }: Artifact): boolean =>
    paths.some((recorded) => given === recorded || path === recorded || path.endsWith(`/${recorded}`));
  return same.find(isRecorded) ?? (same[0] as Artifact);
}

function noteOf(
  runs: readonly string[],
  { found, missing }: { readonly found: number; readonly missing: readonly WitnessedFile[] },
  typed: string | null,
): string {
  const of = runs.length === 1 ? `run ${runs[0]}` : `run ${runs[0]} and ${counted(runs.length - 1, 'ancestor')}`;
  const listed = missing
    .slice(0, MAX_NOTED)
    .map(({ role, path, hash }) => `${role} ${path ?? '(standard output)'} ${hash ?? 'not hashed'}`);
  const more = missing.length > MAX_NOTED ? [`${missing.length - MAX_NOTED} more`] : [];
  const lacks = missing.length === 0 ? 'none missing' : `missing: ${[...listed, ...more].join('; ')}`;
  return `${typed === null ? '' : `${typed}\n`}${of}: ${counted(found, 'file')} found, ${lacks}`;
}
