/**
 * The simple patterns of definitions, run over bytes, so that no text is made for a cell: from the start of the text on a sequence of ASCII
 * characters and classes, each repeated or not.
 *
 *     simplePattern('^L-[0-9]+$')?.testBytes(bytes of 'L-17', 0, 4)      true
 *
 * A set of places in the pattern, up to which the text may have been read, is a number with one bit for each. The sets that occur become the
 * states of an automaton, and a step from one to the next is computed once.
 */
import { lazy } from '#core/lazy';

const ASCII = 128;
const MAX_STATES = 128;
/** Instead of a state: the text matches whatever follows, the step was not computed yet, the text does not match. */
const [MATCHED, UNKNOWN, DEAD] = [-1, 0, 1];
const START = 2;

const PART = /([A-Za-z0-9 _:;,#%&@'"=<>~!/-]|\\[-dw.+*?()[\]{}|^$/\\]|\[[A-Za-z0-9 _.,:;#/-]+\])([+*?]|\{\d{1,2}(?:,\d{0,2})?\})?/;
const SIMPLE = new RegExp(`^\\^(?:${PART.source})*\\$?$`);
const PARTS = new RegExp(PART, 'g');

/** Each returns null if the automaton would have too many states. */
interface SimplePattern {
  test(text: string): boolean | null;
  /** The same for a text in UTF-8. */
  testBytes(bytes: Uint8Array, start: number, end: number): boolean | null;
}

/** The pattern is valid. Null if it is not simple. */
export function simplePattern(pattern: string): SimplePattern | null {
  if (!SIMPLE.test(pattern)) return null;
  const parts = Array.from(pattern.slice(1).matchAll(PARTS), ([, one, repeat]) => partOf(one as string, repeat ?? ''));
  const places = parts.reduce((sum, { least, most }) => sum + (most ?? least), 0);
  if (places > MAX_STATES) return null;
  const automaton = lazy(() => new Automaton(parts, pattern.replaceAll(PARTS, '') === '^$'));
  return {
    test: (text) => automaton().test(text),
    testBytes: (bytes, start, end) => automaton().testBytes(bytes, start, end),
  };
}

interface Part {
  readonly one: string;
  readonly least: number;
  /** Null if there is no most. */
  readonly most: number | null;
}

/** `[a-c]{2,5}`: at least 2 and at most 5 of a to c. */
function partOf(one: string, repeat: string): Part {
  if (repeat === '') return { one, least: 1, most: 1 };
  if (!repeat.startsWith('{')) return { one, least: repeat === '+' ? 1 : 0, most: repeat === '?' ? 1 : null };
  const [least, most = least] = repeat.slice(1, -1).split(',') as [string, string?];
  return { one, least: Number(least), most: most === '' ? null : Number(most) };
}

class Automaton {
  /** For each ASCII character the places that are reached by reading it. */
  readonly #reached = Array.from({ length: ASCII }, () => 0n);
  /** The places that are also reached without reading, and those that are also reached from themselves. */
  #optional = 0n;
  #repeated = 0n;
  #last = 1n;
  /** Whether the text must end where the pattern ends. */
  readonly #isWhole: boolean;
  /** The set of each state. */
  readonly #sets: bigint[] = [-1n, 0n];
  readonly #isEnd = new Uint8Array(MAX_STATES);
  /** The next state for each state and ASCII character. */
  readonly #steps = new Int16Array(MAX_STATES * ASCII);

  constructor(parts: readonly Part[], isWhole: boolean) {
    this.#isWhole = isWhole;
    for (const part of parts) this.#addPart(part);
    this.#stateOf(1n);
  }

  test(text: string): boolean | null {
    let state = START;
    for (let at = 0; at < text.length; at++) {
      state = this.#next(state, text.charCodeAt(at));
      if (state <= DEAD) return state === UNKNOWN ? null : state === MATCHED;
    }
    return this.#isEnd[state] === 1;
  }

  testBytes(bytes: Uint8Array, start: number, end: number): boolean | null {
    const steps = this.#steps;
    let state = START;
    for (let at = start; at < end; at++) {
      const code = bytes[at] as number;
      const known = code < ASCII ? (steps[state * ASCII + code] as number) : UNKNOWN;
      state = known > DEAD ? known : this.#next(state, code);
      if (state <= DEAD) return state === UNKNOWN ? null : state === MATCHED;
    }
    return this.#isEnd[state] === 1;
  }

  #next(state: number, code: number): number {
    if (code >= ASCII) return !this.#isWhole && this.#isEnd[state] === 1 ? MATCHED : DEAD;
    const next = this.#steps[state * ASCII + code] as number;
    return next === UNKNOWN ? this.#step(state, code) : next;
  }

  #addPart({ one, least, most }: Part): void {
    const regex = new RegExp(`^${one}$`);
    const codes = Array.from({ length: ASCII }, (_, code) => code).filter((code) => regex.test(String.fromCharCode(code)));
    const places = most ?? Math.max(least, 1);
    for (let i = 1; i <= places; i++) {
      this.#last <<= 1n;
      for (const code of codes) (this.#reached[code] as bigint) |= this.#last;
      if (i > least) this.#optional |= this.#last;
      if (most === null && i === places) this.#repeated |= this.#last;
    }
  }

  /** UNKNOWN if there are too many states. */
  #step(state: number, code: number): number {
    const set = this.#sets[state] as bigint;
    const next =
      !this.#isWhole && this.#isEnd[state] === 1
        ? MATCHED
        : this.#stateOf(((set << 1n) | (set & this.#repeated)) & (this.#reached[code] as bigint));
    this.#steps[state * ASCII + code] = next;
    return next;
  }

  #stateOf(reached: bigint): number {
    let set = reached;
    for (let more = set; more !== 0n; set |= more) more = (set << 1n) & this.#optional & ~set;
    const known = this.#sets.indexOf(set);
    if (known >= 0 || this.#sets.length === MAX_STATES) return Math.max(known, UNKNOWN);
    this.#isEnd[this.#sets.length] = (set & this.#last) === 0n ? 0 : 1;
    return this.#sets.push(set) - 1;
  }
}
