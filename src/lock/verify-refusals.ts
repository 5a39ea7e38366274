/** The reasons why `lock verify` and `lock diff` refuse to judge a lockfile (lock.md "Refusal codes" of verify, L9). */
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand, listParentCommand, shellPath } from '#core/shell-words';
import type { EntryTable } from './entry-table.ts';
import type { MemberProblem } from './member.ts';
import { nearestPaths } from './nearest-paths.ts';
import { PART_VERSION } from './part/start.ts';

export const verifyRefusals: readonly RefusalRow[] = [
  row('E_IO', 'Cannot read lockfile from disk', 'fix_input', 'looks', 'writes new'),
  row('E_BAD_LOCKFILE', 'Malformed lockfile, missing fields, unsafe member paths, or wrong counts or order', 'escalate', 'looks'),
  row('E_UNSUPPORTED_VERSION', 'Lockfile version is not lock.v0', 'escalate', 'looks'),
  row('E_ROOT_NOT_FOUND', 'Root does not exist or is not a directory', 'fix_input', 'looks'),
  row('E_UNKNOWN_ALGORITHM', 'A member is hashed with an unrecognized algorithm', 'escalate', 'looks'),
  row('E_BAD_PROFILE', 'A file of --profile is not a profile document', 'fix_input', 'looks'),
  row('E_BAD_GLOB', 'Glob cannot be read', 'fix_input'),
  row('E_NO_MATCH', 'Nothing matches --only', 'fix_input'),
  row('E_TAMPERED', 'A lockfile to compare, or to judge in shards, does not match its own hash', 'escalate', 'looks'),
];

/** M4: a mistyped glob matches no member and must not count as success. `nearest` lists the members with the most similar paths. */
export function noMatch(lockfile: string, only: readonly { readonly text: string }[], members: EntryTable): Refusal {
  const globs = only.map(({ text }) => text);
  const nearest = nearestPaths(globs, members);
  const message = `no member matches --only ${globs.join(', ')}${nearest.length === 0 ? '' : `; nearest: ${nearest.join(', ')}`}`;
  return new Refusal('E_NO_MATCH', message, { path: lockfile, only: globs, nearest, member_count: members.count });
}

/** Identifies the lockfile in a refusal. */
export interface LockfilePlace {
  /** The path as given on the command line. */
  readonly path: string;
}

/** The names of locks that were not read from a file. There is no file to look at. */
const NO_FILE: readonly string[] = ['stdin', '(bytes)'];

/**
 * The next command only shows the lockfile. It never writes a new one in its place: the file may be the only evidence of what the files
 * were (M1).
 */
function look({ path }: LockfilePlace): string | null {
  return NO_FILE.includes(path) ? null : headCommand(path);
}

export function unreadableLockfile(place: LockfilePlace, error: string, mayPass: boolean): Refusal {
  return new Refusal('E_IO', `cannot read lockfile — ${error}`, { path: place.path, error }, listParentCommand(place.path), mayPass);
}

export function malformed(place: LockfilePlace, error: string): Refusal {
  return new Refusal('E_BAD_LOCKFILE', `malformed lockfile JSON — ${error}`, { path: place.path, error }, look(place));
}

export function missingFields(place: LockfilePlace, fields: readonly string[]): Refusal {
  const noun = fields.length === 1 ? 'field' : 'fields';
  const message = `lockfile missing required ${noun}: ${fields.join(', ')}`;
  return new Refusal('E_BAD_LOCKFILE', message, { path: place.path, missing_fields: fields }, look(place));
}

export function unsupportedVersion(place: LockfilePlace, version: string): Refusal {
  return new Refusal('E_UNSUPPORTED_VERSION', `unsupported lockfile version: ${version}`, { path: place.path, version }, 'lock --version');
}

/** A part is never judged as a lock: what the other shards have is unknown. */
export function partNotLock(place: LockfilePlace): Refusal {
  const message = `${place.path} is a part of a scan, not a lock: lock merge makes the lock from all parts`;
  return new Refusal('E_UNSUPPORTED_VERSION', message, { path: place.path, version: PART_VERSION }, 'lock merge --help');
}

/** The self-hash is valid, but the fields of the document contradict each other. */
export function inconsistent(place: LockfilePlace, error: string, detail: JsonObject): Refusal {
  return new Refusal('E_BAD_LOCKFILE', `inconsistent lockfile — ${error}`, { path: place.path, error, ...detail }, look(place));
}

export function rootNotFound(root: string, error: string, mayPass = false): Refusal {
  return new Refusal('E_ROOT_NOT_FOUND', `root directory not found: ${root}`, { path: root, error }, listParentCommand(root), mayPass);
}

export function tampered(place: LockfilePlace, stored: string, computed: string): Refusal {
  const message = `lockfile does not match its own hash: ${place.path}`;
  return new Refusal(
    'E_TAMPERED',
    message,
    { path: place.path, stored, computed },
    NO_FILE.includes(place.path) ? null : `lock verify ${shellPath(place.path)}`,
  );
}

export function badMember(place: LockfilePlace, problem: MemberProblem): Refusal {
  switch (problem.kind) {
    case 'type':
      return malformed(place, problem.error);
    case 'missing':
      return missingFields(place, problem.fields);
    case 'path': {
      const detail: JsonObject = { path: place.path, member_index: problem.index, member_path: problem.path };
      return new Refusal('E_BAD_LOCKFILE', problem.error, detail, look(place));
    }
    case 'algorithm': {
      const detail: JsonObject = { path: place.path, member_path: problem.path, algorithm: problem.algorithm };
      return new Refusal('E_UNKNOWN_ALGORITHM', `unrecognized hash algorithm: ${problem.algorithm}`, detail, look(place));
    }
    default:
      return problem satisfies never;
  }
}
