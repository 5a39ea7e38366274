/**
 * A bundle that is not in a folder: its files are given by their paths, from memory, an archive or a Git tree. Files that would not be read from a
 * folder are ignored.
 *
 *     virtualBundle({ 'snapshot.json': '{…}', 'claims/a.json': '{…}', 'README.md': '…' }, 'memory')     two files
 */
import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { type BundleFile, COLLECTIONS, isBundleFileName, type LoadedBundle, type Problem, SNAPSHOT_FILE } from './bundle.ts';

export function virtualBundle(files: Readonly<Record<string, string | Uint8Array>>, root: string): LoadedBundle {
  const paths = Object.keys(files).sort(compareUtf8);
  const shown = root === '' ? '' : `${root}/`;
  const trace: string[] = [];
  const loaded: BundleFile[] = [];
  const problems: Problem[] = [];
  const take = (file: string, collection: BundleFile['collection']): void => {
    const content = files[file] as string | Uint8Array;
    if (typeof content !== 'string') loaded.push({ file, collection, bytes: content });
    else if (content.isWellFormed()) loaded.push({ file, collection, bytes: encodeUtf8(content) });
    else problems.push({ file, kind: 'invalid', message: `read ${file}: a lone surrogate cannot be written as UTF-8` });
    trace.push(shown + file);
  };
  if (Object.hasOwn(files, SNAPSHOT_FILE)) take(SNAPSHOT_FILE, null);
  else {
    trace.push(shown + SNAPSHOT_FILE);
    problems.push({ file: SNAPSHOT_FILE, kind: 'missing', message: `read ${SNAPSHOT_FILE}: No such file or directory` });
  }
  for (const name of COLLECTIONS) {
    const isOfFolder = (path: string): boolean => path.startsWith(`${name}/`) && !path.includes('/', name.length + 1);
    for (const path of paths) if (isOfFolder(path) && isBundleFileName(path)) take(path, name);
  }
  return { root, trace, files: loaded, problems };
}
