/**
 * Whether a root can be scanned: it exists, is a directory (also through links), and can be listed.
 *
 *     probeRoot('/data')   null, or the problem: {kind: 'not permitted', error: 'Permission denied'}
 */
import { opendirSync, statSync } from 'node:fs';
import { errorCode, isMissing, osText } from '../os-error.ts';

export type RootProblem =
  | { readonly kind: 'missing' | 'not a directory' }
  | { readonly kind: 'not permitted' | 'other'; readonly error: string };

export function probeRoot(path: string): RootProblem | null {
  try {
    if (!statSync(path).isDirectory()) return { kind: 'not a directory' };
    opendirSync(path).closeSync();
    return null;
  } catch (error) {
    return rootProblem(error);
  }
}

/** The same for an error that occurred while a root was listed. */
export function rootProblem(error: unknown): RootProblem {
  if (isMissing(error)) return { kind: 'missing' };
  const code = errorCode(error);
  return { kind: code === 'EACCES' || code === 'EPERM' ? 'not permitted' : 'other', error: osText(error) };
}
