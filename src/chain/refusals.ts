/** Why `chain` refuses: the table, and one function for each row (K4, K5, K7). */
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { listParentCommand, shellPath, shellQuote } from '#core/shell-words';
import type { Space } from './space.ts';

export const chainRefusals: readonly RefusalRow[] = [
  row('E_BAD_ID', 'A tool id that is absolute, empty, or could lead out of its space', 'fix_input', 'looks'),
  row('E_NOT_FOUND', 'No visible space contains the tool or the executor, or the project has no tool at all', 'fix_input', 'looks'),
  row('E_AMBIGUOUS', 'Two files for one id in one space', 'fix_input', 'looks'),
  row('E_OUTSIDE', 'A link leads out of the space', 'escalate', 'looks'),
  row('E_CYCLE', 'A chain with a cycle', 'fix_input'),
  row('E_TOO_DEEP', 'A chain of more than 10 elements', 'fix_input'),
  row('E_BAD_TOOL', 'A tool whose text, metadata or signature line cannot be read', 'fix_input', 'looks'),
  row('E_BAD_LOCK', 'A lockfile that is corrupt or of another version; it is never ignored', 'escalate', 'looks'),
  row('E_LOCK_DIFFERS', 'A lock of other content or of a newer version is there; nothing was written', 'fix_input', 'looks'),
  row('E_UNLOCKED', 'No lock pins the tool that was to run', 'escalate', 'looks'),
  row('E_DRIFT', 'What was found is not what the lock pins, so nothing ran', 'escalate', 'looks'),
  row('E_SIGNATURE', 'An element is unsigned, wrongly signed, or signed by a key that is not trusted', 'escalate', 'looks'),
  row('E_KEY', 'A key that is missing, unreadable or invalid', 'fix_input', 'looks'),
  row('E_CANNOT_RUN', 'A chain that does not end in the subprocess primitive, or whose command cannot be made', 'fix_input', 'looks'),
  row('E_IO', 'A file or folder cannot be read or written', 'fix_input', 'looks'),
];

/** The element that needs a tool; null if the user requested it by name. */
export interface Wanted {
  readonly id: string;
  readonly by: string | null;
  /** The spaces that were searched. */
  readonly spaces: readonly Space[];
}

export interface SignatureComplaint {
  readonly tool: string;
  readonly id: string;
  readonly file: string;
  readonly error: string;
}

export function badId(message: string, by: string | null = null): Refusal {
  const asked = by === null ? '' : ` — required by ${by}`;
  return new Refusal('E_BAD_ID', `${message}${asked}`, { by }, 'custody chain list');
}

export function notFound({ id, by, spaces }: Wanted): Refusal {
  const what = by === null ? `tool not found: ${id}` : `executor not found: ${id} — required by ${by}`;
  return new Refusal('E_NOT_FOUND', `${what}, searched in ${spaces.join(', ')}`, { id, by, spaces }, 'custody chain list');
}

/** In another folder than was meant there is no tool either, and a gate would let everything pass. */
export function noTools(project: string): Refusal {
  return new Refusal('E_NOT_FOUND', `no tool in the project ${project}: nothing was verified`, { project }, 'custody chain list');
}

export function ambiguous(id: string, space: Space, files: readonly string[]): Refusal {
  const message = `two files for tool ${id} in ${space} space: ${files.join(', ')}`;
  return new Refusal('E_AMBIGUOUS', message, { id, space, files }, `ls -la ${files.map(shellPath).join(' ')}`);
}

export function outside(id: string, space: Space, file: string): Refusal {
  const message = `tool ${id} leads out of ${space} space: ${file}`;
  return new Refusal('E_OUTSIDE', message, { id, space, file }, `readlink -f ${shellPath(file)}`);
}

export function cycle(id: string, chain: readonly string[]): Refusal {
  const message = `circular dependency: ${[...chain, id].join(' -> ')}`;
  return new Refusal('E_CYCLE', message, { id, chain }, null);
}

export function tooDeep(id: string, most: number, chain: readonly string[]): Refusal {
  const message = `chain of ${id} is too deep: expected at most ${most} elements, and ${chain.at(-1)} needs another`;
  return new Refusal('E_TOO_DEEP', message, { id, most, chain }, null);
}

/** `file` is the path as shown to the user; `by` is the element that needs the tool. */
export function badTool(id: string, file: string, error: string, by: string | null): Refusal {
  const asked = by === null ? '' : ` — required by ${by}`;
  return new Refusal('E_BAD_TOOL', `cannot read tool ${id}: ${error}${asked}`, { id, file, error, by }, listParentCommand(file));
}

export function badLock(file: string, error: string): Refusal {
  return new Refusal('E_BAD_LOCK', `corrupt lockfile ${file}: ${error}`, { file, error }, listParentCommand(file));
}

export function lockDiffers(id: string, file: string, findings: readonly JsonObject[]): Refusal {
  const message = `a lock with other content exists: ${file}; to accept the difference after review, replace it with chain update`;
  return new Refusal('E_LOCK_DIFFERS', message, { id, file, findings }, `custody chain verify ${shellQuote(id)}`);
}

export interface OlderVersion {
  readonly id: string;
  readonly version: string;
  /** The lock in force. */
  readonly inForce: { readonly version: string; readonly file: string };
}

export function olderThanLocked({ id, version, inForce }: OlderVersion): Refusal {
  const { version: pinned, file } = inForce;
  const message = `a lock of a newer version is in force: expected ${id} ${pinned} or newer, found ${version}; a person who wants the older version deletes ${file}`;
  return new Refusal('E_LOCK_DIFFERS', message, { id, file, pinned, found: version }, `custody chain verify ${shellQuote(id)}`);
}

/** `version` is null if none of its versions is locked. */
export function unlocked(id: string, version: string | null): Refusal {
  const message =
    version === null
      ? `no lock for ${id}`
      : `no lock for ${id} ${version}; a person must decide, after review, whether to pin it or to run it with --unlocked`;
  return new Refusal('E_UNLOCKED', message, { id, version }, `custody chain resolve ${shellQuote(id)}`);
}

/** The message names the file and the next step (K3). */
export function drift(id: string, lock: string, findings: readonly JsonObject[]): Refusal {
  const older = findings.find(({ kind }) => kind === 'ROLLED_BACK');
  const message =
    older === undefined
      ? `lockfile mismatch for ${id}: nothing ran; a person must decide: restore what was pinned, or after review re-sign and delete the stale lockfile ${lock}, or update it`
      : `rollback of ${id}: expected ${older['expected'] as string}, found ${older['actual'] as string}: nothing ran; a person who wants the older version deletes ${lock}`;
  return new Refusal('E_DRIFT', message, { id, lock, findings }, `custody chain verify ${shellQuote(id)}`);
}

/** `tool` is the tool that was to run through the element `id`. A person must decide whether to sign or to trust. */
export function badSignature({ tool, id, file, error }: SignatureComplaint): Refusal {
  return new Refusal(
    'E_SIGNATURE',
    `${error}: ${file}`,
    { id, file, error },
    `custody chain verify ${shellQuote(tool)} --require-signatures`,
  );
}

export function badKey(message: string, detail: JsonObject, next: string | null = 'custody chain trust list'): Refusal {
  return new Refusal('E_KEY', message, detail, next);
}

export function cannotRun(id: string, message: string, detail: JsonObject): Refusal {
  return new Refusal('E_CANNOT_RUN', `cannot run ${id}: ${message}`, { id, ...detail }, `custody chain resolve ${shellQuote(id)}`);
}

export function cannotAccess(message: string, path: string, error: string): Refusal {
  return new Refusal('E_IO', message, { path, error }, listParentCommand(path));
}
