/** The text of a piece of HTML, as it is shown. */
import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export const NEVER_SHOWN: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'noscript']);

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

export function plainText(element: Element): string {
  const parts: string[] = [];
  const waiting: Node[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isText(node)) parts.push(node.value);
    if (!isElement(node) || NEVER_SHOWN.has(node.tagName)) continue;
    if (node !== element && BREAKING.has(node.tagName)) parts.push(' ');
    for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i] as Node);
  }
  return collapse(parts.join(''));
}

/** Between what these hold and what goes before them there is a gap. */
const BREAKING = new Set('br div p li ul ol table tr td th section h1 h2 h3 h4 h5 h6'.split(' '));

export function collapse(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ').trim();
}
