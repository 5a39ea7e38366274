/**
 * YAML 1.2 (core schema), read as strictly as JSON and into the same values: text that two readers could understand differently is refused.
 * That is duplicate keys, keys that are not strings, tags, anchors and aliases, more than one document, another YAML version, numbers that
 * are not finite, lone surrogates, more than 128 levels, and everything that the parser warns about. The parser uses up to a kilobyte of
 * memory for each byte, so more than 131,072 tokens (some 300 KiB of usual text) are refused too. Plain text, as most people write it, does
 * not need the parser (`plain.ts`) and may have 2 MiB.
 *
 *     parseYaml(bytes of 'id: 9007199254740993\nrate: 1.0\n')    { id: 9007199254740993n, rate: Float(1) }
 *     parseYaml(bytes of 'a: 1\na: 2\n')                         YamlError: duplicate key "a" at line 2 column 1
 */
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { decodeUtf8 } from '#core/bytes/utf8';
import { MAX_DEPTH } from '#core/json/token';
import { emptyObject, Float, type JsonObject, type JsonValue } from '#core/json/value';
import { quote } from '#core/json/write';
import { readPlainYaml } from './plain.ts';

const require = createRequire(import.meta.url);

export class YamlError extends Error {
  override readonly name = 'YamlError';
  /** The position of the mistake; null where it has no single position. */
  readonly place: YamlPlace | null;
  constructor(message: string, place: YamlPlace | null = null) {
    super(message);
    this.place = place;
  }
}

/** Both are counted from 1; columns in characters. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** The characters that YAML calls not printable, except surrogates, which UTF-8 does not have. */
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const MAX_TOKENS = 1 << 17;
/** A marker that the lexer inserts; it is not part of the text. */
const SCALAR_FOLLOWS = '\u{1f}';

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  strict: true,
  // The parser would compare each key with every other key; this file looks them up in a set.
  uniqueKeys: false,
  intAsBigInt: true,
  prettyErrors: false,
  // 'silent' would also hide a second document.
  logLevel: 'error',
} as const;

/** Throws `YamlError`, with line and column where the mistake has a single position. */
export function parseYaml(bytes: Uint8Array): JsonValue {
  const text = textOf(bytes);
  return readPlainYaml(text) ?? parseAny(text);
}

/** The same without the plain reader, for the tests that compare the two. */
export function parseAny(text: string): JsonValue {
  const yaml = require('yaml') as typeof Yaml;
  const document = parse(text, yaml);
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem?.code === 'RESOURCE_EXHAUSTION') throw tooDeep();
  if (problem?.code === 'MULTIPLE_DOCS') fail('expected one document, found multiple documents', text, problem.pos[0]);
  if (problem !== undefined) fail(problem.message, text, problem.pos[0]);
  const { explicit, version } = document.directives?.yaml ?? {};
  if (explicit === true && version !== '1.2') fail(`expected YAML 1.2, found ${version}`, text, 0);
  return readNode(document.contents, 0, { text, yaml });
}

function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch {
    throw new YamlError('invalid UTF-8');
  }
  const unprintable = text.search(UNPRINTABLE);
  return unprintable < 0 ? text : fail('unprintable character', text, unprintable);
}

function parse(text: string, yaml: typeof Yaml): Yaml.Document.Parsed {
  let tokens = 0;
  for (const token of new yaml.Lexer().lex(text)) {
    if (token !== SCALAR_FOLLOWS && ++tokens > MAX_TOKENS) throw new YamlError(`more than ${MAX_TOKENS} tokens`);
  }
  try {
    return yaml.parseDocument(text, OPTIONS);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

/** The parser has no depth limit of its own and runs out of stack at an unpredictable depth, so the message names the limit. */
function tooDeep(): YamlError {
  return new YamlError(`nesting deeper than ${MAX_DEPTH}`);
}

interface Reading {
  readonly text: string;
  readonly yaml: typeof Yaml;
}

function readNode(node: unknown, depth: number, reading: Reading): JsonValue {
  const { text, yaml } = reading;
  if (node === null) return null;
  if (!yaml.isNode(node) || yaml.isAlias(node)) return fail('expected no alias', text, placeOf(node));
  const { anchor, tag } = node as Yaml.Scalar;
  if (anchor !== undefined) return fail('expected no anchor', text, placeOf(node));
  if (tag !== undefined) return fail('expected no tag', text, placeOf(node));
  if (yaml.isScalar(node)) return readScalar(node, text);
  if (depth >= MAX_DEPTH) return fail(`nesting deeper than ${MAX_DEPTH}`, text, placeOf(node));
  if (yaml.isSeq(node)) return node.items.map((item) => readNode(item, depth + 1, reading));
  return readMap(node, depth + 1, reading);
}

function readMap({ items }: Yaml.YAMLMap, depth: number, reading: Reading): JsonObject {
  const object = emptyObject();
  for (const { key, value } of items) {
    const name = readNode(key, depth, reading);
    if (typeof name !== 'string') return fail('expected a string as key', reading.text, placeOf(key));
    if (name in object) return fail(`duplicate key ${quote(name)}`, reading.text, placeOf(key));
    object[name] = readNode(value, depth, reading);
  }
  return object;
}

function readScalar(node: Yaml.Scalar, text: string): JsonValue {
  const { value, source } = node;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.isWellFormed() ? value : fail('lone surrogate', text, placeOf(node));
  if (typeof value === 'bigint' && source !== '-0') {
    if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return Number(value);
    if (value >= -(2n ** 63n) && value < 2n ** 64n) return value;
  }
  const double = source === '-0' ? -0 : Number(value);
  return Number.isFinite(double) ? new Float(double) : fail('number out of range', text, placeOf(node));
}

function placeOf(node: unknown): number {
  return (node as Partial<Yaml.Node> | null)?.range?.[0] ?? 0;
}

function fail(message: string, text: string, at: number): never {
  const { line, column } = placeIn(text, at);
  throw new YamlError(`${message} at line ${line} column ${column}`, { line, column });
}

export function placeIn(text: string, at: number): YamlPlace {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
