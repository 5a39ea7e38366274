/**
 * Text of documents as the page shows it. A document may have names of ten million letters, which no browser breaks into lines in time, and
 * letters that turn the order of others around, so that one name looks like another. This is done once for every text of the page.
 *
 *     safeText('\u202egpj.exe')     '\\u{202E}gpj.exe'
 */
import { type ComponentChildren, Fragment, options } from 'preact';

const MOST = 2000;
/** Controls and ends of lines; marks and overrides of the direction; letters without a width. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** `hasLines`: tabs and line feeds are drawn as such. Elsewhere each would look like a space. */
export function safeText(text: string, hasLines = false): string {
  const short = text.length > MOST ? `${text.slice(0, MOST)}… (${text.length} letters in all)` : text;
  return short.replaceAll(UNSEEN, (letter) =>
    hasLines && /[\t\n]/.test(letter) ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );
}

export function makeTextsSafe(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string' || vnode.type === Fragment) makeChildrenSafe(vnode.props, vnode.type === 'pre');
    before?.(vnode);
  };
}

interface Children {
  children?: ComponentChildren;
}

function makeChildrenSafe(props: Children, hasLines: boolean): void {
  const safe = <T>(child: T): T | string => (typeof child === 'string' ? safeText(child, hasLines) : child);
  const { children } = props;
  if (typeof children === 'string') props.children = safe(children);
  else if (Array.isArray(children)) props.children = children.map(safe);
}
