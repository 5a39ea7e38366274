/**
 * What a browser shows of a folder: regular files with names that are text, and no empty folders. A copy of that is judged by the page and by
 * the command line, which then see the same.
 */
import { copyFileSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

export function copyVisible(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.includes('\uFFFD')) continue;
    if (entry.isDirectory()) copyVisible(source, target);
    if (!entry.isFile()) continue;
    mkdirSync(to, { recursive: true });
    copyFileSync(source, target);
    const { mtime } = statSync(source);
    utimesSync(target, mtime, mtime);
  }
}
