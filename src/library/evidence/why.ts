/**
 * Everything that is known of a file or a digest. Nothing is judged.
 *
 *     (await why('december/tape/loans.csv', { in: ['evidence'] })).findings.length     3
 */

import { maskedUrl } from '#core/masked-url';
import { workingFolder } from '#disk/path/working-folder';
import { ONLY_READ } from '#evidence/ops/asked';
import { isStoreUrl } from '#evidence/ops/store-url';
import { whyEvidence } from '#evidence/ops/why/why';
import { questionOf } from '#evidence/why/question';
import type { Why } from '#evidence/why/why';
import { processEnv } from '#installation/process-input';
import { ledgerPath } from '#witness/ops/append';
import { absolute } from '../given-path.ts';
import type { StoreSettings } from '../store.ts';

export interface WhySettings extends Partial<Pick<StoreSettings, 'env' | 'jobs' | 'plainHttp'>> {
  /** Folders or files of evidence; the default is the current folder. */
  readonly in?: readonly string[];
  /** The URLs of stores. */
  readonly stores?: readonly string[];
  /** How many levels of folders are searched; the default is all. */
  readonly depth?: number;
  /** The path of the ledger; the default is `EPISTEMIC_WITNESS`, or the one in the home folder. */
  readonly ledger?: string;
}

/** The document of `custody why --json`. A connection is opened only for the URL of a store. */
export async function why(subject: string, settings: WhySettings = {}): Promise<Why> {
  const { in: folders = ['.'], stores = [], depth, ledger, env = processEnv(), jobs, plainHttp = false } = settings;
  const question = questionOf(subject);
  if (typeof question === 'string') throw new RangeError(question);
  const noUrl = stores.find((url) => !isStoreUrl(url));
  if (noUrl !== undefined) throw new RangeError(`expected the URL of a store, found ${maskedUrl(noUrl)}`);
  const cwd = workingFolder();
  const given = ledger ?? ledgerPath(env, cwd);
  return whyEvidence(
    { asked: subject, question, place: { given: subject, path: absolute(subject) } },
    {
      places: [...folders, ...stores].map((place) => ({ given: place, path: isStoreUrl(place) ? place : absolute(place) })),
      depth: depth ?? null,
      ledger: { given, path: absolute(given) },
      asked: { ...ONLY_READ, threads: jobs, env, cwd, plainHttp },
    },
  );
}
