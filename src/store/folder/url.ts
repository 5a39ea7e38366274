/**
 * The folder that a `file:` URL names. After `file:` comes a path, used literally: a path that a shell completes can be opened, and nothing
 * in it needs an escape. After `file://` comes a URL as other programs write it (RFC 8089): its path is absolute and percent-decoded, its
 * host is empty or `localhost`.
 *
 *     file:/srv/evidence             /srv/evidence
 *     file:evidence/100%25           evidence/100%25 below the current folder
 *     file:///srv/100%25             /srv/100%
 */
import { badStoreUrl } from '../bad-settings.ts';

/** `resolve` makes a path absolute, as the system interprets it. */
export function parseFileUrl(url: string, resolve: (path: string) => string): string {
  const typed = url.slice('file:'.length);
  const path = typed.startsWith('//') ? decodedPath(typed.slice(2)) : typed;
  if (path === '') throw badStoreUrl('expected a folder after file:, found nothing');
  if (path.includes('\0')) throw badStoreUrl('expected a folder after file:, found a NUL in its name');
  return resolve(path);
}

function decodedPath(rest: string): string {
  const slash = rest.indexOf('/');
  const host = slash < 0 ? rest : rest.slice(0, slash);
  if (host !== '' && host.toLowerCase() !== 'localhost') throw badStoreUrl('expected file:///PATH or file:PATH, found a host');
  const path = slash < 0 ? '' : rest.slice(slash);
  if (/[?#]/.test(path)) throw badStoreUrl('expected a path after file://, found ? or # (written %3F and %23 there)');
  // A reader of the URL would not see an escaped separator.
  if (/%(?:2f|5c)/i.test(path)) throw badStoreUrl('expected a path after file://, found an escaped separator');
  try {
    return decodeURIComponent(path);
  } catch {
    throw badStoreUrl('expected a percent-encoded path after file://, found one that cannot be decoded');
  }
}
