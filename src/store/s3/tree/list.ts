/**
 * The objects below a prefix, page by page, in byte order of their keys (ListObjectsV2). The next page is requested while one is worked on.
 *
 *     <Contents><Key>2025/a%20b.csv</Key><LastModified>…</LastModified><ETag>&quot;9e10…&quot;</ETag><Size>12</Size></Contents>
 *
 * A list is no snapshot: what is written or removed meanwhile may be in it or not. But a key that is there twice or out of order, a page
 * that has fewer keys than it says, or one that goes on without a next one is a fault of the list, and never a shorter tree.
 */
import { isUtf8 } from 'node:buffer';
import { compareBytes, compareUtf8, isBefore } from '#core/bytes/order';
import type { PathRange } from '#core/path-range';
import type { Refusal } from '#core/refusal';
import { withRetries } from '../../http/retry.ts';
import { storeFailure } from '../../refusals.ts';
import type { ListedObject } from '../../tree/tree.ts';
import { unreadable } from '../document.ts';
import { askPage, type ListPage, type PageStart } from '../list.ts';
import { etagOf, type S3 } from '../object.ts';
import { childOf, childText, type XmlElement } from '../xml.ts';

/** Pages without a key that may follow each other: old versions and markers of deletion leave such pages behind. */
const MAX_EMPTY_PAGES = 1000;
/** These need a request to the store, and hours, before they can be read. */
const ARCHIVES = new Set(['GLACIER', 'DEEP_ARCHIVE']);
const WHOLE: PathRange = { after: null, through: null };

/** `folder` is the part of the keys before the names, with its slash. Of a range, only the pages that have its keys, and at most one more. */
export async function* listTree(
  s3: Pick<S3, 'ask' | 'how'>,
  folder: string,
  { after, through }: PathRange = WHOLE,
): AsyncGenerator<readonly ListedObject[], void, undefined> {
  let last: ListedObject | undefined;
  let empty = 0;
  const start = after === null ? {} : { after: folder + after };
  for (let next: Promise<TreePage> | undefined = treePage(s3, folder, start); next !== undefined; ) {
    const { objects, token, answer }: TreePage = await next;
    const end: ListedObject | undefined = objects.at(-1);
    const isOver: boolean = end !== undefined && through !== null && isBehind(end, through);
    next = token === undefined || isOver ? undefined : treePage(s3, folder, { token });
    // It is awaited later, or never if the caller gives up.
    next?.catch(() => {});
    for (const object of objects) {
      if (last !== undefined && compareNames(last, object) >= 0)
        throw unusable(answer, 'the list names an object twice, or is not in byte order');
      last = object;
    }
    empty = objects.length === 0 ? empty + 1 : 0;
    if (empty > MAX_EMPTY_PAGES) throw unusable(answer, 'the list goes on without an end');
    // Some servers do not know where to start.
    yield objects.filter((object) => (after === null || isBehind(object, after)) && (through === null || !isBehind(object, through)));
  }
}

/** So this store lists: trying again does not help. */
function unusable({ action, url, status }: ListPage['answer'], message: string): Refusal {
  return storeFailure({ action, url, status, kind: 'decode', message });
}

interface TreePage extends Pick<ListPage, 'answer'> {
  readonly objects: readonly ListedObject[];
  /** Undefined on the last page. */
  readonly token: string | undefined;
}

/** A page that contradicts itself is requested again. */
function treePage({ ask, how }: Pick<S3, 'ask' | 'how'>, folder: string, start: PageStart): Promise<TreePage> {
  return withRetries(how, async () => {
    const { page, answer } = await askPage(ask, folder, start);
    const fault = (reason: string) => unreadable(answer, reason);
    const isTruncated = childText(page, 'IsTruncated');
    if (isTruncated !== 'true' && isTruncated !== 'false') throw fault('the list does not say whether it goes on');
    const next = isTruncated === 'true' ? childText(page, 'NextContinuationToken') : undefined;
    if (isTruncated === 'true' && (next === undefined || next === '' || next === start.token))
      throw fault('the list goes on without an end');
    const objects = page.children.filter(({ name }) => name === 'Contents').map((entry) => objectOf(entry, folder, isEscaped(page)));
    const count = childText(page, 'KeyCount');
    if (count !== undefined && count !== String(objects.length)) throw fault(`the list names ${objects.length} keys instead of ${count}`);
    if (objects.includes(undefined)) throw fault('the list has an entry without its key or size, or with a key of another folder');
    return { objects: objects as readonly ListedObject[], token: next, answer };
  });
}

function isEscaped(page: XmlElement): boolean {
  return childText(page, 'EncodingType') === 'url';
}

function objectOf(entry: XmlElement, folder: string, isUrl: boolean): ListedObject | undefined {
  const [written, size] = [childOf(entry, 'Key'), childText(entry, 'Size') ?? ''];
  const key = written === undefined ? undefined : keyOf(written, isUrl);
  if (key === undefined || !key.text.startsWith(folder) || !/^\d{1,15}$/.test(size)) return undefined;
  const modified = Date.parse(childText(entry, 'LastModified') ?? '');
  const storageClass = childText(entry, 'StorageClass') ?? '';
  return {
    name: key.text.slice(folder.length),
    nameBytes: key.bytes === null ? null : key.bytes.subarray(Buffer.byteLength(folder)),
    size: Number(size),
    modified: Number.isNaN(modified) ? null : modified,
    etag: etagOf(childText(entry, 'ETag')) ?? null,
    archived: ARCHIVES.has(storageClass) ? storageClass : null,
  };
}

/** `bytes` is null where they are UTF-8. */
interface Key {
  readonly text: string;
  readonly bytes: Uint8Array | null;
}

/** Undefined if the server said that it escapes keys, and did not escape this one. */
function keyOf({ text, raw }: XmlElement, isUrl: boolean): Key | undefined {
  if (raw === null) return isUrl ? unescaped(text) : { text, bytes: null };
  if (isUrl) return undefined;
  return isUtf8(raw) ? { text: Buffer.from(raw).toString(), bytes: null } : { text, bytes: raw };
}

function unescaped(text: string): Key {
  const spaced = text.replaceAll('+', ' ');
  try {
    return { text: decodeURIComponent(spaced), bytes: null };
  } catch {
    const bytes = Buffer.from(
      spaced
        .replace(/[^\0-\x7f]/gu, encodeURIComponent)
        .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
    return { text: bytes.toString('utf8'), bytes };
  }
}

function isBehind(object: ListedObject, bound: string): boolean {
  return object.nameBytes === null ? isBefore(bound, object.name) : compareBytes(object.nameBytes, Buffer.from(bound)) > 0;
}

function compareNames(a: ListedObject, b: ListedObject): number {
  if (a.nameBytes === null && b.nameBytes === null) return compareUtf8(a.name, b.name);
  return compareBytes(a.nameBytes ?? Buffer.from(a.name), b.nameBytes ?? Buffer.from(b.name));
}
