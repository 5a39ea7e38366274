/**
 * What a slash means in JavaScript depends on what stands before it: behind an operand it divides, elsewhere it starts a regular expression.
 * Without the grammar this is a judgement by the words around; it errs only where hardly anybody divides (a function by a number).
 *
 *     a / b      (a) / b      if (a) /b/.test(c)      return /b/      x! / b
 */

/** Behind these words an operand is still to come. */
const BEFORE_OPERAND = new Set(
  'await case default delete do else export extends in instanceof new of return throw typeof void yield'.split(' '),
);
const BEFORE_CONDITION = new Set(['if', 'while', 'for', 'with']);
const BEFORE_NAME = new Set(['function', 'class', 'const', 'let', 'var', 'import', 'async']);

/** Of the words read so far. */
export interface Before {
  /** The last word is, or ends, an operand: another cannot follow in the same expression. */
  readonly endsOperand: boolean;
  /** A slash starts a regular expression. */
  readonly opensRegex: boolean;
  /** Parentheses that open now hold a condition; behind them a statement starts. */
  readonly opensCondition: boolean;
  /** Braces that open now hold statements, so that another starts behind them. */
  readonly opensBlock: boolean;
}

export const BEFORE_ALL: Before = { endsOperand: false, opensRegex: true, opensCondition: false, opensBlock: true };
export const BEHIND_OPERAND: Before = { endsOperand: true, opensRegex: false, opensCondition: false, opensBlock: true };
const BEHIND_OPERATOR: Before = { endsOperand: false, opensRegex: true, opensCondition: false, opensBlock: false };
const BEHIND_STATEMENT: Before = { ...BEFORE_ALL, endsOperand: true };

export function behindName(word: string): Before {
  if (BEFORE_CONDITION.has(word)) return { ...BEFORE_ALL, opensCondition: true };
  if (word === 'else' || word === 'do') return BEFORE_ALL;
  if (BEFORE_OPERAND.has(word)) return BEHIND_OPERATOR;
  return BEFORE_NAME.has(word) ? { ...BEHIND_OPERAND, endsOperand: false } : BEHIND_OPERAND;
}

/** `endsStatement` as it was judged when the bracket opened. */
export function behindClosing(endsStatement: boolean): Before {
  return endsStatement ? BEHIND_STATEMENT : BEHIND_OPERAND;
}

/** `isInObject`: the innermost bracket that is open is the brace of an object. */
export function behindPunctuator(word: string, before: Before, isInObject: boolean): Before {
  if (word === '++' || word === '--') return { ...BEHIND_OPERAND, endsOperand: before.endsOperand };
  // In TypeScript, behind an operand: it is not null.
  if (word === '!' && before.endsOperand && !before.opensRegex) return BEHIND_OPERAND;
  if (word === ';' || word === '{' || word === '=>') return BEFORE_ALL;
  if (word === ':' && !isInObject) return BEFORE_ALL;
  return BEHIND_OPERATOR;
}
