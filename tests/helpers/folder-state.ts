/**
 * All that lies in a folder, by its path: what it is and what it holds. Ledgers are left out: they grow with every run.
 *
 *     folderState('/tmp/x')     { '/tmp/x/data': 'folder', '/tmp/x/data/a.csv': 'file hello\n', '/tmp/x/link': 'link to data' }
 */
import { type Dirent, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export function folderState(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.epistemic')) {
    const path = join(folder, entry.name);
    try {
      found[path] = content(path, entry);
      if (entry.isDirectory()) Object.assign(found, folderState(path));
    } catch {
      found[path] = 'cannot be read';
    }
  }
  return found;
}

function content(path: string, entry: Dirent): string {
  if (entry.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  return entry.isFile() ? `file ${readFileSync(path, 'latin1')}` : entry.isDirectory() ? 'folder' : 'other';
}
