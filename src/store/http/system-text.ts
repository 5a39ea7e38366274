/** What the system says of an error with a file, in words: `No space left on device`; undefined for any other error. */
import { getSystemErrorMap } from 'node:util';

export function systemText(error: unknown): string | undefined {
  const errno = error instanceof Error && 'errno' in error ? error.errno : undefined;
  const text = typeof errno === 'number' ? getSystemErrorMap().get(errno)?.[1] : undefined;
  return text === undefined ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}
