/** The refusals of a folder store: E_IO for a problem of the disk, E_BAD_PACK for content that does not match its name. */
import type { Digest } from '#core/digest';
import { parentOf } from '#core/path/parent-of';
import { Refusal } from '#core/refusal';
import { listParentCommand, shellPath } from '#core/shell-words';

/** `path` is absolute; `error` is the system's text. */
export function folderFailure(action: 'read' | 'write', store: string, { path, error }: { path: string; error: string }): Refusal {
  const next = error.startsWith('No space left') ? `df -h ${shellPath(parentOf(path))}` : listParentCommand(path);
  return new Refusal('E_IO', `cannot ${action} the store ${store} — ${error}`, { store, path, error }, next);
}

/** Concerns a file of the pack, not of the store. */
export function fileFailure(action: 'read' | 'write', { path, error }: { path: string; error: string }): Refusal {
  return new Refusal('E_IO', `cannot ${action} ${path} — ${error}`, { path, error }, listParentCommand(path));
}

/** The name of a blob is the hash of its bytes: a link, a folder or a pipe with that name comes from another program. */
export function notABlob(store: string, digest: Digest, path: string): Refusal {
  const detail = { store, digest, path, error: 'Not a regular file' };
  return new Refusal(
    'E_BAD_PACK',
    `expected a regular file for ${digest} in the store ${store}, found something else`,
    detail,
    listParentCommand(path),
  );
}

export function noSuchBlob(store: string, digest: Digest): Refusal {
  return new Refusal('E_BAD_PACK', `the store ${store} lacks a blob of the pack: ${digest}`, { store, digest });
}
