/**
 * The id of a tool is its path below `tools`, without the extension. Ids are created only here, so that no id leads out of a space (K4).
 *
 *     parseToolId('web/scraper')       ok
 *     parseToolId('../scraper')        BadId: tool id contains traversal
 *     lockName(id, '1.0.0')            web/scraper@1.0.0.lock.json
 */
import { isRelPath } from '#core/path/rel-path';

export type ToolId = string & { readonly __tool: 'ToolId' };

export class BadId extends Error {
  override readonly name = 'BadId';
}

/** `@` would make the file name of a lock ambiguous. */
const FORBIDDEN = /[\\@\p{Cc}]/u;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;
const SUFFIX = '.lock.json';

export function parseToolId(text: string): ToolId {
  if (text === '') throw new BadId('expected a tool id, found an empty one');
  const found = FORBIDDEN.exec(text);
  if (found !== null || !text.isWellFormed())
    throw new BadId(`expected a tool id without \`\\\`, \`@\` and control characters, found ${shown(text)}`);
  if (!isRelPath(text))
    throw new BadId(`expected a tool id that is a relative path without empty, "." or ".." segments, found ${shown(text)}`);
  return text as string as ToolId;
}

function shown(text: string): string {
  return `'${text.toWellFormed().replaceAll(/\p{Cc}/gu, '\u{fffd}')}'`;
}

/** True if a version can be part of a file name; there are no other requirements. */
export function isToolVersion(text: string): boolean {
  return VERSION.test(text);
}

export function lockName(id: ToolId, version: string): string {
  return `${id}@${version}${SUFFIX}`;
}

/** True if the name has the ending of a lockfile. */
export function isLockSuffix(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** Returns the id and the version in the file name of a lock, or null. */
export function parseLockName(name: string): { readonly id: ToolId; readonly version: string } | null {
  if (!isLockSuffix(name)) return null;
  const stem = name.slice(0, -SUFFIX.length);
  const at = stem.lastIndexOf('@');
  if (at < 0 || !isToolVersion(stem.slice(at + 1))) return null;
  try {
    return { id: parseToolId(stem.slice(0, at)), version: stem.slice(at + 1) };
  } catch (error) {
    if (error instanceof BadId) return null;
    throw error;
  }
}
