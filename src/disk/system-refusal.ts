/**
 * The refusal for an error of the system that no room has put into words of its own: a file that vanished between two looks, a disk that
 * fails. Null for every other error, which is a bug.
 *
 *     systemRefusal(error)     E_IO, cannot use /data/a.csv: Input/output error
 */
import { Refusal } from '#core/refusal';
import { errorCode, mayPass, osText } from './os-error.ts';

export function systemRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (errorCode(error) === undefined) return null;
  const path = pathOf(error);
  const text = osText(error).toWellFormed();
  return new Refusal('E_IO', `cannot use ${path ?? 'a file'}: ${text}`, { path, error: text }, null, mayPass(error));
}

function pathOf(error: unknown): string | null {
  const path = error instanceof Error && 'path' in error ? error.path : null;
  return typeof path === 'string' ? path.toWellFormed() : null;
}
