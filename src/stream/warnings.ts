/**
 * Why a record was skipped, said in `_warnings` by the tool that skipped it. `lock --scan` says the very same.
 *
 *     readWarning('sub/a', 'Permission denied')
 *       {tool: 'hash', code: 'E_IO', message: 'Cannot read file', detail: {path: 'sub/a', error: 'Permission denied'}}
 */
import type { JsonObject } from '#core/json/value';

export interface Warning {
  readonly tool: string;
  readonly code: string;
  readonly message: string;
  readonly detail: JsonObject;
}

/** vacuum met something that is no readable regular file, or a name that cannot be a path. */
export function entryWarning(skip: Pick<Warning, 'code' | 'message' | 'detail'>): Warning {
  return { tool: 'vacuum', code: skip.code, message: skip.message, detail: skip.detail };
}

/** hash could not open or read the file; `path` is under its root, so that the same tree gives the same lock wherever it lies (M5). */
export function readWarning(path: string, error: string): Warning {
  return { tool: 'hash', code: 'E_IO', message: 'Cannot read file', detail: { path, error } };
}

/** What `readWarning` says of a file that has another size than when it was scanned (C8). */
export function changedSinceScan(scanned: number | bigint, found: number | bigint): string {
  return `CHANGED_DURING_READ: expected ${scanned} bytes, found ${found}`;
}

/** And of one that changed under the reader. */
export const changedWhileRead = 'CHANGED_DURING_READ: size or time changed while it was read';
