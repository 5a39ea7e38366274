/**
 * Remembers the folders whose files are sealed, and checks them again after everything was copied. A folder that became a link, or was
 * replaced, may have supplied files that were never collected.
 *
 *     folders.remember('reports/2025', '/data/reports/2025');
 *     folders.requireSame();
 *
 * A folder that was replaced and is back in its place by then is not noticed.
 */
import { lstatSync } from 'node:fs';
import { errorCode, osText } from '#disk/os-error';
import { cannotAccess } from '../../refusals.ts';

export interface WalkedFolders {
  /** `source` is the name for a refusal, `path` is the absolute path. */
  remember(source: string, path: string): void;
  requireSame(): void;
}

export function rememberFolders(): WalkedFolders {
  const walked = new Map<string, { readonly source: string; readonly identity: string }>();
  return {
    remember(source, path) {
      if (!walked.has(path)) walked.set(path, { source, identity: identityOf(source, path) });
    },
    requireSame() {
      for (const [path, { source, identity }] of walked) if (identityOf(source, path) !== identity) throw changed(source);
    },
  };
}

/** Only a folder has an identity here; a link is refused. */
function identityOf(source: string, path: string): string {
  try {
    const found = lstatSync(path, { bigint: true });
    if (found.isDirectory()) return `${found.dev}:${found.ino}`;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`Cannot read input: ${source}: ${osText(error)}`, source, osText(error));
  }
  throw changed(source);
}

function changed(source: string): Error {
  const error = 'Folder changed while it was sealed';
  return cannotAccess(`Cannot read input: ${source}: ${error}`, source, error);
}
