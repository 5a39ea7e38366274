/**
 * What a piece of evidence says, of any kind. Nothing is verified.
 *
 *     (await show('december.lock.json')).members.count     4003
 */

import { workingFolder } from '#disk/path/working-folder';
import { ONLY_READ } from '#evidence/ops/asked';
import { showEvidence } from '#evidence/ops/show/show';
import { isStoreUrl } from '#evidence/ops/store-url';
import type { Shown } from '#evidence/show';
import { processEnv } from '#installation/process-input';
import { absolute } from '../given-path.ts';
import type { StoreSettings } from '../store.ts';

export type ShowSettings = Partial<Pick<StoreSettings, 'env' | 'jobs' | 'plainHttp'>>;

/** The document of `custody show --json`. A connection is opened only for the URL of a store. */
export async function show(evidence: string, { env = processEnv(), jobs, plainHttp = false }: ShowSettings = {}): Promise<Shown> {
  return showEvidence(
    { given: evidence, path: isStoreUrl(evidence) ? evidence : absolute(evidence) },
    { ...ONLY_READ, threads: jobs, env, cwd: workingFolder(), plainHttp },
  );
}
