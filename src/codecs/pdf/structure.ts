/** The texts that the structure tree of a page has for it: /Alt, what a picture shows, and /ActualText, what is to be read for it. */
import type { Engine } from './engine.ts';

/** No page has more elements than this, unless it is hostile. */
const MAX_VISITED = 1 << 20;

export function structureTexts(engine: Engine, page: number): readonly (readonly string[])[] {
  const { api } = engine;
  const tree = api.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  const texts: string[][] = [];
  const waiting = children(api.FPDF_StructTree_CountChildren(tree), (index) => api.FPDF_StructTree_GetChildAtIndex(tree, index));
  for (let visited = 0; waiting.length > 0 && visited < MAX_VISITED; visited++) {
    const element = waiting.pop() as number;
    const alternative = engine.text((buffer, length) => api.FPDF_StructElement_GetAltText(element, buffer, length));
    const actual = engine.text((buffer, length) => api.FPDF_StructElement_GetActualText(element, buffer, length));
    if (alternative !== '' || actual !== '') texts.push([alternative, actual]);
    const count = api.FPDF_StructElement_CountChildren(element);
    for (const child of children(count, (index) => api.FPDF_StructElement_GetChildAtIndex(element, index))) waiting.push(child);
  }
  api.FPDF_StructTree_Close(tree);
  return texts;
}

/** The last comes first, for a stack. */
function children(count: number, at: (index: number) => number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => at(count - 1 - index)).filter((child) => child !== 0);
}
