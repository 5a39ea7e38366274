/** Which paths of a folder an OMS signature is not over: those of Git at the top, what the statement ignores, and the signature itself. */
import { compareUtf8 } from '#core/bytes/order';

/** Folders and files of Git, excluded with everything below them, but only at the top of the model. */
export const ALWAYS_EXCLUDED: readonly string[] = ['.git', '.gitattributes', '.github', '.gitignore'];

/** Whether a path is one of these, or below one. */
export function newExclusion(paths: readonly string[]): (path: string) => boolean {
  const excluded = new Set([...ALWAYS_EXCLUDED, ...paths]);
  return (path) => {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) if (excluded.has(path.slice(0, end))) return true;
    return excluded.has(path);
  };
}

/** What a new statement lists, sorted. */
export function ignoredPaths(more: readonly string[]): readonly string[] {
  return [...new Set([...ALWAYS_EXCLUDED, ...more])].sort(compareUtf8);
}
