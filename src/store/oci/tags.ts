/** The tags of a repository, page by page: those that name a pack, and those of documents. */
import type { Digest } from '#core/digest';
import { isJsonObject } from '#core/json/value';
import type { Refusal } from '#core/refusal';
import type { Send } from '../http/client.ts';
import { jsonAnswer } from '../http/json-answer.ts';
import { requireListable, storeFailure } from '../refusals.ts';
import { deniedBy, errorCodes, refusedWith } from './error.ts';
import { packIdOfTag } from './image.ts';

/** The limit for a registry whose list never ends. */
const MAX_PAGES = 10_000;
/** Some registries send all tags at once, whatever the requested page size. */
const MAX_PAGE_LENGTH = 1 << 26;

/** The packs, in byte order. */
export async function listPacks(send: Send, first: URL): Promise<readonly Digest[]> {
  return [...(await pickTags(send, first, packIdOfTag))].sort();
}

/** `send` retries and returns documents; `first` is `…/tags/list`. A repository without any push has no tags. */
export async function pickTags<T>(
  send: Send,
  first: URL,
  pick: (tag: unknown) => T | undefined,
  isLast: (page: readonly unknown[]) => boolean = () => false,
): Promise<ReadonlySet<T>> {
  const found = new Set<T>();
  const seen = new Set<string>();
  for (let url: URL | undefined = first; url !== undefined; ) {
    seen.add(url.href);
    const response = await send({ method: 'GET', url, headers: { accept: 'application/json' } });
    if (response.status === 404) {
      const codes = await errorCodes(response);
      // Another missing page says nothing about the repository.
      if (codes === 'NAME_UNKNOWN') break;
      throw refusedWith(codes, 'GET', response);
    }
    if (response.status !== 200) throw await deniedBy('GET', response);
    const answer = jsonAnswer(await response.bytes(MAX_PAGE_LENGTH));
    const tags = isJsonObject(answer) ? answer['tags'] : undefined;
    if (tags !== null && !Array.isArray(tags)) throw unreadable(url, 'the answer holds no list of tags');
    for (const tag of (tags ?? []) as readonly unknown[]) {
      const picked = pick(tag);
      if (picked !== undefined) found.add(picked);
    }
    requireListable(found.size, url);
    if (isLast(tags ?? [])) break;
    url = nextPage(response.headers['link'], url);
    if (seen.size >= MAX_PAGES) throw unreadable(first, `the list has more than ${MAX_PAGES} pages`);
    if (url !== undefined && seen.has(url.href)) throw unreadable(url, 'the pages of the list go in a circle');
  }
  return found;
}

/**
 * The tags that begin with `prefix`. `first` asks for the tags after it. Tags are in byte order, so the first page with another one is the
 * last; a registry that sends earlier tags too does not know the question, and sends all.
 */
export async function tagsWith(send: Send, first: URL, prefix: string): Promise<readonly string[]> {
  const isText = (tag: unknown): tag is string => typeof tag === 'string';
  const pick = (tag: unknown): string | undefined => (isText(tag) && tag.startsWith(prefix) ? tag : undefined);
  const isLast = (page: readonly unknown[]): boolean =>
    page.every((tag) => isText(tag) && tag > prefix) && page.some((tag) => isText(tag) && !tag.startsWith(prefix));
  return [...(await pickTags(send, first, pick, isLast))].sort();
}

/** `</v2/evidence/tags/list?last=a&n=100>; rel="next"`, at the same origin. */
export function nextPage(link: string | undefined, url: URL): URL | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '')?.[1];
  if (target === undefined) return undefined;
  const next = URL.canParse(target, url.href) ? new URL(target, url) : undefined;
  if (next?.origin !== url.origin) throw unreadable(url, 'the next page of the list is elsewhere');
  return next;
}

function unreadable(url: URL, message: string): Refusal {
  return storeFailure({ action: 'GET', url, kind: 'decode', message });
}
