/**
 * `pack seal --from-run ID`: the files to seal are those that a run in the ledger read and made, and with `--ancestors` those of the runs that
 * made its inputs, as far as files with these hashes are below the arguments. What is missing is listed in the note of the pack.
 */
import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import { newHasher } from '#hashing/hashers';
import { type Artifact, artifactAt } from '#pack/ops/collect';
import { findByHash } from '#pack/ops/find-by-hash';
import { changedSinceFound, missingFiles, nothingFound } from '#pack/refusals';
import { ledgerPath } from '#witness/ops/append';
import { withLinesBackward } from '#witness/ops/snapshot';
import { traceRun, type WitnessedFile } from '#witness/trace-run';
import { type Invocation, UsageError } from '../command.ts';

export interface RunFiles {
  readonly artifacts: readonly Artifact[];
  readonly note: string;
  /** Requires that the bytes that were copied are those that were found. */
  readonly requireSame: (index: number, hash: string) => void;
  /** For the result. */
  readonly document: JsonObject;
}

const RUN = /^blake3:[0-9a-f]{1,64}$/;
/** The note of a pack lists at most this many files; the result lists all. */
const MAX_NOTED = 100;

export function filesOfRun(invocation: Invocation, id: string): RunFiles {
  const { env, cwd } = invocation.context;
  if (!RUN.test(id)) throw new UsageError(`--from-run needs blake3: and up to 64 lower-case hex digits, found '${id}'`);
  if (invocation.args.length === 0) throw new UsageError('--from-run needs the folders in which the files are searched');
  const ledger = ledgerPath(env, cwd);
  const { runs, files } = withLinesBackward(ledger, (lines) =>
    traceRun(lines, id, { ancestors: invocation.has('--ancestors'), ledger }, newHasher),
  );
  const wanted = new Set(files.flatMap(({ hash }) => hash ?? []));
  const places = invocation.args.map((given) => artifactAt(given, invocation.resolve));
  const { found, passedOver } = findByHash(places, wanted, { threads: invocation.integer('--jobs', 0) });
  if (passedOver > 0) invocation.say(`${counted(passedOver, 'path')} not searched: links, devices, or not readable`);
  const missing = files.filter(({ hash }) => hash === null || !found.has(hash));
  if (invocation.has('--strict') && missing.length > 0) throw missingFiles(runs[0] as string, missing);
  if (missing.length > 0) invocation.say(`${missing.length} of the files of the run not found; the note of the pack lists them`);
  if (found.size === 0) throw nothingFound(runs[0] as string, invocation.args);
  const chosen = [...found].map(([hash, same]) => ({ hash, artifact: bestOf(same, files, hash) }));
  return {
    artifacts: chosen.map(({ artifact }) => artifact),
    note: noteOf(runs, { found: found.size, missing }, invocation.value('--note')),
    requireSame(index, hash) {
      const { artifact, hash: expected } = chosen[index] as (typeof chosen)[number];
      if (hash !== expected) throw changedSinceFound(artifact.given, { expected, actual: hash });
    },
    document: { run: runs[0] as string, runs, found: found.size, missing },
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
  typed: string | undefined,
): string {
  const of = runs.length === 1 ? `run ${runs[0]}` : `run ${runs[0]} and ${counted(runs.length - 1, 'ancestor')}`;
  const listed = missing
    .slice(0, MAX_NOTED)
    .map(({ role, path, hash }) => `${role} ${path ?? '(standard output)'} ${hash ?? 'not hashed'}`);
  const more = missing.length > MAX_NOTED ? [`${missing.length - MAX_NOTED} more`] : [];
  const lacks = missing.length === 0 ? 'none missing' : `missing: ${[...listed, ...more].join('; ')}`;
  return `${typed === undefined ? '' : `${typed}\n`}${of}: ${counted(found, 'file')} found, ${lacks}`;
}
