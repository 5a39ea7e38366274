/** Why `stack` refuses: the table, and one function for each row. A refusal names every fault of the file, not only the first. */
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand, listParentCommand, shellPath } from '#core/shell-words';
import type { Fault } from './inputs/facts.ts';

export const stackRefusals: readonly RefusalRow[] = [
  row('E_BAD_ZONE', 'A zone file that cannot be read, or requests something impossible', 'fix_input', 'looks'),
  row('E_BAD_PROFILE', 'A profile that cannot be read', 'fix_input', 'looks'),
  row('E_BAD_MODULE', 'A module manifest that cannot be read', 'fix_input', 'looks'),
  row('E_BAD_PARAMS', 'Parameters that are missing, of another type, or unknown to their module', 'fix_input'),
  row('E_DUPLICATE', 'Two modules, profiles, corridors or jurisdictions of one name', 'fix_input', 'looks'),
  row('E_DEPENDENCY', 'Modules that do not fit: another version, an undeclared variant, a missing or unmet dependency', 'fix_input'),
  row('E_BAD_CORRIDOR', 'A corridor manifest, trust anchors or a key rotation that cannot be read', 'fix_input', 'looks'),
  row('E_BAD_CREDENTIAL', 'A credential whose payload has no canonical form', 'fix_input', 'looks'),
  row('E_BAD_LAWPACK', 'A lawpack that cannot be read, or is not what its lock pins', 'escalate', 'looks'),
  row('E_MISSING_INPUT', 'A file or folder that is named does not exist', 'fix_input', 'looks'),
  row('E_UNSAFE_PATH', 'A path that could lead out of the root, or leads through a link', 'escalate'),
  row('E_BAD_LOCK', 'A stack.lock that cannot be read', 'escalate', 'looks'),
  row('E_BAD_ARTIFACT', 'An artifact that has no digest of its type, or another than its name says', 'escalate', 'looks'),
  row('E_NOT_FOUND', 'No store that was named has the artifact, or any, or the lock has no such corridor', 'fix_input', 'looks'),
  row('E_AMBIGUOUS', 'Two files with different bytes under one digest', 'escalate', 'looks'),
  row('E_KEY', 'A key that is missing, damaged, or would be replaced', 'fix_input', 'looks'),
  row('E_IO', 'A file or folder cannot be read or written', 'fix_input', 'looks'),
];

/** `file` is the path as shown to the user. */
export type BadDocument = (file: string, faults: readonly Fault[]) => Refusal;

export const badZone: BadDocument = (file, faults) => bad('E_BAD_ZONE', 'zone', file, faults);
export const badProfile: BadDocument = (file, faults) => bad('E_BAD_PROFILE', 'profile', file, faults);
export const badModule: BadDocument = (file, faults) => bad('E_BAD_MODULE', 'module', file, faults);
export const badCorridor: BadDocument = (file, faults) => bad('E_BAD_CORRIDOR', 'corridor file', file, faults);
export const badCredential: BadDocument = (file, faults) => bad('E_BAD_CREDENTIAL', 'credential', file, faults);
export const badLawpack: BadDocument = (file, faults) => bad('E_BAD_LAWPACK', 'lawpack', file, faults);
export const badLock: BadDocument = (file, faults) => bad('E_BAD_LOCK', 'stack lock', file, faults);

function bad(code: string, what: string, file: string, faults: readonly Fault[]): Refusal {
  return new Refusal(code, `bad ${what} ${file}: ${sentence(faults)}`, { file, faults: faults.map(faultFields) }, listParentCommand(file));
}

/** For the parameters of one module; `at` of each fault is the parameter. */
export function badParams(moduleId: string, faults: readonly Fault[]): Refusal {
  const detail = { module_id: moduleId, faults: faults.map(faultFields) };
  return new Refusal('E_BAD_PARAMS', `bad parameters of ${moduleId}: ${sentence(faults)}`, detail, null);
}

/** `at` of each fault is the module whose dependency is not satisfied. */
export function badDependencies(faults: readonly Fault[]): Refusal {
  return new Refusal('E_DEPENDENCY', `modules do not fit: ${sentence(faults)}`, { faults: faults.map(faultFields) }, null);
}

/** `kind` is `module`, `profile`, `corridor` …; `files` are the paths of both, as shown to the user, which may be the same file. */
export function duplicate(kind: string, id: string, files: readonly string[]): Refusal {
  const places = [...new Set(files)];
  const message = `duplicate ${kind} ${id}: ${places.join(', ')}`;
  return new Refusal('E_DUPLICATE', message, { kind, id, files: places }, `ls -la ${places.map(shellPath).join(' ')}`);
}

/** `path` is as shown to the user; `by` names the file and the field that refer to it. */
export function missingInput(what: string, path: string, by: string, next: string | null): Refusal {
  return new Refusal('E_MISSING_INPUT', `missing ${what}: ${path} — named by ${by}`, { what, path, by }, next);
}

/** `path` is as written; `by` names the file and the field that contain it. */
export function unsafePath(path: string, reason: string, by: string): Refusal {
  return new Refusal('E_UNSAFE_PATH', `unsafe path ${path}: ${reason} — named by ${by}`, { path, reason, by }, null);
}

/** `file` is the path as shown to the user. */
export function badArtifact(type: string, file: string, error: string): Refusal {
  return new Refusal('E_BAD_ARTIFACT', `bad ${type} artifact ${file}: ${error}`, { type, file, error }, listParentCommand(file));
}

export function artifactNotFound(type: string, digest: string, roots: readonly string[]): Refusal {
  const message = `no ${type} artifact ${digest}, searched in ${roots.join(', ')}`;
  return new Refusal('E_NOT_FOUND', message, { type, digest, roots }, 'custody stack artifact put --help');
}

export function emptyStore(roots: readonly string[]): Refusal {
  return new Refusal('E_NOT_FOUND', `no artifact in ${roots.join(', ')}: nothing was verified`, { roots });
}

/** `lock` is the path as shown to the user. */
export function unknownCorridor(id: string, known: readonly string[], lock: string): Refusal {
  const message = `no corridor ${id} in ${lock}, which has ${known.join(', ') || 'none'}`;
  return new Refusal('E_NOT_FOUND', message, { corridor_id: id, corridors: known, lock }, headCommand(lock));
}

export function ambiguousArtifact(type: string, digest: string, files: readonly string[]): Refusal {
  const message = `two files with different bytes for ${type} artifact ${digest}: ${files.join(', ')}`;
  return new Refusal('E_AMBIGUOUS', message, { type, digest, files }, `sha256sum ${files.map(shellPath).join(' ')}`);
}

/** `path` is as shown to the user; the content of the key is never shown. */
export function badKey(path: string, error: string, next = listParentCommand(path)): Refusal {
  return new Refusal('E_KEY', `${error}: ${path}`, { path, error }, next);
}

export function cannotAccess(message: string, path: string, error: string): Refusal {
  return new Refusal('E_IO', `${message}: ${error}`, { path, error }, listParentCommand(path));
}

function faultFields({ at, message }: Fault): JsonObject {
  return { at, message };
}

export function faultText({ at, message }: Fault): string {
  return at === '' ? message : `${at}: ${message}`;
}

function sentence(faults: readonly Fault[]): string {
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return first === undefined ? 'no reason given' : faultText(first) + more;
}
