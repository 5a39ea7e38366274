/**
 * JSON Schema, draft 2020-12 or draft-07, without generated code: a schema becomes a tree of functions that look at exact values. Patterns are RE2,
 * numbers have all their digits, nothing is fetched. What is not supported, or is no keyword at all, is a mistake and not ignored.
 *
 *     compileSchema({ type: 'object', required: ['id'] }, compile)(value, null, (place, message) => …)
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { CompileRegex } from '#core/regex';
import { formatPointer, parsePointer, valueAt } from '../columns/pointers.ts';
import { describeValue, Mistake } from '../define/faults.ts';
import { shown } from '../shown.ts';
import { ANNOTATIONS, IN_PLACE, KEYWORDS, UNSUPPORTED } from './keywords.ts';
import type { Check } from './place.ts';
import type { SchemaTree } from './unevaluated.ts';

export type Draft = '2020-12' | '7';

const DRAFTS: ReadonlyMap<string, Draft> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['http://json-schema.org/draft-07/schema', '7'],
]);
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);
/** A longer way through one value would need too much of the stack. */
const MAX_DEPTH = 200;

/** What a keyword needs to know about its place in the schema. */
export interface KeywordContext {
  readonly draft: Draft;
  /** The schema that has the keyword. */
  readonly beside: JsonObject;
  readonly regex: CompileRegex;
  /** The schema below this keyword; `steps` lead from the keyword to it. */
  sub(...steps: readonly string[]): Check;
  /** The schema of another keyword beside this one. */
  sibling(name: string): Check;
  /** The path of the schema that has the keyword, and all schemas. */
  readonly path: readonly string[];
  readonly tree: SchemaTree;
  /** A mistake at the keyword, or below it. */
  mistake(message: string, ...steps: readonly string[]): Mistake;
}

interface Node {
  check: Check | null;
  /** The same without a report, which judges each object and array once. */
  readonly remembered: Check;
  /** The schemas that are applied to the same value. */
  readonly inPlace: Node[];
  state: 'new' | 'open' | 'done';
  depth: number;
  readonly path: readonly string[];
}

/** Throws `Mistake` with the steps to the keyword. */
export function compileSchema(root: JsonValue, compile: CompileRegex): Check {
  const nodes = new Map<string, Node>();
  const draft = draftOf(root);
  const anchors = new Map<string, readonly string[]>();
  findAnchors(root, [], anchors);

  const tree: SchemaTree = {
    at: (path) => valueAt(root, path),
    check: (path) => nodeAt(path).remembered,
    target: (path) => targetOf(valueAt(root, path) as JsonValue, (message) => new Mistake(message, path)),
    regex: compile,
  };

  function nodeAt(path: readonly string[]): Node {
    const key = formatPointer(path);
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const node: Node = {
      check: null,
      remembered: remembering((value) => (node.check as Check)(value, null, null)),
      inPlace: [],
      state: 'new',
      depth: 0,
      path,
    };
    nodes.set(key, node);
    node.check = build(valueAt(root, path), node);
    return node;
  }

  function build(schema: JsonValue | undefined, node: Node): Check {
    const { path } = node;
    if (typeof schema === 'boolean')
      return schema
        ? () => true
        : (_, place, report) => {
            report?.(place, 'expected nothing here');
            return false;
          };
    if (!isJsonObject(schema)) throw new Mistake(`expected a schema, found ${describeValue(schema)}`, path);
    const checks = Object.keys(schema).flatMap((name) => keyword(name, schema, node) ?? []);
    const [only] = checks;
    return checks.length === 1 && only !== undefined ? only : allOf(checks);
  }

  function keyword(name: string, schema: JsonObject, node: Node): Check | null {
    const path = [...node.path, name];
    const mistake = (message: string, ...steps: readonly string[]): Mistake => new Mistake(message, [...path, ...steps]);
    const reach = (target: readonly string[]): Check => {
      const found = nodeAt(target);
      if (!IN_PLACE.has(name)) return (value, place, report) => (found.check as Check)(value, place, report);
      node.inPlace.push(found);
      return (value, place, report) => (report === null ? found.remembered : (found.check as Check))(value, place, report);
    };
    if (name === '$ref' || (name === '$dynamicRef' && draft !== '7')) return reach(targetOf(schema[name] as JsonValue, mistake));
    if (DEFINITIONS.has(name)) {
      const definitions = schema[name];
      if (!isJsonObject(definitions)) throw mistake(`expected a mapping, found ${describeValue(definitions)}`);
      for (const key of Object.keys(definitions)) nodeAt([...path, key]);
      return null;
    }
    if (ANNOTATIONS.has(name) && (name !== '$dynamicAnchor' || draft !== '7')) {
      if (node.path.length > 0 && (name === '$id' || name === '$schema')) throw mistake(`${name} is supported only at the root`);
      return null;
    }
    const known = KEYWORDS.get(name);
    if (UNSUPPORTED.has(name)) throw mistake(`${name} is not supported`);
    if (known === undefined || (known.draft !== undefined && known.draft !== draft))
      throw mistake(`unknown keyword ${shown(name)} in draft ${draft === '7' ? '07' : draft}`);
    if (draft === '7' && schema['$ref'] !== undefined) throw mistake('draft 07 ignores what is beside $ref: expected it in allOf');
    const context: KeywordContext = {
      draft,
      beside: schema,
      regex: compile,
      sub: (...steps) => reach([...path, ...steps]),
      sibling: (other) => reach([...node.path, other]),
      path: node.path,
      tree,
      mistake,
    };
    return known.compile(schema[name] as JsonValue, context);
  }

  function targetOf(value: JsonValue, mistake: KeywordContext['mistake']): readonly string[] {
    if (typeof value !== 'string') throw mistake(`expected a reference such as #/$defs/item, found ${describeValue(value)}`);
    if (!value.startsWith('#'))
      throw mistake(`${shown(value)} is in another document, and nothing is fetched: expected a reference that begins with #`);
    const anchor = anchors.get(value.slice(1));
    if (anchor !== undefined) return anchor;
    const text = decoded(value.slice(1));
    const pointer = text === null || text.includes('~2') ? null : parsePointer(text.replace(/(?<=\/)\*(?=\/|$)/g, '~2'));
    const steps = pointer?.steps as readonly string[] | undefined;
    if (steps === undefined || valueAt(root, steps) === undefined) throw mistake(`${shown(value)} leads to nothing`);
    return steps;
  }

  const top = nodeAt([]);
  for (const node of nodes.values()) requireEnd(node);
  return top.check as Check;
}

/** Refuses a schema that would be applied to the same value without end. */
function requireEnd(node: Node): number {
  if (node.state === 'open') throw new Mistake('a schema that leads to itself without a step into the value', node.path);
  if (node.state === 'done') return node.depth;
  node.state = 'open';
  for (const next of node.inPlace) node.depth = Math.max(node.depth, 1 + requireEnd(next));
  if (node.depth > MAX_DEPTH) throw new Mistake(`more than ${MAX_DEPTH} schemas for the same value, one inside of the other`, node.path);
  node.state = 'done';
  return node.depth;
}

/** Otherwise the time for nested values would double with each level where two keywords ask for the same. */
function remembering(judge: (value: JsonValue) => boolean): Check {
  const known = new WeakMap<object, boolean>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return judge(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const isGood = judge(value);
    known.set(value, isGood);
    return isGood;
  };
}

/** With a report every fault is found. */
function allOf(checks: readonly Check[]): Check {
  return (value, place, report) => {
    let isGood = true;
    for (let i = 0; i < checks.length; i++) {
      if ((checks[i] as Check)(value, place, report)) continue;
      if (report === null) return false;
      isGood = false;
    }
    return isGood;
  };
}

function draftOf(root: JsonValue): Draft {
  const stated = isJsonObject(root) ? root['$schema'] : undefined;
  if (stated === undefined) return '2020-12';
  const draft = typeof stated === 'string' ? DRAFTS.get(stated.replace(/#$/, '')) : undefined;
  if (draft === undefined)
    throw new Mistake(`expected one of ${[...DRAFTS.keys()].join(', ')}, found ${describeValue(stated)}`, ['$schema']);
  return draft;
}

/** Everywhere in the schema; where it is no schema, nothing refers to it. */
function findAnchors(value: JsonValue, path: readonly string[], anchors: Map<string, readonly string[]>): void {
  if (Array.isArray(value)) (value as readonly JsonValue[]).forEach((item, i) => findAnchors(item, [...path, String(i)], anchors));
  else if (isJsonObject(value)) {
    // There is one document, so a dynamic reference leads to the only anchor of its name.
    for (const name of ['$anchor', '$dynamicAnchor']) {
      const anchor = value[name];
      if (typeof anchor !== 'string') continue;
      if (anchors.has(anchor)) throw new Mistake(`expected each anchor once, found ${shown(anchor)} twice`, [...path, name]);
      anchors.set(anchor, path);
    }
    for (const [key, member] of Object.entries(value)) if (!DATA.has(key)) findAnchors(member, [...path, key], anchors);
  }
}

const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

function decoded(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}
