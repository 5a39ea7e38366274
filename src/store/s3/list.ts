/**
 * The packs under a prefix, page by page (ListObjectsV2): keys `<prefix>/packs/<hex>.json`; other keys are ignored.
 *
 *     GET ?list-type=2&prefix=2025%2Fpacks%2F&encoding-type=url&continuation-token=…
 */
import type { Digest } from '#core/digest';
import { withRetries } from '../http/retry.ts';
import { requireListable } from '../refusals.ts';
import { readDocument, unreadable } from './document.ts';
import type { S3 } from './object.ts';
import { s3Failure } from './refusals.ts';
import type { Answer, Ask } from './request.ts';
import { childText, type XmlElement } from './xml.ts';

/** Room for a thousand keys of a thousand bytes, each escaped. */
const PAGE_LIMIT = 16 << 20;
/** Pages of a thousand keys: the limit for a server whose list never ends. */
const MAX_PAGES = 2_000;

/** `folder` is the part of the keys before the file name, with its slash. */
export async function listPacks(s3: S3, folder: string): Promise<readonly Digest[]> {
  const found = new Set<Digest>();
  await listObjects(s3, folder, ({ name }) => {
    const hex = /^([0-9a-f]{64})\.json$/.exec(name)?.[1];
    if (hex !== undefined) found.add(`sha256:${hex}`);
    return found.size;
  });
  return [...found].sort();
}

export interface ListedObject {
  /** The name after the folder. */
  readonly name: string;
  readonly size: number;
  /** When it was written, in milliseconds since 1970; the current time where the server does not state it. */
  readonly since: number;
}

/** `tell` returns how many objects it keeps. */
export async function listObjects(s3: S3, folder: string, tell: (object: ListedObject) => number): Promise<void> {
  let kept = 0;
  for (let token: string | undefined, seen = new Set<string>(); ; ) {
    const { page, answer } = await readPage(s3, folder, token);
    for (const { key, size, since } of objectsOf(page))
      if (key.startsWith(folder)) kept = tell({ name: key.slice(folder.length), size, since });
    if (childText(page, 'IsTruncated') !== 'true') return;
    token = childText(page, 'NextContinuationToken');
    if (token === undefined || token === '' || seen.has(token)) throw unreadable(answer, 'the list goes on without an end').refusal(1);
    seen.add(token);
    if (seen.size >= MAX_PAGES) throw unreadable(answer, `the list has more than ${MAX_PAGES} pages`).refusal(1);
    requireListable(kept, answer.url);
  }
}

export interface ListPage {
  readonly page: XmlElement;
  readonly answer: Answer;
}

function readPage({ ask, how }: S3, folder: string, token: string | undefined): Promise<ListPage> {
  return withRetries(how, () => askPage(ask, folder, { token }));
}

/** Where a page begins; with neither, at the start of the list. */
export interface PageStart {
  /** Of the page before it. */
  readonly token?: string | undefined;
  /** The page has the keys behind this one. */
  readonly after?: string;
}

/** One attempt. */
export async function askPage(ask: Ask, folder: string, { token, after }: PageStart): Promise<ListPage> {
  const query = {
    'list-type': '2',
    prefix: folder,
    'encoding-type': 'url',
    ...(token === undefined ? {} : { 'continuation-token': token }),
    ...(after === undefined ? {} : { 'start-after': after }),
  };
  const answer = await ask({ method: 'GET', key: '', query });
  if (answer.status !== 200) throw s3Failure(answer);
  return { page: await readDocument(answer, ['ListBucketResult'], PAGE_LIMIT), answer };
}

/** Names are escaped where the answer says so; a name that cannot be decoded is ignored. */
function objectsOf(page: XmlElement): readonly (Omit<ListedObject, 'name'> & { readonly key: string })[] {
  const isEscaped = childText(page, 'EncodingType') === 'url';
  return page.children.flatMap((child) => {
    const text = child.name === 'Contents' ? childText(child, 'Key') : undefined;
    const key = text === undefined || !isEscaped ? text : decoded(text);
    if (key === undefined) return [];
    const since = Date.parse(childText(child, 'LastModified') ?? '');
    return [{ key, size: Number(childText(child, 'Size') ?? 0), since: Number.isNaN(since) ? Date.now() : since }];
  });
}

function decoded(key: string): string | undefined {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
