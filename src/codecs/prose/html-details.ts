/**
 * What an HTML document says beside its lines, in order: its title, and where its links and pictures lead.
 *
 *     <title>Rents</title><a href="annex.pdf">Annex</a><img src="chart.png">
 *     [['title', 'Rents'], ['link', 'annex.pdf'], ['image', 'chart.png']]
 */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { attributeOf, collapse, isElement, plainText } from './html-table.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The attribute that contains the address, by element. */
const ADDRESS: Readonly<Record<string, readonly [kind: string, attribute: string]>> = {
  a: ['link', 'href'],
  area: ['link', 'href'],
  base: ['base', 'href'],
  img: ['image', 'src'],
};

export interface HtmlDetails {
  readonly details: readonly (readonly string[])[];
  /** The elements that the source contains: the parser adds `html`, `head` and `body` to every document. */
  readonly elementCount: number;
}

/** A loop instead of recursion: a hostile page may be nested a hundred thousand levels deep. */
export function detailsOf(document: Node): HtmlDetails {
  const details: (readonly string[])[] = [];
  let elementCount = 0;
  const waiting: Node[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isElement(node)) {
      if (node.sourceCodeLocation) elementCount++;
      const detail = detailOf(node);
      if (detail !== null) details.push(detail);
    }
    if ('childNodes' in node) for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i] as Node);
  }
  return { details, elementCount };
}

function detailOf(element: Element): readonly string[] | null {
  if (element.tagName === 'title') return ['title', plainText(element)];
  const [kind, attribute] = ADDRESS[element.tagName] ?? [];
  const address = attribute === undefined ? '' : collapse(attributeOf(element, attribute));
  return kind === undefined || address === '' ? null : [kind, address];
}
