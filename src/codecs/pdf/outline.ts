/** The titles of a PDF's outline (its bookmarks), each with its depth, in order. */
import type { Opened } from './page.ts';

/** A loop instead of recursion, and each entry once: a hostile outline may be deep or circular. */
export function outlineTitles({ engine, document }: Opened): readonly (readonly string[])[] {
  const { api } = engine;
  const titles: string[][] = [];
  const seen = new Set<number>();
  const waiting = [{ bookmark: api.FPDFBookmark_GetFirstChild(document, 0), depth: 1 }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { bookmark, depth } = step;
    if (bookmark === 0 || seen.has(bookmark)) continue;
    seen.add(bookmark);
    titles.push([String(depth), engine.text((buffer, length) => api.FPDFBookmark_GetTitle(bookmark, buffer, length))]);
    waiting.push({ bookmark: api.FPDFBookmark_GetNextSibling(document, bookmark), depth });
    waiting.push({ bookmark: api.FPDFBookmark_GetFirstChild(document, bookmark), depth: depth + 1 });
  }
  return titles;
}
