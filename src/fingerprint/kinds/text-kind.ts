/**
 * What a text may be, by its beginning and the name of its file. The parsers decide: each format in the list is tried in turn.
 *
 *     textGuess('<!DOCTYPE html>…', statedBy('tape.csv'))     { id: 'html', formats: ['html'] }: the name does not count
 *     textGuess('a,b\n1,2\n', statedBy('tape.csv'))           { id: 'text', formats: ['csv'] }
 *     textGuess('{"a":1}\n{"a":2}\n', null)                   { id: 'text', formats: ['json', 'jsonl'] }
 */
import type { Format } from '#core/parsed';
import { isOpen, type Stated, textKindBy } from './names.ts';
import { isTable } from './table-like.ts';

export interface TextGuess {
  /** What it is if no parser accepts it. */
  readonly id: string;
  /** What decided about `id`. */
  readonly identifiedBy: 'bytes' | 'name';
  /** The formats to try, the likeliest first. */
  readonly formats: readonly Format[];
}

/** Openings that no other kind of text has. */
const OPENINGS: readonly (readonly [string, RegExp])[] = [
  ['html', /^<(?:!doctype\s+html\b|html[\s>])/i],
  ['svg', /^<(?:!doctype\s+svg\b|svg[\s>])/i],
  ['rtf', /^\{\\rtf/],
  ['postscript', /^%!PS/],
  ['pem', /^-----BEGIN [A-Z0-9 ]{1,60}-----/],
];
/** Elements that a part of a page begins with. */
const HTML_PART =
  /^<(?:head|body|title|meta|link|base|noscript|center|pre|hr|div|p|table|span|h[1-6]|ul|ol|script|style|section|article|main|header|form)[\s/>]/i;

/** The kind that only the opening of a text shows, in whatever encoding; null if it shows none. */
export function openedKind(head: string, stated: Stated | null): string | null {
  const text = head.slice(0, OPENING).trimStart();
  const body = withoutProlog(text);
  const opened = OPENINGS.find(([, opening]) => opening.test(body))?.[0];
  if (opened !== undefined) return opened;
  if (/^<\?xml\s/.test(text)) return 'xml';
  const isPem = stated?.kinds.some(({ id }) => id === 'pem') === true && /^-----BEGIN [A-Z0-9 ]{1,60}-----/m.test(head);
  return isPem ? 'pem' : null;
}

export function textGuess(head: string, stated: Stated | null): TextGuess {
  const opened = openedKind(head, stated);
  if (opened !== null) return { id: opened, identifiedBy: 'bytes', formats: opened === 'html' ? ['html'] : [] };
  const text = head.slice(0, OPENING).trimStart();
  if (/^<(?:[A-Za-z_]|!DOCTYPE )/.test(withoutProlog(text)) && stated?.kinds.some(({ id }) => id === 'xml') === true)
    return { id: 'xml', identifiedBy: 'name', formats: [] };
  const { id } = textKindBy(stated);
  return { id, identifiedBy: id === 'text' ? 'bytes' : 'name', formats: formatsOf(head, text, stated) };
}

/** The text behind an XML declaration and comments. */
function withoutProlog(text: string): string {
  let rest = text;
  for (;;) {
    const end = rest.startsWith('<?xml') ? '?>' : rest.startsWith('<!--') ? '-->' : null;
    const at = end === null ? -1 : rest.indexOf(end);
    if (end === null || at < 0) return rest;
    rest = rest.slice(at + end.length).trimStart();
  }
}

/** So much of the text is searched for an opening. */
const OPENING = 4096;

function formatsOf(head: string, text: string, stated: Stated | null): readonly Format[] {
  const named = stated?.kinds.map(({ id }) => id) ?? [];
  const isNamed = (format: string): boolean => named.includes(format);
  const trees: readonly Format[] = isNamed('jsonl') ? ['jsonl', 'json'] : ['json', 'jsonl'];
  const isTree = /^[[{]/.test(text);
  if (isNamed('json') || isNamed('jsonl')) return trees;
  if (isNamed('csv')) return isTree ? [...trees, 'csv'] : HTML_PART.test(text) ? ['csv', 'html'] : ['csv'];
  if (isNamed('html')) return ['html'];
  if (!isOpen(stated)) return [];
  if (isTree) return trees;
  if (HTML_PART.test(text)) return ['html'];
  return isTable(head) ? ['csv'] : [];
}
