/**
 * Decides what a slash means in JavaScript: after an operand it divides, elsewhere it starts a regular expression. Without the grammar this is
 * decided by the tokens around it. It is wrong only in rare cases: `a ? b : {} / c`, and a regular expression that starts the line after a type or
 * an `export … from`.
 *
 *     a / b      (a) / b      if (a) /b/.test(c)      return /b/      x! / b      x = function () {} / b
 */

/** After these keywords an operand must follow. */
const BEFORE_OPERAND = new Set('await case delete extends in instanceof new of return throw typeof yield'.split(' '));
const BEFORE_CONDITION = new Set(['if', 'while', 'for', 'with']);
/** `void` also ends a type at the end of a line in TypeScript. */
const BEFORE_DECLARATION = new Set(['default', 'export', 'void']);
const BEFORE_NAME = new Set(['function', 'class', 'const', 'let', 'var', 'import']);

/** What the tokens read so far say about the next one. */
export interface Before {
  /** The last token is, or ends, an operand: another operand cannot follow in the same expression. */
  readonly endsOperand: boolean;
  /** A slash would start a regular expression. */
  readonly opensRegex: boolean;
  /** Parentheses that open now contain a condition, and a statement starts after them. */
  readonly opensCondition: boolean;
  /** Braces that open now contain statements, and another statement starts after them. */
  readonly opensBlock: boolean;
  /** A function or class that starts now is an operand, not a declaration. */
  readonly opensOperand: boolean;
}

export const BEFORE_ALL: Before = { endsOperand: false, opensRegex: true, opensCondition: false, opensBlock: true, opensOperand: false };
export const AFTER_OPERAND: Before = { ...BEFORE_ALL, endsOperand: true, opensRegex: false };
const AFTER_OPERATOR: Before = { ...BEFORE_ALL, opensBlock: false, opensOperand: true };
const AFTER_STATEMENT: Before = { ...BEFORE_ALL, endsOperand: true };
const AFTER_ARROW: Before = { ...BEFORE_ALL, opensOperand: true };
const AT_CONDITION: Before = { ...BEFORE_ALL, opensCondition: true };
const AT_DECLARATION: Before = { ...AFTER_OPERATOR, opensOperand: false };
const AT_NAME: Before = { ...AFTER_OPERAND, endsOperand: false };

export function afterName(word: string, before: Before): Before {
  if (BEFORE_CONDITION.has(word)) return AT_CONDITION;
  if (word === 'else' || word === 'do') return BEFORE_ALL;
  if (BEFORE_DECLARATION.has(word)) return AT_DECLARATION;
  if (BEFORE_OPERAND.has(word)) return AFTER_OPERATOR;
  if (word === 'async') return { ...AFTER_OPERAND, opensOperand: before.opensOperand };
  return BEFORE_NAME.has(word) ? AT_NAME : AFTER_OPERAND;
}

/** `endsStatement` was decided when the bracket opened. */
export function afterClosing(endsStatement: boolean): Before {
  return endsStatement ? AFTER_STATEMENT : AFTER_OPERAND;
}

/** `isInObject` is true if the innermost open bracket is the brace of an object. */
export function afterPunctuator(word: string, before: Before, isInObject: boolean): Before {
  if (word === '++' || word === '--') return { ...AFTER_OPERAND, endsOperand: before.endsOperand };
  // In TypeScript, `!` after an operand is the non-null assertion.
  if (word === '!' && before.endsOperand && !before.opensRegex) return AFTER_OPERAND;
  if (word === '=>') return AFTER_ARROW;
  if (word === ';' || word === '{') return BEFORE_ALL;
  if (word === ':' && !isInObject) return BEFORE_ALL;
  return AFTER_OPERATOR;
}
