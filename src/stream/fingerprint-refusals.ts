/**
 * The refusals of fingerprint. A definition that cannot be used is refused only if it is requested.
 *
 *     unknownFingerprint('cvs.v0', ['csv.v0', …])     E_UNKNOWN_FP  {fingerprint_id: 'cvs.v0', available: […]}   next: fingerprint --list
 */
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { listParentCommand, shellPath, shellQuote } from '#core/shell-words';
import { hashRefusalRows, withoutDuplicates } from './refusals.ts';

export const fingerprintRefusals: readonly RefusalRow[] = [
  row('E_BAD_INPUT', 'Invalid input stream', { upstream: 'hash' }, 'looks'),
  row('E_UNKNOWN_FP', 'Fingerprint ID not found', 'fix_input', 'looks'),
  row('E_DUPLICATE_FP_ID', 'Duplicate fingerprint ID detected', 'fix_input', 'looks'),
  row('E_UNTRUSTED_FP', 'Untrusted fingerprint provider', 'escalate', 'looks'),
  row('E_BAD_DEFINITION', 'Definition cannot be used', 'fix_input', 'looks'),
  row('E_ORPHAN_CHILD', 'Child fingerprint references unloaded parent', 'fix_input', 'looks'),
  row('E_BAD_RULES', 'Rules cannot be used', 'fix_input', 'looks'),
  row('E_IO', 'Cannot read input/output stream', 'retry', 'looks'),
];

/** The refusals of the commands that write definitions. They are in no stream, so no other tool passes them on. */
const writingRefusals: readonly RefusalRow[] = [
  row('E_BAD_SCHEMA', 'Schema cannot be used', 'fix_input', 'looks'),
  row('E_BAD_SAMPLE', 'Sample cannot be used', 'fix_input', 'looks'),
  row('E_EXISTS', 'Output exists', 'fix_input', 'looks'),
];

/** Includes the refusals of vacuum and hash, which are passed on. Each code is listed once. */
export const fingerprintRefusalRows: readonly RefusalRow[] = withoutDuplicates([...fingerprintRefusals, ...hashRefusalRows]);

/** Every refusal of the tool, each code once. */
export const fingerprintToolRows: readonly RefusalRow[] = withoutDuplicates([...fingerprintRefusalRows, ...writingRefusals]);

/** A mistake in a YAML file, with its position if it is known. */
export interface LocatedMistake extends JsonObject {
  readonly line: number | null;
  readonly column: number | null;
  /** For example `assertions[2].cell_eq`. */
  readonly path: string;
  readonly message: string;
}

/** `detail` names the line and what is wrong with it. */
export function badFingerprintInput(detail: JsonObject): Refusal {
  return new Refusal('E_BAD_INPUT', 'Invalid input stream', detail, 'fingerprint --help');
}

export function badStructInput(detail: JsonObject): Refusal {
  return new Refusal('E_BAD_INPUT', 'Invalid input stream', detail, 'fingerprint struct-check --help');
}

export function unknownFingerprint(id: string, available: readonly string[]): Refusal {
  return new Refusal('E_UNKNOWN_FP', 'Fingerprint ID not found', { fingerprint_id: id, available }, 'fingerprint --list');
}

export function duplicateFingerprint(id: string, providers: readonly string[]): Refusal {
  return new Refusal('E_DUPLICATE_FP_ID', 'Duplicate fingerprint ID detected', { fingerprint_id: id, providers }, 'fingerprint --list');
}

/** The refusal does not suggest naming the file on the command line, because that would trust it. */
export function untrustedFingerprint(id: string, path: string): Refusal {
  const provider = `installed:${id}`;
  const detail = { fingerprint_id: id, provider, policy: 'allowlist_required', path };
  const message = `Untrusted fingerprint provider: a person must decide whether to add ${provider} to a trust list`;
  return new Refusal('E_UNTRUSTED_FP', message, detail, `fingerprint check ${shellPath(path)}`);
}

export function badDefinition(path: string, id: string | null, mistakes: readonly LocatedMistake[]): Refusal {
  const detail = { fingerprint_id: id, path, mistakes };
  return new Refusal('E_BAD_DEFINITION', 'Definition cannot be used', detail, `fingerprint check ${shellPath(path)}`);
}

export interface OrphanDetail {
  readonly childId: string;
  readonly parentId: string;
  /** The reason why the parent cannot be used. */
  readonly error: string;
  readonly loaded: readonly string[];
  /** The definitions that were named on the command line. */
  readonly definitions: readonly string[];
}

export function orphanChild({ childId, parentId, error, loaded, definitions }: OrphanDetail): Refusal {
  const detail = { child_id: childId, parent_id: parentId, error, loaded };
  const next = commandFor([parentId, childId], definitions);
  return new Refusal('E_ORPHAN_CHILD', 'Child fingerprint references unloaded parent', detail, next);
}

export function badRules(path: string, mistakes: readonly LocatedMistake[]): Refusal {
  return new Refusal('E_BAD_RULES', 'Rules cannot be used', { path, mistakes }, `cat ${shellPath(path)}`);
}

/** Refuses to infer a definition: `error` says what this sample lacks. */
export function badSample(path: string, error: string): Refusal {
  return new Refusal('E_BAD_SAMPLE', `Sample cannot be used: ${error}`, { path, error }, 'fingerprint infer --help');
}

/** Refuses to translate between a Table Schema and a definition. */
export function badSchema(path: string, error: string): Refusal {
  return new Refusal('E_BAD_SCHEMA', `Schema cannot be used: ${error}`, { path, error }, `cat ${shellPath(path)}`);
}

export function sampleChanged(path: string): Refusal {
  return badSample(path, 'it changed while it was read');
}

/** A definition may have been edited by hand: it is replaced only with `--force` (M3). */
export function definitionExists(path: string): Refusal {
  const message = `Output exists: ${path} is replaced only with --force`;
  return new Refusal('E_EXISTS', message, { path }, `head -c 200 ${shellPath(path)}`);
}

/** Refuses because a file named on the command line cannot be read. */
export function unreadableFile(path: string, error: string): Refusal {
  return new Refusal('E_IO', `cannot read file — ${error}`, { path, error }, listParentCommand(path));
}

function commandFor(ids: readonly string[], definitions: readonly string[]): string {
  const flags = [...definitions.map((path) => `--definitions ${shellPath(path)}`), ...ids.map((id) => `--fp ${shellQuote(id)}`)];
  return `fingerprint ${flags.join(' ')}`;
}
