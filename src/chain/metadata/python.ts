/**
 * What a Python tool says of itself: the literals its module assigns to these names, the last assignment of each (K8). The program is read,
 * never run.
 *
 *     __version__ = "1.0.0"
 *     __tool_type__ = "python"; __executor_id__ = ("runtimes/"
 *                                                  "python_script")
 *     CONFIG = {"command": "python3"}
 *
 * Counted is a plain assignment to one name, in the module itself. Not counted is what stands in an `if`, a function or any other block,
 * an annotated assignment (`__version__: str = "1"`), one with several targets (`a = __version__ = "1"`), and every other way to bind a name.
 * A name that is last assigned something else than a literal, or is added to (`__version__ += "1"`), has no value that could be read off:
 * that is an error, but for CONFIG and ENV_CONFIG, which then count as absent.
 */
import type { JsonValue } from '#core/json/value';
import { failAt, MetadataError } from './error.ts';
import { type Field, type Fields, PROGRAM_NAMES } from './fields.ts';
import { type Literal, NOT_LITERAL, readLiteral } from './python/literal.ts';
import { skipLine } from './python/skip.ts';
import { nextToken, type Tokens, tokensOf } from './python/tokens.ts';

/** What starts a statement that holds others. */
const COMPOUND = new Set(['if', 'elif', 'else', 'for', 'while', 'try', 'except', 'finally', 'with', 'def', 'class', 'async']);

/** The value last assigned, or where the name was bound to something else. */
type Assigned = { readonly value: JsonValue } | { readonly unknownAt: number };

/** Throws `MetadataError`. */
export function readPython(source: string): Fields {
  requireUtf8(source);
  // Python takes a lone CR for a line end, and sees none in a string either.
  const tokens = tokensOf(source.includes('\r') ? source.replaceAll(/\r\n?/g, '\n') : source);
  const assigned = new Map<Field, Assigned>();
  for (nextToken(tokens); tokens.kind !== 'end'; nextToken(tokens)) {
    if (tokens.blocks.length > 1 || isCompound(tokens)) skipLine(tokens);
    else readStatements(tokens, assigned);
  }
  return valuesOf(assigned, tokens.text);
}

/** As Python looks for it: in a comment of the first two lines. */
const CODING = /(?:^|[\r\n])[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)/;
const UTF_8 = /^(?:utf-?8(?:-.*)?|(?:us-)?ascii)$/;

/** What is hashed is UTF-8 text: read in another encoding it would be another program, and a signature line before it would change which. */
function requireUtf8(source: string): void {
  const first = source.indexOf('\n');
  const second = first < 0 ? -1 : source.indexOf('\n', first + 1);
  const head = second < 0 ? source : source.slice(0, second);
  if (!head.includes('coding')) return;
  const [, name] = CODING.exec(head) ?? [];
  if (name === undefined || UTF_8.test(name.toLowerCase().replaceAll('_', '-'))) return;
  throw new MetadataError(`expected Python text in UTF-8, found a declaration of the encoding ${name}`);
}

function valuesOf(assigned: ReadonlyMap<Field, Assigned>, text: string): Fields {
  const values = new Map<Field, JsonValue>();
  for (const [field, found] of assigned) {
    if ('value' in found) values.set(field, found.value);
    else if (field !== 'config' && field !== 'envConfig') failAt('expected a literal to be assigned', text, found.unknownAt);
  }
  return values;
}

function isCompound({ text, kind, start, end }: Tokens): boolean {
  return kind === 'name' && end - start <= 7 && COMPOUND.has(text.slice(start, end));
}

function readStatements(tokens: Tokens, assigned: Map<Field, Assigned>): void {
  readStatement(tokens, assigned);
  while (tokens.sign === ';') {
    nextToken(tokens);
    readStatement(tokens, assigned);
  }
}

function readStatement(tokens: Tokens, assigned: Map<Field, Assigned>): void {
  const place = tokens.start;
  const field = readTarget(tokens);
  if (field !== null && tokens.sign === '=') {
    nextToken(tokens);
    const value = readValue(tokens);
    const isWhole = isStatementEnd(tokens);
    const hasMoreTargets = skipStatement(tokens);
    if (value !== NOT_LITERAL && isWhole) assigned.set(field, { value });
    else if (!hasMoreTargets) assigned.set(field, { unknownAt: place });
  } else {
    if (field !== null && isAugmented(tokens)) assigned.set(field, { unknownAt: place });
    skipStatement(tokens);
  }
}

/** A comma makes a tuple, also without parentheses. */
function readValue(tokens: Tokens): Literal {
  const first = readLiteral(tokens);
  if (first === NOT_LITERAL || tokens.sign !== ',') return first;
  const values = [first];
  while (tokens.sign === ',' && !isLastWord(tokens)) {
    const value = readLiteral(tokens);
    if (value === NOT_LITERAL) return NOT_LITERAL;
    values.push(value);
  }
  return values;
}

/** Whether the statement ends behind the word; else the next one is read. */
function isLastWord(tokens: Tokens): boolean {
  nextToken(tokens);
  return isStatementEnd(tokens);
}

/** The field that the statement may assign: a known name, alone or in parentheses. The word behind it is the one then read. */
function readTarget(tokens: Tokens): Field | null {
  let parentheses = 0;
  for (; tokens.sign === '('; nextToken(tokens)) parentheses++;
  const field = fieldOf(tokens);
  if (field === null) return null;
  nextToken(tokens);
  for (; parentheses > 0 && tokens.sign === ')'; nextToken(tokens)) parentheses--;
  return parentheses === 0 ? field : null;
}

/** Names that differ only in the form of their letters are one name in Python. */
function fieldOf({ text, kind, start, end }: Tokens): Field | null {
  if (kind !== 'name') return null;
  const code = text.charCodeAt(start);
  const isCandidate = code === 0x5f || code === 0x43 || code === 0x45 || code >= 128;
  if (!isCandidate) return null;
  const name = text.slice(start, end);
  return PROGRAM_NAMES.get(/[^\0-\x7f]/.test(name) ? name.normalize('NFKC') : name) ?? null;
}

function isAugmented({ text, kind, start, end }: Tokens): boolean {
  return kind === 'operator' && text[end - 1] === '=' && /^(?:[-+*/%@&|^]|\*\*|\/\/|<<|>>)=$/.test(text.slice(start, end));
}

function isStatementEnd(tokens: Tokens): boolean {
  return tokens.brackets.length === 0 && (tokens.kind === 'newline' || tokens.sign === ';');
}

/** Whether a target is on the way: `= x` outside of brackets. After `lambda` it would be a default. */
function skipStatement(tokens: Tokens): boolean {
  let hasTarget = false;
  let hasLambda = false;
  for (; !isStatementEnd(tokens); nextToken(tokens)) {
    const { text, kind, start, end, brackets } = tokens;
    if (brackets.length > 0) continue;
    if (kind === 'name' && end - start === 6 && text.startsWith('lambda', start)) hasLambda = true;
    else if (!hasLambda && tokens.sign === '=') hasTarget = true;
  }
  return hasTarget;
}
