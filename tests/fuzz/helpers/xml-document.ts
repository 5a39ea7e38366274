/**
 * Well-formed XML documents full of what canonical form has to decide: prefixes declared here, there or again, attributes in any order,
 * white space and line ends in every place, CDATA, references, comments and processing instructions. Each comes with comments and without.
 */
import type { Dice } from './dice.ts';

export interface XmlDocument {
  readonly text: string;
  /** The same with all comments left out. */
  readonly uncommented: string;
}

const PREFIXES = ['', '', 'a', 'b', 'B', 'a-b', 'a.b', 'é', '𐐀', 'ﬀ', 'xmlish', 'xmlx'];
const URIS = [
  'urn:a',
  'urn:b',
  'urn:ab',
  'urn:B',
  'http://example.org/x?a=1;b=2',
  'http://example.org/%C3%A9',
  'http://www.w3.org/1999/xhtml',
];
const LOCALS = [
  'p',
  'P',
  'act',
  'eId',
  'a',
  'b',
  'ab',
  'é',
  'x-1',
  'x.1',
  'x1',
  '_',
  '𐐀',
  'ﬀ',
  'lang',
  'xmlnsx',
  'CanonicalizationMethod',
  'InclusiveNamespaces',
  'PrefixList',
];
const SPACES = [' ', '  ', '\n', '\t', '\r\n', '\r', ' \n\t '];
const RUNS = [
  'a',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '"',
  "'",
  ']]',
  ']',
  '>',
  '—',
  '𐐀',
  '\u{85}',
  '\u{2028}',
  '\u{feff}',
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&apos;',
  '&#xD;',
  '&#10;',
  '&#x9;',
  '&#32;',
  '&#65;',
  '&#x1F600;',
  '&#x85;',
  '&#xFFFD;',
  '&#038;',
  '&amp;lt;',
];

export function xmlDocument(dice: Dice): XmlDocument {
  const open = dice.pick([
    '',
    '',
    '<?xml version="1.0"?>',
    `<?xml version='1.0' encoding='UTF-8'?>\r\n`,
    '<?xml\tversion = "1.0" encoding="utf-8" standalone="yes" ?>',
    '\u{feff}',
  ]);
  const writer = { dice, out: '', plain: '' };
  write(writer, open);
  outside(writer);
  element(writer, { declared: new Map(), depth: 0 });
  outside(writer);
  return { text: writer.out, uncommented: writer.plain };
}

interface Writer {
  readonly dice: Dice;
  out: string;
  plain: string;
}

interface Place {
  readonly declared: ReadonlyMap<string, string>;
  readonly depth: number;
}

function write(writer: Writer, text: string): void {
  writer.out += text;
  writer.plain += text;
}

function outside(writer: Writer): void {
  for (let i = writer.dice.roll(4); i > 0; i--) {
    const kind = writer.dice.roll(3);
    if (kind === 0) write(writer, writer.dice.pick(SPACES));
    else if (kind === 1) comment(writer);
    else instruction(writer);
  }
}

function comment(writer: Writer): void {
  writer.out += writer.dice.pick(['<!---->', '<!-- a -->', '<!--<b/>&x;-->', '<!--\r\n-->']);
}

function instruction(writer: Writer): void {
  write(
    writer,
    writer.dice.pick(['<?p?>', '<?p ?>', '<?p  a="1"  ?>', '<?p\r\n&amp;<x>"?>', '<?é —?>', '<?xml-model href="a"?>', '<?p ??>']),
  );
}

function element(writer: Writer, { declared, depth }: Place): void {
  const { dice } = writer;
  const scope = new Map(declared);
  const own = new Map<string, string>();
  const declare = (prefix: string, uri: string): void => {
    if (own.has(prefix)) return;
    own.set(prefix, uri);
    scope.set(prefix, uri);
  };
  for (let i = dice.roll(3); i > 0; i--) declare(dice.pick(PREFIXES), dice.pick(URIS));
  if (dice.roll(6) === 0) declare('', '');
  if (dice.roll(20) === 0) own.set('xml', 'http://www.w3.org/XML/1998/namespace');
  const prefixed = (prefix: string): string => {
    if (prefix !== '' && prefix !== 'xml' && !scope.has(prefix)) declare(prefix, dice.pick(URIS));
    return prefix === '' ? dice.pick(LOCALS) : `${prefix}:${dice.pick(LOCALS)}`;
  };
  const name = prefixed(dice.pick(PREFIXES));
  const attributes = attributesOf(dice, prefixed, scope);
  const declarations = [...own].map(([prefix, uri]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri] as const);
  write(writer, `<${name}`);
  for (const [attribute, value] of dice.shuffled([...attributes, ...declarations])) {
    const quote = value.includes('"') ? "'" : dice.pick(['"', "'"]);
    const raw = quote === "'" ? value.replaceAll("'", '&apos;') : value;
    write(writer, `${dice.pick(SPACES)}${attribute}${dice.pick(['=', ' =', '= ', '\n=\t'])}${quote}${raw}${quote}`);
  }
  write(writer, dice.pick(['', '', ' ', '\n']));
  if (dice.roll(4) === 0) return write(writer, '/>');
  write(writer, '>');
  for (let i = dice.roll(5); i > 0; i--) content(writer, { declared: scope, depth: depth + 1 });
  write(writer, `</${name}${dice.pick(['', '', ' ', '\r\n'])}>`);
}

function attributesOf(dice: Dice, prefixed: (prefix: string) => string, scope: ReadonlyMap<string, string>): [string, string][] {
  const found = new Map<string, string>();
  for (let i = dice.roll(5); i > 0; i--) found.set(prefixed(dice.pick(PREFIXES)), run(dice).replaceAll('<', ''));
  if (dice.roll(4) === 0) found.set(dice.pick(['xml:lang', 'xml:space', 'xml:base']), dice.pick(['de', 'preserve', 'http://e.org/']));
  const expanded = new Set<string>();
  return [...found].filter(([name]) => {
    const [prefix, local] = name.includes(':') ? name.split(':') : ['', name];
    const full = prefix === '' ? ` ${local}` : `${scope.get(prefix as string) ?? prefix} ${local}`;
    if (expanded.has(full)) return false;
    expanded.add(full);
    return true;
  });
}

function content(writer: Writer, place: Place): void {
  const { dice } = writer;
  const kind = dice.roll(8);
  if (kind < 3) return place.depth < 6 ? element(writer, place) : undefined;
  if (kind === 3)
    return write(writer, dice.pick(['<![CDATA[]]>', '<![CDATA[<a>&amp;\r\n]]>', '<![CDATA[]]]]><![CDATA[>]]>', '<![CDATA["\t\u{2028}]]>']));
  if (kind === 4) return comment(writer);
  if (kind === 5) return instruction(writer);
  // Before it there may be a text that ends with brackets.
  return write(writer, ` ${run(dice).replaceAll('>', '&gt;')}`);
}

function run(dice: Dice): string {
  return Array.from({ length: dice.roll(6) }, () => dice.pick(RUNS)).join('');
}
