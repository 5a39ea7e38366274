/**
 * A snapshot reference is one path segment, so it cannot lead out of `snapshots/` (R6).
 *
 *     refFault('demo')     null
 *     refFault('../x')     invalid ref: expected one path segment, found "../x"
 */
import { quote } from '#core/json/write';
import { isRelPath } from '#core/path/rel-path';

export function refFault(ref: string): string | null {
  if (isRelPath(ref) && !/[/\\]/.test(ref)) return null;
  return `invalid ref: expected one path segment, found ${quote(ref.toWellFormed())}`;
}
