/**
 * The packs under a prefix, page by page (ListObjectsV2): keys `<prefix>/packs/<hex>.json`; other keys are none of ours.
 *
 *     GET ?list-type=2&prefix=2025%2Fpacks%2F&encoding-type=url&continuation-token=…
 */
import type { Digest } from '#core/digest';
import { requireListable } from './refusals.ts';
import { persist } from './retry.ts';
import type { Answer } from './s3-ask.ts';
import { readDocument, unreadable } from './s3-document.ts';
import type { S3 } from './s3-object.ts';
import { s3Failure } from './s3-refusals.ts';
import { childText, type XmlElement } from './s3-xml.ts';

/** A thousand keys of a thousand bytes, each escaped. */
const PAGE_LIMIT = 16 << 20;
/** Of a thousand keys. A server that never comes to an end is not waited for. */
const MOST_PAGES = 2_000;

/** `folder` is the part of the keys before the file name, with its slash. */
export async function listPacks(s3: S3, folder: string): Promise<readonly Digest[]> {
  const found = new Set<Digest>();
  for (let token: string | undefined, seen = new Set<string>(); ; ) {
    const { page, answer } = await readPage(s3, folder, token);
    for (const key of keysOf(page)) {
      const hex = key.startsWith(folder) ? /^([0-9a-f]{64})\.json$/.exec(key.slice(folder.length))?.[1] : undefined;
      if (hex !== undefined) found.add(`sha256:${hex}`);
    }
    if (childText(page, 'IsTruncated') !== 'true') return [...found].sort();
    token = childText(page, 'NextContinuationToken');
    if (token === undefined || token === '' || seen.has(token)) throw unreadable(answer, 'the list goes on without an end').refusal(1);
    seen.add(token);
    if (seen.size >= MOST_PAGES) throw unreadable(answer, `the list has more than ${MOST_PAGES} pages`).refusal(1);
    requireListable(found.size, answer.url);
  }
}

function readPage(
  { ask, how }: S3,
  folder: string,
  token: string | undefined,
): Promise<{ readonly page: XmlElement; readonly answer: Answer }> {
  const query = {
    'list-type': '2',
    prefix: folder,
    'encoding-type': 'url',
    ...(token === undefined ? {} : { 'continuation-token': token }),
  };
  return persist(how, async () => {
    const answer = await ask({ method: 'GET', key: '', query });
    if (answer.status !== 200) throw s3Failure(answer);
    return { page: await readDocument(answer, 'ListBucketResult', PAGE_LIMIT), answer };
  });
}

/** Names are escaped where the answer says so; one that cannot be read back is none of ours. */
function keysOf(page: XmlElement): readonly string[] {
  const isEscaped = childText(page, 'EncodingType') === 'url';
  return page.children.flatMap((child) => {
    const key = child.name === 'Contents' ? childText(child, 'Key') : undefined;
    if (key === undefined || !isEscaped) return key === undefined ? [] : [key];
    try {
      return [decodeURIComponent(key.replaceAll('+', ' '))];
    } catch {
      return [];
    }
  });
}
