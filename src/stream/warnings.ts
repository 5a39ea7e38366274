/**
 * The reasons why a record was skipped, written to `_warnings` by the tool that skipped it. `lock --scan` writes the same warnings.
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

/** vacuum found an entry that is not a readable regular file, or a name that is not valid in a path. */
export function entryWarning(skip: Pick<Warning, 'code' | 'message' | 'detail'>): Warning {
  return { tool: 'vacuum', code: skip.code, message: skip.message, detail: skip.detail };
}

/** hash could not open or read the file. `path` is relative to its root, so that the same tree gives the same lock wherever it is (M5). */
export function readWarning(path: string, error: string): Warning {
  return { tool: 'hash', code: 'E_IO', message: 'Cannot read file', detail: { path, error } };
}

/** The text for `readWarning` if the size of a file has changed since the scan (C8). */
export function changedSinceScan(scanned: number | bigint, found: number | bigint): string {
  return `CHANGED_DURING_READ: expected ${scanned} bytes, found ${found}`;
}

/** The text for `readWarning` if a file changed while it was read. */
export const changedWhileRead = 'CHANGED_DURING_READ: size or time changed while it was read';
