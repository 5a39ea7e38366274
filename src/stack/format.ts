/**
 * Writes a stack.lock: canonical JSON (RFC 8785) and a newline, or an indented form in the order of the document.
 *
 *     formatStackLock(lock, 'json')     {"corridors":[],"generated_at":"2026-01-15T00:00:00Z",…}
 *
 * YAML is written elsewhere, from the same value.
 */
import { formatPretty } from '#core/json/pretty';
import { formatJcs } from '#core/json/write';
import type { StackLock } from './document.ts';
import { lockValue } from './read.ts';

export type LockFormat = 'json' | 'pretty-json' | 'yaml';

export function formatStackLock(lock: StackLock, format: 'json' | 'pretty-json'): string {
  const value = lockValue(lock);
  return `${format === 'json' ? formatJcs(value) : formatPretty(value)}\n`;
}
