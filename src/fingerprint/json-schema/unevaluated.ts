/**
 * `unevaluatedProperties` and `unevaluatedItems`: which members or items of a value no other keyword looked at, beside this one or in a schema
 * that is applied to the same value and that the value keeps.
 *
 *     { allOf: [{ properties: { a: true } }], unevaluatedProperties: false }     refuses every member but `a`
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { Regex } from '#core/regex';
import type { Keyword } from './keywords.ts';
import type { Check, Place } from './place.ts';

/** The schemas around a keyword, by their paths. */
export interface SchemaTree {
  at(path: readonly string[]): JsonValue | undefined;
  /** The schema is applied to the same value. */
  check(path: readonly string[]): Check;
  target(path: readonly string[]): readonly string[];
  regex(text: string): Regex;
}

/** The names of members, or the positions of items as text. */
type Evaluated = Set<string>;
/** Adds what the schema looks at in a value that keeps it. */
type Mark = (value: JsonValue, seen: Evaluated) => void;

export const UNEVALUATED_KEYWORDS: readonly Keyword[] = ['unevaluatedProperties', 'unevaluatedItems'].map((name) => ({
  name,
  draft: '2020-12',
  compile(value, { sub, tree, path }) {
    const check = sub();
    const mark = new Marks(tree).of(path, name);
    const isOfObjects = name === 'unevaluatedProperties';
    return (found, place, report) => {
      if (isOfObjects ? !isJsonObject(found) : !Array.isArray(found)) return true;
      const seen: Evaluated = new Set();
      mark(found, seen);
      let isGood = true;
      for (const [step, part] of Object.entries(found as JsonObject)) {
        if (seen.has(step)) continue;
        const at: Place = { above: place, step };
        if (value === false) report?.(at, `expected no ${isOfObjects ? 'member' : 'item'} that no other part of the schema names`);
        if (value !== false && check(part, at, report)) continue;
        if (report === null) return false;
        isGood = false;
      }
      return isGood;
    };
  },
}));

class Marks {
  readonly #tree: SchemaTree;
  readonly #known = new Map<string, Mark>();

  constructor(tree: SchemaTree) {
    this.#tree = tree;
  }

  /** `without` is the keyword that asks. References may lead in circles through the value, so each schema is built once. */
  of(path: readonly string[], without: string | null = null): Mark {
    const schema = this.#tree.at(path);
    if (!isJsonObject(schema)) return () => {};
    const key = path.join('\0');
    const known = without === null ? this.#known.get(key) : undefined;
    if (known !== undefined) return known;
    let marks: readonly Mark[] = [];
    const mark: Mark = (value, seen) => {
      for (const one of marks) one(value, seen);
    };
    if (without === null) this.#known.set(key, mark);
    marks = Object.keys(schema).flatMap((name) => (name === without ? [] : (this.#keyword(name, schema, path) ?? [])));
    return mark;
  }

  #keyword(name: string, schema: JsonObject, path: readonly string[]): Mark | null {
    const below = [...path, name];
    const given = schema[name] as JsonValue;
    const steps = Object.keys(given as JsonObject | readonly JsonValue[]);
    switch (name) {
      case 'properties':
        return ofMembers((member) => Object.hasOwn(given as JsonObject, member));
      case 'patternProperties': {
        const patterns = steps.map((text) => this.#tree.regex(text));
        return ofMembers((member) => patterns.some((pattern) => pattern.test(member)));
      }
      case 'additionalProperties':
      case 'unevaluatedProperties':
        return ofMembers(() => true);
      case 'prefixItems':
        return ofItems((_, i) => i < steps.length);
      case 'items':
      case 'unevaluatedItems':
        return ofItems(() => true);
      case 'contains': {
        const check = this.#tree.check(below);
        return ofItems((item) => check(item, null, null));
      }
      case '$ref':
      case '$dynamicRef':
        return this.of(this.#tree.target(below));
      case 'allOf':
        return joined(steps.map((step) => this.of([...below, step])));
      case 'anyOf':
      case 'oneOf':
        return joined(steps.map((step) => this.#whereKept([...below, step])));
      case 'if':
        return this.#branches(path);
      case 'dependentSchemas':
        return joined(
          steps.map((member) => {
            const mark = this.of([...below, member]);
            return (value, seen) => {
              if (isJsonObject(value) && Object.hasOwn(value, member)) mark(value, seen);
            };
          }),
        );
      default:
        return null;
    }
  }

  #whereKept(path: readonly string[]): Mark {
    const [check, mark] = [this.#tree.check(path), this.of(path)];
    return (value, seen) => {
      if (check(value, null, null)) mark(value, seen);
    };
  }

  #branches(path: readonly string[]): Mark {
    const [condition, ...marks] = [this.#tree.check([...path, 'if']), ...['if', 'then', 'else'].map((name) => this.of([...path, name]))];
    const [then, otherwise] = [joined(marks.slice(0, 2)), joined(marks.slice(2))];
    return (value, seen) => (condition(value, null, null) ? then : otherwise)(value, seen);
  }
}

function joined(marks: readonly Mark[]): Mark {
  return (value, seen) => {
    for (const mark of marks) mark(value, seen);
  };
}

function ofMembers(isEvaluated: (name: string) => boolean): Mark {
  return (value, seen) => {
    if (isJsonObject(value)) for (const name of Object.keys(value)) if (isEvaluated(name)) seen.add(name);
  };
}

function ofItems(isEvaluated: (item: JsonValue, index: number) => boolean): Mark {
  return (value, seen) => {
    if (!Array.isArray(value)) return;
    (value as readonly JsonValue[]).forEach((item, i) => {
      if (isEvaluated(item, i)) seen.add(String(i));
    });
  };
}
