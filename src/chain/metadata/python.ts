/**
 * Reads the metadata of a Python tool: the literals that its module assigns to these names, the last assignment of each (K8). The program is never
 * run.
 *
 *     __version__ = "1.0.0"
 *     __tool_type__ = "python"; __executor_id__ = ("runtimes/"
 *                                                  "python_script")
 *     CONFIG = {"command": "python3"}
 *
 * A plain assignment to one name, on module level, counts. Assignments in an `if`, a function or any other block do not count; nor do annotated
 * assignments (`__version__: str = "1"`), several targets (`a = __version__ = "1"`), and every other way to bind a name. If the last assignment of
 * a name is not a literal, or the name is added to (`__version__ += "1"`), its value is unknown. That is an error, except for CONFIG and
 * ENV_CONFIG, which then count as absent.
 */
import type { JsonValue } from '#core/json/value';
import { failAt, MetadataError } from './error.ts';
import { type Field, type Fields, PROGRAM_NAMES } from './fields.ts';
import { type Literal, NOT_LITERAL, readLiteral } from './python/literal.ts';
import { nextToken, type Tokens, tokensOf } from './python/tokens.ts';

/** Keywords that start a compound statement. */
const COMPOUND = new Set(['if', 'elif', 'else', 'for', 'while', 'try', 'except', 'finally', 'with', 'def', 'class', 'async']);

/** The last assigned value, or the offset where the name was bound to something that is not a literal. */
type Assigned = { readonly value: JsonValue } | { readonly unknownAt: number };

/** Throws `MetadataError`. */
export function readPython(source: string): Fields {
  requireUtf8(source);
  // Python treats a lone CR as a line end, even inside a string.
  const tokens = tokensOf(source.includes('\r') ? source.replaceAll(/\r\n?/g, '\n') : source);
  const assigned = new Map<Field, Assigned>();
  for (nextToken(tokens); tokens.kind !== 'end'; nextToken(tokens)) {
    if (tokens.blocks.length > 1 || isCompound(tokens)) skipLine(tokens);
    else readStatements(tokens, assigned);
  }
  return valuesOf(assigned, tokens.text);
}

/** An encoding declaration, found as Python does: in a comment of the first two lines. */
const CODING = /(?:^|[\r\n])[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)/;
const UTF_8 = /^(?:utf-?8(?:-.*)?|(?:us-)?ascii)$/;

/**
 * Refuses other encodings. The hash covers UTF-8 text; in another encoding it would be another program, and a signature line before the
 * declaration could change which one.
 */
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

/** Skips to the end of the line. */
function skipLine(tokens: Tokens): void {
  while (tokens.kind !== 'newline') nextToken(tokens);
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

/** A comma makes a tuple, even without parentheses. */
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

/** True if the statement ends after this token; otherwise the next token is read. */
function isLastWord(tokens: Tokens): boolean {
  nextToken(tokens);
  return isStatementEnd(tokens);
}

/** Returns the field that the statement may assign: a known name, alone or in parentheses. Afterwards the current token is the one after it. */
function readTarget(tokens: Tokens): Field | null {
  let parentheses = 0;
  for (; tokens.sign === '('; nextToken(tokens)) parentheses++;
  const field = fieldOf(tokens);
  if (field === null) return null;
  nextToken(tokens);
  for (; parentheses > 0 && tokens.sign === ')'; nextToken(tokens)) parentheses--;
  return parentheses === 0 ? field : null;
}

/** Python normalises names (NFKC), so different spellings may be the same name. */
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

/** Returns true if the statement is an assignment: `= x` outside brackets. After `lambda`, it would be a default value. */
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
