/** The reasons why `pack` refuses: the table, and one function for each row (pack.md "Refusal codes", P2, P3, P7). */
import { isSha256Digest } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { listParentCommand, shellPath, shellQuote } from '#core/shell-words';

export const packRefusals: readonly RefusalRow[] = [
  row('E_EMPTY', 'No artifacts provided to seal, or no pack in the store to verify', 'fix_input', 'looks'),
  row('E_IO', 'IO failure reading or writing pack data, or reaching a store', 'fix_input', 'looks', 'writes new'),
  row('E_DUPLICATE', 'Resolved member path collision', 'fix_input'),
  row('E_BAD_MEMBER', 'A document does not keep the schema of the version that it names', 'fix_input'),
  row('E_BAD_PACK', 'Missing or invalid manifest.json, or a pack that does not verify', 'escalate', 'looks'),
  row('E_NO_RUN', 'The ledger has no such run, or several', 'fix_input', 'looks'),
  row('E_BROKEN_LEDGER', 'The record of a run was edited', 'escalate', 'looks'),
  row('E_MISSING_FILE', 'Files of a run were not found', 'fix_input'),
  row('E_TAG_EXISTS', 'The tag names another pack in the store', 'fix_input', 'looks'),
  row('E_BAD_STORE', 'The store has something else in the place of a tag, or of the list of signatures', 'escalate'),
  row('E_UNSUPPORTED', 'The protocol of the store has no way to do this', 'escalate'),
];

/** `--strict`: what a run read or made is not below the folders. At most five are named in the message. */
export function missingFiles(
  run: string,
  missing: readonly (JsonObject & { readonly role: string; readonly path: string | null })[],
): Refusal {
  const named = missing.slice(0, 5).map(({ role, path }) => `${role} ${path ?? '(standard output)'}`);
  const message = `${missing.length} of the files of ${run} not found, and --strict was given: ${named.join(', ')}`;
  return new Refusal('E_MISSING_FILE', message, { run, missing });
}

export function nothingFound(run: string, searched: readonly string[]): Refusal {
  return new Refusal('E_EMPTY', `none of the files of ${run} found`, { run, searched }, `ls -la ${searched.map(shellPath).join(' ')}`);
}

export function changedSinceFound(path: string, { expected, actual }: { readonly expected: string; readonly actual: string }): Refusal {
  return new Refusal('E_IO', `${path} changed after it was found`, { path, expected, actual }, listParentCommand(path));
}

/** A tag is moved only if a person says so. */
export function tagTaken(tag: string, store: string, { named, packId }: { readonly named: string; readonly packId: string }): Refusal {
  const message = `the tag ${tag} names another pack in ${store}, ${named}: choose another tag, or move it with --move-tag`;
  return new Refusal('E_TAG_EXISTS', message, { tag, store, pack_id: packId, named }, `pack list --store ${shellQuote(store)}`);
}

/** A command over plain HTTP is never proposed. */
export function noSuchTag(tag: string, store: string, { plainHttp = false }: { readonly plainHttp?: boolean }): Refusal {
  return new Refusal('E_IO', `no tag ${tag} in ${store}`, { tag, store }, plainHttp ? null : `pack list --store ${shellQuote(store)}`);
}

export function noArtifacts(): Refusal {
  return new Refusal('E_EMPTY', 'No artifacts provided to seal', {}, 'pack seal --help');
}

/** A prefix or a repository with a typing mistake in it has no pack either, and nothing would look verified. */
export function emptyStore(store: string): Refusal {
  return new Refusal('E_EMPTY', `no pack in ${store}: nothing was verified`, { store });
}

/** The named folders contain no files. */
export function emptyArtifacts(artifacts: readonly string[]): Refusal {
  const next = `ls -la ${artifacts.map(shellPath).join(' ')}`;
  return new Refusal('E_EMPTY', 'No files in the artifacts to seal', { artifacts }, next);
}

export function cannotAccess(message: string, path: string, error: string, nextCommand: string | null = listParentCommand(path)): Refusal {
  return new Refusal('E_IO', message, { path, error }, nextCommand);
}

export function outputExists(folder: string): Refusal {
  const message = `Output directory already exists and is non-empty: ${folder}`;
  return cannotAccess(message, folder, 'Directory not empty', `ls -la ${shellPath(folder)}`);
}

/** A file, a link or a device has the name of the output folder. */
export function outputTaken(folder: string): Refusal {
  return cannotAccess(`Output is not a directory: ${folder}`, folder, 'Not a directory', `ls -ld ${shellPath(folder)}`);
}

/** The output would add or replace a file in an existing pack, which would then no longer verify. */
export function insidePack(output: string, pack: string, nextCommand: string | null = `ls -la ${shellPath(pack)}`): Refusal {
  const message = `expected an output outside of the pack ${pack}, found ${output}`;
  return new Refusal('E_IO', message, { path: output, error: 'Inside a pack', pack }, nextCommand);
}

/** The sealed folder would then contain its own pack. */
export function insideInput(output: string, input: string): Refusal {
  const message = `expected an output outside of ${input}, which is sealed, found ${output}`;
  return cannotAccess(message, output, 'Inside an input', `ls -la ${shellPath(input)}`);
}

/** If the current folder were replaced, a shell in it would be in a folder that no longer exists. */
export function outputIsHere(folder: string, nextCommand: string): Refusal {
  return cannotAccess(`expected an output other than the current folder, found ${folder}`, folder, 'Current folder', nextCommand);
}

export function duplicateMember(path: string, sources: readonly string[]): Refusal {
  return new Refusal('E_DUPLICATE', 'Resolved member path collision', { path, sources });
}

export function reservedMember(path: string, sources: readonly string[]): Refusal {
  return new Refusal('E_DUPLICATE', 'Reserved member path collision', { path, sources });
}

/** A document that `pack verify` would always reject is not sealed. */
export function badMember(path: string, version: string, error: string): Refusal {
  return new Refusal('E_BAD_MEMBER', `expected a document that keeps the schema of ${version}, found ${path}: ${error}`, {
    path,
    artifact_version: version,
    error,
  });
}

/** `pack` is the folder or archive as it was typed, or the pack_id of a pack from a store. A pack_id has no parent folder to list. */
export function badPack(
  pack: string,
  message: string,
  detail: JsonObject = {},
  nextCommand: string | null = isSha256Digest(pack) ? null : listParentCommand(pack),
): Refusal {
  return new Refusal('E_BAD_PACK', message, { pack, ...detail }, nextCommand);
}

/** `path` is null if the pack has no references at all. */
export function noReference(pack: string, path: string | null): Refusal {
  const message = path === null ? `no file by reference in ${pack}` : `no file by reference named ${path} in ${pack}`;
  return new Refusal('E_IO', message, { pack, ...(path === null ? {} : { path }) }, `pack verify ${shellPath(pack)}`);
}

/** The pack exists and was judged. The next command shows the whole verdict. */
export function invalidPack(pack: string, detail: JsonObject): Refusal {
  return badPack(pack, `pack does not verify: ${pack}`, detail, `pack verify ${shellPath(pack)}`);
}
