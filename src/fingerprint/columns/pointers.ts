// JSON Pointers (RFC 6901) in definitions. A step `*` stands for every item of an array; a key that is really `*` is written `~2`, which no
// pointer of the RFC contains.
//
//     /customer/id       the member `id` of the member `customer`
//     /items/*/price     the price of every item
import { isJsonObject, type JsonValue } from '#core/json/value';

export interface Pointer {
  readonly text: string;
  readonly steps: readonly Step[];
}

/** Null stands for every item. */
export type Step = string | null;

/** Null if it is no pointer. */
export function parsePointer(text: string): Pointer | null {
  if (text === '') return { text, steps: [] };
  if (!text.startsWith('/') || /~(?![012])/.test(text)) return null;
  return { text, steps: text.slice(1).split('/').map(parseStep) };
}

const ESCAPED: Readonly<Record<string, string>> = { '~0': '~', '~1': '/', '~2': '*' };

function parseStep(token: string): Step {
  return token === '*' ? null : token.replace(/~[012]/g, (escape) => ESCAPED[escape] as string);
}

/** The steps up to the last `*`: they select the rows of the pointer. */
export function rowPath({ steps }: Pointer): readonly Step[] {
  return steps.slice(0, steps.lastIndexOf(null) + 1);
}

/** The longest row path of some pointers; null if one of them has another beginning. */
export function commonRowPath(pointers: readonly Pointer[]): readonly Step[] | null {
  const ways = pointers.map(rowPath);
  const longest = ways.reduce((best, way) => (way.length > best.length ? way : best), []);
  return ways.every((way) => way.every((step, i) => step === longest[i])) ? longest : null;
}

/** Undefined if it leads to nothing. */
export function valueAt(value: JsonValue | undefined, steps: readonly Step[]): JsonValue | undefined {
  let found = value;
  for (let i = 0; i < steps.length && found !== undefined; i++) found = childOf(found, steps[i] as string);
  return found;
}

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

function childOf(value: JsonValue, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return INDEX.test(step) ? (value as readonly JsonValue[])[Number(step)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** The pointer of one value: `items` holds the index for each `*`. */
export function formatPointer(steps: readonly Step[], items: readonly number[] = []): string {
  let star = 0;
  return steps.map((step) => `/${step === null ? (items[star++] ?? '*') : escaped(step)}`).join('');
}

function escaped(step: string): string {
  return step === '*' ? '~2' : step.replaceAll('~', '~0').replaceAll('/', '~1');
}
