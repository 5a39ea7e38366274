/**
 * Why `lock` refuses to write a lockfile: the table, and one function for each row (lock.md "Refusal codes", L1 to L8).
 */
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow } from '#core/refusal';
import { shellPath, shellQuote } from '#core/shell-quote';

export const createRefusals: readonly RefusalRow[] = [
  { code: 'E_EMPTY', message: 'No input records', action: 'run_upstream', next: ['looks'], tool: 'vacuum' },
  {
    code: 'E_BAD_INPUT',
    message: 'Invalid JSONL, unknown record version, or a record that cannot be locked',
    action: 'escalate',
    next: ['looks'],
  },
  { code: 'E_MISSING_HASH', message: 'Records lack bytes_hash', action: 'run_upstream', next: ['looks'], tool: 'hash' },
  { code: 'E_SKIPPED', message: 'Records were skipped and --strict was given', action: 'fix_input', next: ['looks'] },
  {
    code: 'E_OUTPUT_IN_ROOT',
    message: 'The output file lies inside the folder that is scanned or judged',
    action: 'fix_input',
    next: ['writes new'],
  },
  { code: 'E_EXISTS', message: 'The output file exists and is not the same lock', action: 'fix_input', next: ['looks'] },
  { code: 'E_IO', message: 'Input or output cannot be read or written', action: 'fix_input', next: ['looks', 'writes new'] },
];

/** How the pipeline would be run again: on the root that all records agree on, else here. */
export interface Pipeline {
  readonly root: string | null;
  readonly datasetId: string | null;
}

export function pipelineCommand(pipeline: Pipeline): string {
  const dataset = pipeline.datasetId === null ? '' : ` --dataset-id ${shellQuote(pipeline.datasetId)}`;
  return `vacuum ${shellPath(pipeline.root ?? '.')} | hashbytes | lock${dataset}`;
}

/** Where the root is known and nothing came of it, scanning it again would find nothing again. */
export function emptyInput(pipeline: Pipeline): Refusal {
  const next = pipeline.root === null ? pipelineCommand(pipeline) : `ls -la ${shellPath(pipeline.root)}`;
  return new Refusal('E_EMPTY', 'no input records — run vacuum first', {}, next);
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
  return new Refusal('E_MISSING_HASH', `${subject} bytes_hash — run hash first`, detail, pipelineCommand(pipeline));
}

export function skippedRecords(count: number, samplePaths: readonly string[], pipeline: Pipeline): Refusal {
  const subject = count === 1 ? '1 record was' : `${count} records were`;
  const detail: JsonObject = { count, sample_paths: samplePaths };
  return new Refusal('E_SKIPPED', `${subject} skipped and --strict was given`, detail, pipelineCommand(pipeline));
}

/** A file that `lock` was told to read or write and could not. */
export function cannotAccess(message: string, path: string, error: string, nextCommand: string): Refusal {
  return new Refusal('E_IO', message, { path, error }, nextCommand);
}

/** What lies at the place of the output, and would be lost. */
export type Standing =
  | { readonly kind: 'another lock' }
  /** It looks like a lock, and does not match its own hash. */
  | { readonly kind: 'tampered' }
  | { readonly kind: 'no lock'; readonly error: string };

/** M3: evidence is replaced by nothing but the same evidence. `nextCommand` only looks. */
export function outputExists(output: string, standing: Standing, nextCommand: string | null): Refusal {
  const found = {
    'another lock': 'a lock of other members, skips or identity',
    tampered: 'a lock that does not match its own hash',
    'no lock': 'no lock',
  }[standing.kind];
  const error = standing.kind === 'no lock' ? standing.error : found;
  const message = `--output ${output} exists and is ${found}: choose another name, or replace it with --force`;
  return new Refusal('E_EXISTS', message, { path: output, error }, nextCommand);
}

/** M3: the report would change what it judges. */
export function outputInJudged(output: string, root: string): Refusal {
  const message = `--output ${output} lies inside the folder ${root} that is judged: choose a place outside of it`;
  return new Refusal('E_OUTPUT_IN_ROOT', message, { path: output, root });
}

/** M3: the lock would replace a file that it pins. */
export function outputIsMember(output: string, member: string): Refusal {
  const message = `--output ${output} is the member ${member} of this very lock: choose a place outside of it`;
  return new Refusal('E_OUTPUT_IN_ROOT', message, { path: output, member });
}

/** The next scan would pin the lockfile itself. `nextCommand` puts it beside the root; null where nothing lies beside. */
export function outputInRoot(output: string, root: string, nextCommand: string | null): Refusal {
  const message = `--output ${output} lies inside the scanned folder ${root}: the next run would pin it`;
  return new Refusal('E_OUTPUT_IN_ROOT', message, { path: output, root }, nextCommand);
}
