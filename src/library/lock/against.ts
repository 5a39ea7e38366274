/** `against` of `verifyLockContent`: older versions of the files, by which changes are named. */
import { realPath } from '#disk/path/real-path';
import { MAX_DIFFERENCES, USUAL_DIFFERENCES } from '#lock/content/content';
import type { Against } from '#lock/ops/verify-content';
import { absolute } from '../given-path.ts';

export interface AgainstSettings {
  /** A folder with older versions of the files, by which changes are named. */
  readonly against?: string;
  /** How many differences of a file are named, 1 to 1000; the default is 10. */
  readonly maxDifferences?: number;
}

export function againstOf({
  root,
  against,
  maxDifferences: most = USUAL_DIFFERENCES,
}: AgainstSettings & { readonly root: string }): Against | undefined {
  if (!Number.isInteger(most) || most < 1 || most > MAX_DIFFERENCES)
    throw new RangeError(`maxDifferences needs a whole number from 1 to ${MAX_DIFFERENCES}`);
  if (against === undefined) return undefined;
  const folder = absolute(against);
  if (realPath(folder) === realPath(absolute(root))) throw new RangeError('against needs another folder than root');
  return { given: against, root: folder, most };
}
