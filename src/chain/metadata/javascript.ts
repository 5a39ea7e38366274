/**
 * Reads the metadata of a JavaScript or TypeScript tool: the literals of constants that its module exports (K8). The program is never run.
 *
 *     export const __version__ = '1.0.0', __tool_type__ = `node`;
 *     export const __executor_id__: string = "runtimes/node";
 *
 * A type annotation and `as const` are allowed in `.ts` only. Everything else counts as absent: `let` and `var`, values that are not literals, a
 * constant exported elsewhere (`export { __version__ }`), and anything inside brackets.
 */
import { Float, type JsonValue } from '#core/json/value';
import { failAt } from './error.ts';
import { type Field, type Fields, PROGRAM_NAMES } from './fields.ts';
import { javascriptText } from './javascript/text.ts';
import { isPunctuator, nextScriptToken, type ScriptTokens, scriptTokensOf } from './javascript/tokens.ts';

/** Keywords that continue an expression, even on a new line. */
const INFIX = new Set(['in', 'instanceof', 'extends']);

const NAMED: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/** Throws `MetadataError`. */
export function readJavaScript(source: string, isTyped: boolean): Fields {
  const tokens = scriptTokensOf(source);
  const fields = new Map<Field, JsonValue>();
  nextScriptToken(tokens);
  while (tokens.kind !== 'end') {
    const isExport = isWord(tokens, 'export') && tokens.brackets.length === 0 && !tokens.before.endsOperand;
    nextScriptToken(tokens);
    if (!isExport || !isWord(tokens, 'const')) continue;
    do {
      nextScriptToken(tokens);
      readDeclarator(tokens, isTyped, fields);
    } while (isPunctuator(tokens, ','));
  }
  return fields;
}

/** Afterwards the current token is the one after the declarator. */
function readDeclarator(tokens: ScriptTokens, isTyped: boolean, fields: Map<Field, JsonValue>): void {
  const place = tokens.start;
  const field = fieldOf(tokens);
  if (field !== null) {
    nextScriptToken(tokens);
    if (isTyped && isPunctuator(tokens, ':')) skipTo(tokens, () => isPunctuator(tokens, '='));
    const value = isPunctuator(tokens, '=') ? readInitializer(tokens, isTyped) : undefined;
    if (value !== undefined && (endsDeclarator(tokens) || startsBlock(tokens))) {
      if (fields.has(field)) failAt('expected a name that is declared once', tokens.text, place);
      fields.set(field, value);
      return;
    }
  }
  skipTo(tokens, () => false);
}

function fieldOf({ text, kind, start, end }: ScriptTokens): Field | null {
  const field = kind === 'name' && text.startsWith('__', start) ? PROGRAM_NAMES.get(text.slice(start, end)) : undefined;
  return field ?? null;
}

function readInitializer(tokens: ScriptTokens, isTyped: boolean): JsonValue | undefined {
  nextScriptToken(tokens);
  const value = literalOf(tokens);
  if (value === undefined) return undefined;
  nextScriptToken(tokens);
  if (!isTyped || !isWord(tokens, 'as') || tokens.isOnNewLine) return value;
  nextScriptToken(tokens);
  if (!isWord(tokens, 'const')) return undefined;
  nextScriptToken(tokens);
  return value;
}

function literalOf({ text, kind, start, end }: ScriptTokens): JsonValue | undefined {
  if (kind === 'string') return javascriptText(text, start, end);
  if (kind === 'name') return NAMED.get(text.slice(start, end));
  if (kind !== 'number') return undefined;
  const value = Number(text.slice(start, end).replaceAll(/(?<=\w)_(?=\w)/g, ''));
  if (!Number.isFinite(value)) return undefined;
  return Number.isSafeInteger(value) ? value : new Float(value);
}

function skipTo(tokens: ScriptTokens, isReached: () => boolean): void {
  while (!endsDeclarator(tokens) && !(tokens.brackets.length === 0 && isReached())) nextScriptToken(tokens);
}

/** A missing semicolon is detected by a token that cannot continue the expression of the line before. */
function endsDeclarator(tokens: ScriptTokens): boolean {
  const { text, kind, start, end, brackets, isOnNewLine } = tokens;
  if (kind === 'end') return true;
  if (brackets.length > 0) return false;
  if (isPunctuator(tokens, ',') || isPunctuator(tokens, ';')) return true;
  if (!isOnNewLine) return false;
  if (kind === 'name') return !INFIX.has(text.slice(start, end));
  if (kind === 'punctuator') return ['@', '!', '~', '++', '--'].includes(text.slice(start, end));
  return kind === 'number' || (kind === 'string' && text[start] !== '`');
}

/** Used only after a literal: elsewhere a brace on a new line may be the body of a function or class. */
function startsBlock(tokens: ScriptTokens): boolean {
  return tokens.isOnNewLine && isPunctuator(tokens, '{');
}

function isWord({ text, kind, start, end }: ScriptTokens, word: string): boolean {
  return kind === 'name' && end - start === word.length && text.startsWith(word, start);
}
