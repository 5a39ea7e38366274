/** Why `pack` refuses: the table, and one function for each row (pack.md "Refusal codes", P2, P3, P7). */
import { isSha256Digest } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow } from '#core/refusal';
import { listParent, shellPath } from '#core/shell-words';

export const packRefusals: readonly RefusalRow[] = [
  { code: 'E_EMPTY', message: 'No artifacts provided to seal', action: 'fix_input', next: ['looks'] },
  {
    code: 'E_IO',
    message: 'IO failure reading or writing pack data, or reaching a store',
    action: 'fix_input',
    next: ['looks', 'writes new'],
  },
  { code: 'E_DUPLICATE', message: 'Resolved member path collision', action: 'fix_input', next: [] },
  {
    code: 'E_BAD_MEMBER',
    message: 'A document does not keep the schema of the version that it names',
    action: 'fix_input',
    next: [],
  },
  {
    code: 'E_BAD_PACK',
    message: 'Missing or invalid manifest.json, or a pack that does not verify',
    action: 'escalate',
    next: ['looks'],
  },
  { code: 'E_UNSUPPORTED', message: 'The protocol of the store has no way to do this', action: 'escalate', next: [] },
];

export function noArtifacts(): Refusal {
  return new Refusal('E_EMPTY', 'No artifacts provided to seal', {}, 'pack seal --help');
}

/** An input set of no files: the folders it names are empty. */
export function emptyArtifacts(artifacts: readonly string[]): Refusal {
  const next = `ls -la ${artifacts.map(shellPath).join(' ')}`;
  return new Refusal('E_EMPTY', 'No files in the artifacts to seal', { artifacts }, next);
}

export function cannotAccess(message: string, path: string, error: string, nextCommand: string | null = listParent(path)): Refusal {
  return new Refusal('E_IO', message, { path, error }, nextCommand);
}

export function outputExists(folder: string): Refusal {
  const message = `Output directory already exists and is non-empty: ${folder}`;
  return cannotAccess(message, folder, 'Directory not empty', `ls -la ${shellPath(folder)}`);
}

/** A file, a link or a device has the name of the folder. */
export function outputTaken(folder: string): Refusal {
  return cannotAccess(`Output is not a directory: ${folder}`, folder, 'Not a directory', `ls -ld ${shellPath(folder)}`);
}

/** A file more or another one: the pack, an archive or a folder, would not be what it was. */
export function insidePack(output: string, pack: string, nextCommand: string | null = `ls -la ${shellPath(pack)}`): Refusal {
  const message = `expected an output outside of the pack ${pack}, found ${output}`;
  return new Refusal('E_IO', message, { path: output, error: 'Inside a pack', pack }, nextCommand);
}

/** What is sealed would hold its own pack from then on. */
export function insideInput(output: string, input: string): Refusal {
  const message = `expected an output outside of ${input}, which is sealed, found ${output}`;
  return cannotAccess(message, output, 'Inside an input', `ls -la ${shellPath(input)}`);
}

/** Whoever works in a folder that is replaced is nowhere afterwards. */
export function outputIsHere(folder: string, nextCommand: string): Refusal {
  return cannotAccess(`expected an output other than the current folder, found ${folder}`, folder, 'Current folder', nextCommand);
}

export function duplicateMember(path: string, sources: readonly string[]): Refusal {
  return new Refusal('E_DUPLICATE', 'Resolved member path collision', { path, sources });
}

export function reservedMember(path: string, sources: readonly string[]): Refusal {
  return new Refusal('E_DUPLICATE', 'Reserved member path collision', { path, sources });
}

/** What `pack verify` would reject for good is not sealed. */
export function badMember(path: string, version: string, error: string): Refusal {
  return new Refusal('E_BAD_MEMBER', `expected a document that keeps the schema of ${version}, found ${path}: ${error}`, {
    path,
    artifact_version: version,
    error,
  });
}

/** `pack` is the folder or archive as it was typed, or the pack_id of what a store gave: beside that nothing lies. */
export function badPack(
  pack: string,
  message: string,
  detail: JsonObject = {},
  nextCommand: string | null = isSha256Digest(pack) ? null : listParent(pack),
): Refusal {
  return new Refusal('E_BAD_PACK', message, { pack, ...detail }, nextCommand);
}

/** Of something that exists and was judged: the whole judgement is one command away. */
export function unsoundPack(pack: string, detail: JsonObject): Refusal {
  return badPack(pack, `pack does not verify: ${pack}`, detail, `pack verify ${shellPath(pack)}`);
}
