/** Reads flow collections on one line for `readPlainYaml`: `[a, 'b', {c: 1}]`. Anything more complicated is left to the parser. */
import { emptyObject, type JsonValue } from '#core/json/value';
import { notSimple, resolvePlain } from './plain-scalar.ts';

/** Letters, digits and characters without a meaning in a flow collection; a colon only inside a word, a space only between two words. */
const SCALAR = /(?:[A-Za-z0-9_./$+-]|:(?=[A-Za-z0-9])| (?=[A-Za-z0-9_]))+/y;
const KEY = /([A-Za-z_][\w./-]{0,127}): /y;
const QUOTED = /"([^"\\]*)"|'([^']*)'/y;
const MAX_DEPTH = 20;

interface Flow {
  readonly text: string;
  at: number;
}

/** Throws `NotSimple`. */
export function readFlow(text: string): JsonValue {
  const flow = { text, at: 0 };
  const value = readValue(flow, 0);
  if (flow.at !== text.length) throw notSimple;
  return value;
}

function readValue(flow: Flow, depth: number): JsonValue {
  if (depth > MAX_DEPTH) throw notSimple;
  const first = flow.text[flow.at];
  if (first === '[') return readItems(flow, depth + 1);
  if (first === '{') return readFields(flow, depth + 1);
  const quoted = take(flow, QUOTED);
  if (quoted !== null) return (quoted[1] ?? quoted[2]) as string;
  const scalar = take(flow, SCALAR);
  if (scalar === null) throw notSimple;
  return resolvePlain(scalar[0]);
}

function readItems(flow: Flow, depth: number): JsonValue[] {
  const items: JsonValue[] = [];
  if (opens(flow, ']')) return items;
  do items.push(readValue(flow, depth));
  while (goesOn(flow, ']'));
  return items;
}

function readFields(flow: Flow, depth: number): JsonValue {
  const object = emptyObject();
  if (opens(flow, '}')) return object;
  do {
    const key = take(flow, KEY)?.[1];
    if (key === undefined || key in object || resolvePlain(key) !== key) throw notSimple;
    skipSpaces(flow);
    object[key] = readValue(flow, depth);
  } while (goesOn(flow, '}'));
  return object;
}

/** Moves past the opening bracket, and past the closing one if it follows at once. */
function opens(flow: Flow, close: string): boolean {
  flow.at++;
  skipSpaces(flow);
  if (flow.text[flow.at] !== close) return false;
  flow.at++;
  return true;
}

function goesOn(flow: Flow, close: string): boolean {
  skipSpaces(flow);
  const mark = flow.text[flow.at++];
  if (mark === close) return false;
  if (mark !== ',' || flow.text[flow.at] !== ' ') throw notSimple;
  skipSpaces(flow);
  return true;
}

function skipSpaces(flow: Flow): void {
  while (flow.text[flow.at] === ' ') flow.at++;
}

function take(flow: Flow, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = flow.at;
  const match = pattern.exec(flow.text);
  if (match !== null) flow.at = pattern.lastIndex;
  return match;
}
