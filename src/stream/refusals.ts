/**
 * The refusals of vacuum and hash. `lock --scan` also uses `rootRefusal`.
 *
 *     rootRefusal('data/x.csv', { kind: 'not a directory' })
 *       E_IO  {root: 'data/x.csv', error: 'Not a directory', suggested_root: 'data'}   next: vacuum 'data'
 */
import type { JsonObject } from '#core/json/value';
import { parentOf } from '#core/path/parent-of';
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { isUrl, singleQuote } from '#core/shell-words';

export const vacuumRefusals: readonly RefusalRow[] = [
  row('E_ROOT_NOT_FOUND', 'Root path does not exist', 'fix_input', 'looks'),
  row('E_ROOT_PERMISSION', 'Cannot read root directory', 'escalate', 'looks'),
  row('E_BAD_GLOB', 'Glob cannot be read', 'fix_input'),
  row('E_SHARD', 'The environment does not tell which shard this task is', 'fix_input'),
  row('E_IO', 'Filesystem error during scan', 'escalate', 'looks'),
];

export const hashRefusals: readonly RefusalRow[] = [
  row('E_BAD_INPUT', 'Input is not valid JSONL or missing required fields', { upstream: 'vacuum' }),
  row('E_IO', 'Cannot read input/output stream', 'retry'),
];

/** Includes the refusals of vacuum, which are passed on. Each code is listed once. */
export const hashRefusalRows: readonly RefusalRow[] = withoutDuplicates([...hashRefusals, ...vacuumRefusals]);

/** Lists each code once, with the command classes of all its rows. */
export function withoutDuplicates(rows: readonly RefusalRow[]): readonly RefusalRow[] {
  const byCode = new Map<string, RefusalRow>();
  for (const each of rows) {
    const first = byCode.get(each.code) ?? each;
    byCode.set(each.code, { ...first, next: [...new Set([...first.next, ...each.next])] });
  }
  return [...byCode.values()];
}

/** The reason why a root cannot be scanned. `error` is the text of the system error. */
export type RootProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'not permitted'; readonly error: string }
  | { readonly kind: 'not a directory' }
  | { readonly kind: 'other'; readonly error: string; readonly mayPass: boolean };

/** `root` is the path as it was typed. */
export function rootRefusal(root: string, problem: RootProblem): Refusal {
  const look = `ls -ld ${singleQuote(root)}`;
  switch (problem.kind) {
    case 'missing': {
      const next = isUrl(root) ? null : `ls -la ${singleQuote(parentOf(root))}`;
      return new Refusal('E_ROOT_NOT_FOUND', 'Root path does not exist', { root }, next);
    }
    case 'not permitted':
      return new Refusal('E_ROOT_PERMISSION', 'Cannot read root directory', { root, error: problem.error }, look);
    case 'not a directory': {
      const parent = parentOf(root);
      const detail = { root, error: 'Not a directory', suggested_root: parent };
      return new Refusal('E_IO', 'Filesystem error during scan', detail, `vacuum ${singleQuote(parent)}`);
    }
    case 'other':
      return new Refusal('E_IO', 'Filesystem error during scan', { root, error: problem.error }, look, problem.mayPass);
    default:
      return problem satisfies never;
  }
}

export function noRootRefusal(): Refusal {
  const detail = { root: '', expected: 'one or more root directories' };
  return new Refusal('E_ROOT_NOT_FOUND', 'Root path does not exist', detail, 'vacuum .');
}

/** `error` says what was expected, and where. */
export function badGlob(glob: string, error: string): Refusal {
  return new Refusal('E_BAD_GLOB', 'Glob cannot be read', { glob, error });
}

/** `used` are the variables that were looked at. No command is proposed: only the caller knows the number of shards. */
export function ambiguousShard(error: string, used: readonly string[]): Refusal {
  return new Refusal('E_SHARD', `--shard auto cannot tell the shard: ${error}; give --shard I/N, or auto/N`, { error, variables: used });
}

export function badAlgorithm(algorithm: string, known: readonly string[]): Refusal {
  const error = `Invalid algorithm '${algorithm}'. Expected one of: ${known.join(', ')}`;
  return new Refusal('E_BAD_INPUT', `expected --algorithm ${known.join(' or ')}, found '${algorithm}'`, { algorithm, error });
}

/** `detail` names the line and what is wrong with it. */
export function badInput(detail: JsonObject): Refusal {
  return new Refusal('E_BAD_INPUT', 'Input is not valid JSONL or missing required fields', detail);
}

/** `path` is given if a file was named on the command line. */
export function streamFailure(error: string, path?: string): Refusal {
  return new Refusal('E_IO', 'Cannot read input/output stream', path === undefined ? { error } : { error, path });
}
