/**
 * The first step of `vacuum | hash | lock`: lists every file below the roots as a line of vacuum.v0, sorted by (relative_path, root) in
 * byte order.
 *
 *     scanFiles(openRoots(['data'], cwd), { filter, follow: true, version: '0.1.0' }, (line) => …);
 */
import { measureFile } from '#disk/walk/file-facts';
import { mergeScans } from '../merge.ts';
import { formatScanned, formatSkipped } from '../vacuum.ts';
import { entryWarning, type Warning } from '../warnings.ts';
import { type ScanOptions, type ScanRoot, scanRoot, scanScope } from './scan-root.ts';

export interface Scanning extends ScanOptions {
  /** The version for `tool_versions`. */
  readonly version: string;
  /** `3/8` for each record of a scan of one shard. */
  readonly shard?: string | undefined;
  readonly onSkip?: (path: string, warning: Warning) => void;
}

/** Lines have no newline. If a root has become unreadable, the scan refuses before the first line. */
export function scanFiles(roots: readonly ScanRoot[], options: Scanning, onLine: (line: string) => void): void {
  const by = { semver: options.version, scope: scanScope(options), shard: options.shard };
  for (const found of mergeScans(roots.map((root) => scanRoot(root, options)))) {
    const { root } = found;
    const facts = found.kind === 'file' ? measureFile(found, options) : found;
    if (facts.kind === 'skip') {
      const warning = entryWarning(facts);
      options.onSkip?.(facts.path, warning);
      onLine(formatSkipped({ ...facts, root, warning }, by));
    } else {
      onLine(formatScanned({ ...facts, root }, by));
    }
  }
}
