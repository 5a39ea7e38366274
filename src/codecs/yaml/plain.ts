/**
 * Reads the YAML that most people write, without the parser: block maps and lists, plain and simply quoted scalars, flow collections on one
 * line. Any other text is left to `parseYaml`. Where this reader answers, its answer is the same as the parser's; a differential test
 * ensures that (tests/fuzz/yaml-plain.test.ts). A parser for all of YAML takes longer for one manifest than hashing a hundred of them.
 *
 *     readPlainYaml('a: 1\nb:\n- x\n')     { a: 1, b: ['x'] }
 *     readPlainYaml('a: &x 1\n')           undefined
 */
import { emptyObject, type JsonValue } from '#core/json/value';
import { readFlow } from './plain-flow.ts';
import { isWord, MARKED, NotSimple, notSimple, resolvePlain } from './plain-scalar.ts';

/** Each line takes about 100 bytes of memory, and the shortest line has two characters. */
const MAX_LENGTH = 1 << 21;
const MAX_DEPTH = 60;
/** Tabs, line ends other than LF, spaces other than U+0020, and characters that could be marks. */
const NOT_PLAIN = /[^\n\x20-\x7e\u00a1-\u167f\u2010-\u2027\u3001-\ud7ff]/;
const ENTRY = /^([A-Za-z_][\w./-]{0,127}):(?: +(.*))?$/;
const STARTS_CONTINUATION = /^[A-Za-z0-9_/(]/;

interface Line {
  indent: number;
  content: string;
  /** A comment or an empty line precedes this line. */
  readonly followsBlankLine: boolean;
}

/** Undefined where the text is left to the parser. */
export function readPlainYaml(text: string): JsonValue | undefined {
  if (text.length > MAX_LENGTH || NOT_PLAIN.test(text)) return undefined;
  const lines = linesOf(text);
  const [first] = lines;
  if (first === undefined || first.indent !== 0) return undefined;
  const reader = { lines, next: 0 };
  try {
    const value = readBlock(reader, 0, 0);
    return reader.next === lines.length ? value : undefined;
  } catch (error) {
    if (error instanceof NotSimple) return undefined;
    throw error;
  }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let followsBlankLine = false;
  for (const line of text.split('\n')) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) {
      followsBlankLine = true;
      continue;
    }
    lines.push({ indent: line.length - line.trimStart().length, content, followsBlankLine });
    followsBlankLine = false;
  }
  return lines;
}

interface Reader {
  readonly lines: Line[];
  next: number;
}

function readBlock(reader: Reader, indent: number, depth: number): JsonValue {
  if (depth > MAX_DEPTH) throw notSimple;
  return isItem((reader.lines[reader.next] as Line).content) ? readList(reader, indent, depth) : readMap(reader, indent, depth);
}

function isItem(content: string): boolean {
  return content.startsWith('- ');
}

function readList(reader: Reader, indent: number, depth: number): JsonValue[] {
  const items: JsonValue[] = [];
  for (let line = reader.lines[reader.next]; line?.indent === indent && isItem(line.content); line = reader.lines[reader.next]) {
    const item = line.content.slice(2).trimStart();
    if (isItem(item) || item.startsWith('#')) throw notSimple;
    if (ENTRY.test(item)) {
      line.indent += line.content.length - item.length;
      line.content = item;
      items.push(readMap(reader, line.indent, depth + 1));
    } else {
      reader.next++;
      items.push(readScalar(reader, item, indent));
    }
  }
  return items;
}

function readMap(reader: Reader, indent: number, depth: number): JsonValue {
  const object = emptyObject();
  for (let line = reader.lines[reader.next]; line?.indent === indent; line = reader.lines[reader.next]) {
    const entry = ENTRY.exec(line.content);
    // A list at the indentation of its key ends with the next key; any other line is left to the parser.
    if (entry === null) throw notSimple;
    const key = entry[1] as string;
    if (key in object || isWord(key)) throw notSimple;
    reader.next++;
    object[key] = entry[2] === undefined ? readBelow(reader, indent, depth) : readScalar(reader, entry[2], indent);
  }
  if ((reader.lines[reader.next]?.indent ?? 0) > indent) throw notSimple;
  return object;
}

/** The value of a key that has no value on its own line. */
function readBelow(reader: Reader, indent: number, depth: number): JsonValue {
  const line = reader.lines[reader.next];
  if (line === undefined || line.indent < indent) return null;
  if (line.indent > indent) return readBlock(reader, line.indent, depth + 1);
  return isItem(line.content) ? readList(reader, indent, depth + 1) : null;
}

function readScalar(reader: Reader, text: string, indent: number): JsonValue {
  const isContinued = (reader.lines[reader.next]?.indent ?? -1) > indent;
  const first = text[0];
  if (first === '"' || first === "'" || first === '[' || first === '{') {
    if (isContinued || text.includes(' #')) throw notSimple;
    return first === '[' || first === '{' ? readFlow(text) : readQuoted(text);
  }
  return resolvePlain(isContinued ? readContinued(reader, text, indent) : text);
}

function readQuoted(text: string): string {
  const match = /^"([^"\\]*)"$|^'([^']*)'$/.exec(text);
  if (match === null) throw notSimple;
  return (match[1] ?? match[2]) as string;
}

/** Reads a plain scalar of several lines; each line end becomes a space. */
function readContinued(reader: Reader, text: string, indent: number): string {
  let whole = text;
  if (MARKED.test(text)) throw notSimple;
  for (let line = reader.lines[reader.next]; line !== undefined && line.indent > indent; line = reader.lines[++reader.next]) {
    if (line.followsBlankLine || !STARTS_CONTINUATION.test(line.content) || MARKED.test(line.content)) throw notSimple;
    whole += ` ${line.content}`;
  }
  return whole;
}
