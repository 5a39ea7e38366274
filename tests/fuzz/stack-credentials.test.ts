/** Whatever is damaged in a signed corridor, it is never active: each edit of a value, a key or a byte of what is signed. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError, parseJson } from '#core/json/read';
import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { Refusal } from '#core/refusal';
import { sha256Hex } from '#hashing/hashers';
import { judgeCorridor } from '#stack/corridor/activation';
import type { CorridorFacts, ReadDocument } from '#stack/inputs/facts';
import { runs } from '../helpers/trials.ts';
import { alice, bob, corridor, judgingAt } from '../stack/signed-corridor.ts';

const whole = [corridor(), corridor({ parties: [alice, bob] }), corridor({ type: 'DataIntegrityProof' })];

function isActive(facts: CorridorFacts): boolean {
  try {
    const { entry } = judgeCorridor(facts, judgingAt());
    const blockers = entry.corridor_activation_blockers ?? [];
    expect(entry.corridor_activated).toBe(blockers.length === 0);
    return entry.corridor_activated === true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'E_BAD_CREDENTIAL') return false;
    throw error;
  }
}

/** The definition and the agreements, one of them replaced. */
function withFile(facts: CorridorFacts, index: number, change: (file: ReadDocument) => ReadDocument): CorridorFacts {
  if (index === 0) return { ...facts, definition: change(facts.definition) };
  const agreements = facts.agreements ?? [];
  return { ...facts, agreements: agreements.map((file, at) => (at === (index - 1) % agreements.length ? change(file) : file)) };
}

/** Every place in a value that can be written to. */
function places(value: JsonValue, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const inner: (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? (value as readonly JsonValue[]).map((item, at) => [at, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [...(path.length === 0 ? [] : [path]), ...inner.flatMap(([key, item]) => places(item, [...path, key]))];
}

function edited(value: JsonValue, path: readonly (string | number)[], part: JsonValue | undefined): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return part as JsonValue;
  if (Array.isArray(value)) {
    const items = [...(value as readonly JsonValue[])];
    if (rest.length === 0 && part === undefined) items.splice(key as number, 1);
    else items[key as number] = edited(items[key as number] as JsonValue, rest, part);
    return items;
  }
  const copy = emptyObject();
  for (const [name, item] of Object.entries(value as JsonObject)) {
    if (name !== key) copy[name] = item;
    else if (rest.length > 0 || part !== undefined) copy[name] = edited(item, rest, part);
  }
  return copy;
}

/** A signature of these types does not cover when it was made. */
const isUnsigned = (path: readonly (string | number)[]): boolean => path[0] === 'proof' && path.at(-1) === 'created';

describe('judgeCorridor()', () => {
  it('starts from corridors that are active', () => {
    expect(whole.map(isActive)).toEqual([true, true, true]);
  });

  it('is never active where a value of a credential is another, or gone', () => {
    const part = fc.oneof(
      fc.constant(undefined),
      fc.constant(null),
      fc.boolean(),
      fc.integer({ min: -3, max: 9 }),
      fc.string({ maxLength: 5 }),
      fc.constantFrom(alice.did, bob.did, 'agree', 'authority', '2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '0'.repeat(64)),
      fc.constant([] as JsonValue),
      fc.constant({}),
    );
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.nat(2), fc.nat(), part, (facts, index, at, put) => {
        const damaged = withFile(facts, index, (file) => {
          const all = places(file.value).filter((path) => !isUnsigned(path));
          const value = edited(file.value, all[at % all.length] as readonly (string | number)[], put);
          fc.pre(!same(value, file.value));
          return { ...file, value };
        });
        expect(isActive(damaged)).toBe(false);
      }),
      runs(400),
    );
  });

  it('is never active where one byte of a credential is another, unless it reads the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.nat(2), fc.nat(), fc.integer({ min: 1, max: 255 }), (facts, index, at, flip) => {
        const damaged = withFile(facts, index, (file) => {
          const bytes = Uint8Array.from(file.bytes);
          bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ flip;
          const value = readOr(bytes);
          fc.pre(value !== undefined && !same(value, file.value));
          fc.pre(!same(withoutCreated(value), withoutCreated(file.value)));
          return { ...file, bytes, sha256: sha256Hex(bytes), value };
        });
        expect(isActive(damaged)).toBe(false);
      }),
      runs(400),
    );
  });
});

function readOr(bytes: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function withoutCreated(value: JsonValue): JsonValue {
  return places(value)
    .filter(isUnsigned)
    .reduce((copy: JsonValue, path) => edited(copy, path, undefined), value);
}

function same(a: JsonValue, b: JsonValue): boolean {
  const text = (value: JsonValue): string => JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
  return text(a) === text(b);
}
