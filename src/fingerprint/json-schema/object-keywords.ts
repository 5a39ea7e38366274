/** Keywords on objects. */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { shown } from '../shown.ts';
import type { Keyword } from './keywords.ts';
import type { Check, Place, Report } from './place.ts';
import { countOf, mappingOf, namesOf, patternOf } from './read-keyword.ts';

export const OBJECT_KEYWORDS: readonly Keyword[] = [
  {
    name: 'properties',
    compile(value, context) {
      const checks = Object.keys(mappingOf(value, context)).map((name) => ({ name, check: context.sub(name) }));
      return onMembers((object, place, report) => {
        let isGood = true;
        for (let i = 0; i < checks.length; i++) {
          const { name, check } = checks[i] as (typeof checks)[number];
          if (!Object.hasOwn(object, name) || check(object[name] as JsonValue, { above: place, step: name }, report)) continue;
          if (report === null) return false;
          isGood = false;
        }
        return isGood;
      });
    },
  },
  {
    name: 'patternProperties',
    compile(value, context) {
      const patterns = Object.keys(mappingOf(value, context)).map((text) => ({
        pattern: patternOf(text, context, text),
        check: context.sub(text),
      }));
      return onEach((name, member, place, report) =>
        patterns
          .filter(({ pattern }) => pattern.test(name))
          .map(({ check }) => check(member, place, report))
          .every((isGood) => isGood),
      );
    },
  },
  {
    name: 'additionalProperties',
    compile(value, context) {
      const { beside, sub } = context;
      const check = sub();
      const known = beside['properties'];
      const patterns = beside['patternProperties'];
      const regexes = isJsonObject(patterns) ? Object.keys(patterns).map((text) => patternOf(text, context)) : [];
      const isKnown = (name: string): boolean =>
        (isJsonObject(known) && Object.hasOwn(known, name)) || regexes.some((pattern) => pattern.test(name));
      return onEach((name, member, place, report) => {
        if (isKnown(name)) return true;
        if (value !== false) return check(member, place, report);
        report?.(place, 'expected no such member');
        return false;
      });
    },
  },
  {
    name: 'propertyNames',
    compile(_, { sub }) {
      const check = sub();
      return onEach((name, _member, place, report) => check(name, place, report));
    },
  },
  {
    name: 'required',
    compile(value, context) {
      const names = namesOf(value, context);
      return onMembers((object, place, report) => requireAll(names, object, place, report));
    },
  },
  {
    name: 'dependentRequired',
    draft: '2020-12',
    compile(value, context) {
      const lists = Object.entries(mappingOf(value, context)).map(([name, list]) => ({ name, names: namesOf(list, context, name) }));
      return onMembers((object, place, report) =>
        lists
          .filter(({ name }) => Object.hasOwn(object, name))
          .map(({ names }) => requireAll(names, object, place, report))
          .every((isGood) => isGood),
      );
    },
  },
  { name: 'dependentSchemas', draft: '2020-12', compile: dependencies },
  { name: 'dependencies', draft: '7', compile: dependencies },
  size('minProperties', 'at least', (count, limit) => count >= limit),
  size('maxProperties', 'at most', (count, limit) => count <= limit),
];

/** Lists of names are for draft-07. */
function dependencies(value: JsonValue, context: Parameters<Keyword['compile']>[1]): Check {
  const rules = Object.entries(mappingOf(value, context)).map(([name, rule]) => {
    if (!Array.isArray(rule) || context.draft !== '7') return { name, check: context.sub(name) };
    const names = namesOf(rule as readonly JsonValue[], context, name);
    return { name, check: onMembers((object, place, report) => requireAll(names, object, place, report)) };
  });
  return onMembers((object, place, report) =>
    rules
      .filter(({ name }) => Object.hasOwn(object, name))
      .map(({ check }) => check(object, place, report))
      .every((isGood) => isGood),
  );
}

function onMembers(check: (object: JsonObject, place: Place | null, report: Report | null) => boolean): Check {
  return (value, place, report) => !isJsonObject(value) || check(value, place, report);
}

function onEach(check: (name: string, member: JsonValue, place: Place | null, report: Report | null) => boolean): Check {
  return onMembers((object, place, report) => {
    let isGood = true;
    for (const [name, member] of Object.entries(object)) {
      if (check(name, member, { above: place, step: name }, report)) continue;
      if (report === null) return false;
      isGood = false;
    }
    return isGood;
  });
}

function requireAll(names: readonly string[], object: JsonObject, place: Place | null, report: Report | null): boolean {
  const missing = names.filter((name) => !Object.hasOwn(object, name));
  if (missing.length === 0) return true;
  report?.(place, `expected ${missing.slice(0, 5).map(shown).join(', ')}${missing.length > 5 ? ', …' : ''}, found nothing`);
  return false;
}

function size(name: string, words: string, holds: (count: number, limit: number) => boolean): Keyword {
  return {
    name,
    compile(value, context) {
      const limit = countOf(value, context);
      return onMembers((object, place, report) => {
        const count = Object.keys(object).length;
        if (holds(count, limit)) return true;
        report?.(place, `expected ${words} ${limit} members, found ${count}`);
        return false;
      });
    },
  };
}
