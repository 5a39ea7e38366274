/**
 * Whether a root can be scanned: it exists, is a directory (also through links), and can be listed.
 *
 *     probeRoot('/data')   null, or the problem: {kind: 'not permitted', error: 'Permission denied'}
 */
import { opendirSync, statSync } from 'node:fs';
import { errorCode, isMissing, mayPass, osText } from '../os-error.ts';

export type RootProblem =
  | { readonly kind: 'missing' | 'not a directory' }
  | { readonly kind: 'not permitted'; readonly error: string }
  /** `mayPass` says that the same root may be readable a little later. */
  | { readonly kind: 'other'; readonly error: string; readonly mayPass: boolean };

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
  if (code === 'EACCES' || code === 'EPERM') return { kind: 'not permitted', error: osText(error) };
  return { kind: 'other', error: osText(error), mayPass: mayPass(error) };
}
