/** The reasons why `lock` refuses to write a lockfile: the table, and one function for each row (lock.md "Refusal codes", L1 to L8). */
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand, isUrl, shellPath, shellQuote } from '#core/shell-words';

export const createRefusals: readonly RefusalRow[] = [
  row('E_EMPTY', 'No input records, or no files to scan', { upstream: 'vacuum' }, 'looks'),
  row('E_BAD_INPUT', 'Invalid JSONL, unknown record version, or a record that cannot be locked', 'escalate', 'looks', 'repeats'),
  row('E_MISSING_HASH', 'Records lack bytes_hash', { upstream: 'hash' }, 'looks', 'repeats'),
  row('E_SKIPPED', 'Records were skipped and --strict was given', 'fix_input', 'looks'),
  row('E_BAD_PROFILE', 'A file of --profile is not a profile document', 'fix_input', 'looks'),
  row('E_OUTPUT_IN_ROOT', 'The output file lies inside the folder that is scanned or judged', 'fix_input', 'writes new'),
  row('E_EXISTS', 'The output file exists and is not the same lock', 'fix_input', 'looks'),
  row('E_IO', 'Input or output cannot be read or written', 'fix_input', 'looks', 'writes new'),
];

/** The call that was made, so that a refusal can name a command that repeats it. */
export interface LockCall {
  /** The command line with all its options: `lock --dataset-id dec --output dec.lock.json`. */
  readonly words: string;
  /** The file that the records come from; null for standard input. */
  readonly input: string | null;
}

/** The pipeline that would be run again, with the root that all records share. */
export interface Pipeline {
  readonly root: string | null;
  readonly call: LockCall;
}

/** Describes a call of the library as a command line. It has no `--output`: the library writes the lock later, if at all. */
export function callOf(settings: {
  readonly datasetId?: string;
  readonly asOf?: string;
  readonly note?: string;
  readonly profiles?: readonly string[];
}): LockCall {
  const options = [
    ['--dataset-id', settings.datasetId],
    ['--as-of', settings.asOf],
    ['--note', settings.note],
    ...(settings.profiles ?? []).map((file) => ['--profile', file] as const),
  ] as const;
  const words = options.map(([flag, value]) => (value === undefined ? '' : ` ${flag}=${shellQuote(value)}`));
  return { words: `lock${words.join('')}`, input: null };
}

/** If no root is known, none is guessed: the lock of another folder would look like the requested lock. */
export function pipelineCommand({ root, call }: Pipeline): string {
  if (root !== null) return `vacuum ${shellPath(root)} | hashbytes | ${call.words}`;
  return call.input === null ? 'lock --help' : headCommand(call.input);
}

export function emptyInput(): Refusal {
  return new Refusal('E_EMPTY', 'no input records — run vacuum first', {}, 'vacuum --help');
}

/** `lock plan`: a lock or a listing without files. */
export function emptyPlan(path: string): Refusal {
  return new Refusal('E_EMPTY', `no files to divide in ${path}`, { path }, headCommand(path));
}

/** `isFiltered` says that `--include` or `--exclude` was given, which may have left out all files. */
export function emptyScan(root: string, isFiltered: boolean): Refusal {
  const message = `no files to lock in ${root}${isFiltered ? ': --include and --exclude leave none' : ''}`;
  return new Refusal('E_EMPTY', message, { root }, isUrl(root) ? null : `ls -la ${shellPath(root)}`);
}

export function badLine(line: number, error: string, pipeline: Pipeline): Refusal {
  const message = `invalid JSONL at line ${line} — lock expects versioned JSONL from upstream tools`;
  return new Refusal('E_BAD_INPUT', message, { line, error }, pipelineCommand(pipeline));
}

export function unknownVersion(line: number, version: string, pipeline: Pipeline): Refusal {
  const message = `unknown record version "${version}" at line ${line} — lock expects vacuum.v0, hash.v0, or fingerprint.v0 records`;
  return new Refusal('E_BAD_INPUT', message, { line, version }, pipelineCommand(pipeline));
}

export function duplicatePath(path: string, firstLine: number, line: number, pipeline: Pipeline): Refusal {
  const detail: JsonObject = { line, first_line: firstLine, path, error: 'duplicate member path' };
  return new Refusal(
    'E_BAD_INPUT',
    `line ${line} repeats the member path of line ${firstLine}: ${path}`,
    detail,
    pipelineCommand(pipeline),
  );
}

export function missingHash(count: number, samplePaths: readonly string[], pipeline: Pipeline): Refusal {
  const subject = count === 1 ? '1 record lacks' : `${count} records lack`;
  const detail: JsonObject = { count, sample_paths: samplePaths };
  const { input, words } = pipeline.call;
  const next = input === null ? pipelineCommand(pipeline) : `hashbytes ${shellPath(input)} | ${words}`;
  return new Refusal('E_MISSING_HASH', `${subject} bytes_hash — run hash first`, detail, next);
}

/**
 * The suggested command shows the reasons, which are in the records. It does not drop `--strict`: only a person may decide to leave files
 * out.
 */
export function skippedRecords(count: number, samplePaths: readonly string[], root: string | null): Refusal {
  const subject = count === 1 ? '1 record was' : `${count} records were`;
  const detail: JsonObject = { count, sample_paths: samplePaths };
  return new Refusal(
    'E_SKIPPED',
    `${subject} skipped and --strict was given`,
    detail,
    root === null ? null : `vacuum ${shellPath(root)} | hashbytes`,
  );
}

/** `error` says what a profile document needs. */
export function badProfile(path: string, error: string): Refusal {
  return new Refusal('E_BAD_PROFILE', `not a profile document — ${error}`, { path, error }, headCommand(path));
}

/** Refuses because a file that `lock` must read or write cannot be accessed. */
export function cannotAccess(message: string, path: string, error: string, nextCommand: string | null): Refusal {
  return new Refusal('E_IO', message, { path, error }, nextCommand);
}

/** What exists at the output path and would be lost. */
export type ExistingOutput =
  | { readonly kind: 'another lock' }
  /** Another run wrote it, perhaps the same lock. */
  | { readonly kind: 'newer file' }
  /** For the output of a part of a scan. */
  | { readonly kind: 'another part' }
  | { readonly kind: 'no part' }
  /** For the output of a merge. */
  | { readonly kind: 'other bytes' }
  | { readonly kind: 'no such plan' }
  /** The file has the form of a lock but does not match its own hash. */
  | { readonly kind: 'tampered' }
  | { readonly kind: 'no lock'; readonly error: string };

/** M3: evidence is replaced only by the same evidence. `nextCommand` only shows the existing file. */
export function outputExists(output: string, standing: ExistingOutput, nextCommand: string | null): Refusal {
  const found = {
    'another lock': 'a lock of other members, skips or identity',
    'another part': 'a part of another scan or of other shards',
    'no part': 'no part of a scan',
    'other bytes': 'not the lock of these parts',
    'no such plan': 'not this plan',
    tampered: 'a lock that does not match its own hash',
    'newer file': 'a file that was created or changed during this run',
    'no lock': 'no lock',
  }[standing.kind];
  const error = standing.kind === 'no lock' ? standing.error : found;
  const message = `--output ${output} exists and is ${found}: choose another name, or replace it with --force`;
  return new Refusal('E_EXISTS', message, { path: output, error }, nextCommand);
}

/** A receipt replaces nothing but a receipt. */
export function receiptExists(path: string, error: string, nextCommand: string | null): Refusal {
  const message = `--receipt ${path} exists and is no receipt: choose another name`;
  return new Refusal('E_EXISTS', message, { path, error }, nextCommand);
}

/** The next scan would pin the receipt. */
export function receiptInRoot(path: string, root: string): Refusal {
  const message = `--receipt ${path} lies inside the scanned folder: the next run would pin it; choose a place outside of it`;
  return new Refusal('E_OUTPUT_IN_ROOT', message, { path, root });
}

/** M3: the report would change the folder that it judges. */
export function outputInJudged(output: string, root: string): Refusal {
  const message = `--output ${output} lies inside the folder ${root} that is judged: choose a place outside of it`;
  return new Refusal('E_OUTPUT_IN_ROOT', message, { path: output, root });
}

/** M3: the lock would replace a file that it pins. */
export function outputIsMember(output: string, member: string): Refusal {
  const message = `--output ${output} is the member ${member} of this very lock: choose a place outside of it`;
  return new Refusal('E_OUTPUT_IN_ROOT', message, { path: output, member });
}

/**
 * The next scan would pin the lockfile itself. `nextCommand` writes it beside the root; it is null if there is no place beside the root.
 */
export function outputInRoot(output: string, root: string, nextCommand: string | null): Refusal {
  const message = `--output ${output} lies inside the scanned folder ${root}: the next run would pin it`;
  return new Refusal('E_OUTPUT_IN_ROOT', message, { path: output, root }, nextCommand);
}
