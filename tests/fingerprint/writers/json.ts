/** JSON and JSON Lines, with keys in either order, spaces, escapes and spellings of numbers. */
import fc, { type JsonValue } from 'fast-check';
import { encodeAs, writeLoosely } from '../content.ts';
import { type Writer, writerOf } from './writer.ts';

/** Zero has one value, with or without a sign. */
const value = fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.parse(JSON.stringify(json)) as JsonValue);
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, [null]),
);
const lines = fc.array(value, { minLength: 1, maxLength: 4 });

/** Another value in the place of one leaf, or another name for one key. */
const changed = lines.chain((all) =>
  fc
    .tuple(fc.nat(), leaf, fc.string({ maxLength: 4 }), fc.boolean())
    .map(([which, other, key, isRenamed]) => [all, changedAt(all, which, isRenamed ? { key } : { other }) as JsonValue[]] as const)
    .filter(([before, after]) => writeSorted(before) !== writeSorted(after)),
);

interface Style {
  readonly isLoose: boolean;
  readonly space: string;
  readonly lineEnd: '\n' | '\r\n';
  readonly hasMark: boolean;
  readonly hasFinalLineEnd: boolean;
}
const style: fc.Arbitrary<Style> = fc.record({
  isLoose: fc.boolean(),
  space: fc.constantFrom('', ' ', '\t '),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  hasMark: fc.boolean(),
  hasFinalLineEnd: fc.boolean(),
});

function write(all: readonly JsonValue[], { isLoose, space, lineEnd, hasMark, hasFinalLineEnd }: Style): Uint8Array {
  const text = all.map((one) => (isLoose ? writeLoosely(one, space) : JSON.stringify(one))).join(lineEnd);
  return encodeAs(hasFinalLineEnd ? `${text}${lineEnd}` : text, hasMark ? 'utf-8 with its mark' : 'utf-8');
}

export const jsonlWriter: Writer = writerOf({ content: lines, changed, style, write });

export const jsonWriter: Writer = writerOf<readonly JsonValue[], Style>({
  content: lines,
  changed,
  style,
  write: (all, { space, lineEnd, ...rest }) => write([all as JsonValue[]], { ...rest, lineEnd, space: space + lineEnd }),
});

function changedAt(root: JsonValue, which: number, change: { readonly other?: JsonValue; readonly key?: string }): JsonValue {
  const places: (() => void)[] = [];
  const copy = { root: structuredClone(root) };
  const visit = (holder: Record<string, JsonValue>, name: string): void => {
    const inner = holder[name] as JsonValue;
    if (change.other !== undefined && (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0))
      places.push(() => put(holder, name, change.other as JsonValue));
    if (typeof inner !== 'object' || inner === null) return;
    for (const key of Object.keys(inner)) {
      const { key: renamed } = change;
      if (renamed !== undefined && !Array.isArray(inner) && !Object.hasOwn(inner, renamed))
        places.push(() => {
          put(inner as Record<string, JsonValue>, renamed, (inner as Record<string, JsonValue>)[key] as JsonValue);
          delete (inner as Record<string, JsonValue>)[key];
        });
      visit(inner as Record<string, JsonValue>, key);
    }
  };
  visit(copy, 'root');
  places[which % Math.max(1, places.length)]?.();
  return copy.root;
}

/** A key may be `__proto__`. */
function put(holder: Record<string, JsonValue>, name: string, item: JsonValue): void {
  Object.defineProperty(holder, name, { value: item, enumerable: true, configurable: true, writable: true });
}

function writeSorted(json: unknown): string {
  return JSON.stringify(json, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}
