/**
 * `module.yaml`: one unit of a deployment, with its dependencies and parameters.
 *
 *     module_id: org.example.reg.aml
 *     version: 0.1.0
 *     kind: regulatory
 *     variants: [risk-based]
 *     depends_on: [{module_id: org.example.legal.core, constraint: '>=0.1.0,<0.3.0'}]
 *     provides: [{interface: example.policy.v1, path: src/policy/}]
 *     parameters: {tier: {type: integer, default: 2}}
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { notJcsAt } from '../credential/jcs-limits.ts';
import { MODULE_KEYS, requireKnownKeys } from '../credential/known-keys.ts';
import { parseConstraint } from './constraint.ts';
import type { Fault, Shaped } from './facts.ts';
import { objectOf, openReading, type Reading, textOf } from './field-reader.ts';
import { type Parameter, readParameter } from './parameter.ts';

export interface Module {
  readonly moduleId: string;
  readonly version: string;
  /** For example `corridor`. */
  readonly kind: string | null;
  /** Null if the module declares none: then every variant is accepted. */
  readonly variants: readonly string[] | null;
  readonly dependsOn: readonly Dependency[];
  /** Copied into the lock unchanged. */
  readonly provides: readonly JsonValue[] | null;
  /** Null if the module does not declare its parameters. */
  readonly parameters: ReadonlyMap<string, Parameter> | null;
}

export interface Dependency {
  readonly moduleId: string;
  /** The constraint as written; empty if every version is accepted. */
  readonly constraint: string;
}

const ID = /^[a-z0-9_.-]+$/;
const SEMVER = /^[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const AN_ID = 'lower-case letters, digits, ".", "_" and "-"';

export function readModule(value: JsonValue): Shaped<Module> {
  const module = openReading(value);
  requireKnownKeys(module, MODULE_KEYS);
  return module.shaped({
    moduleId: module.matching('module_id', ID, AN_ID),
    version: module.matching('version', SEMVER, 'a version such as 0.1.0'),
    kind: module.optionalText('kind') ?? null,
    variants: module.optionalList('variants', readVariant) ?? null,
    dependsOn: module.optionalList('depends_on', readDependency) ?? [],
    provides: readProvides(module),
    parameters: readParameters(module.optionalObject('parameters')),
  });
}

function readVariant(item: JsonValue, at: string, faults: Fault[]): string {
  return isJsonObject(item) ? objectOf(item, at, faults).text('variant_id') : textOf(item, at, faults);
}

function readDependency(item: JsonValue, at: string, faults: Fault[]): Dependency {
  if (!isJsonObject(item)) return { moduleId: textOf(item, at, faults), constraint: '' };
  const dependency = objectOf(item, at, faults);
  const constraint = dependency.optionalText('constraint') ?? '';
  if (parseConstraint(constraint) === null)
    dependency.fault('constraint', `expected a constraint such as >=0.1.0,<0.3.0, found ${constraint}`);
  return { moduleId: dependency.text('module_id'), constraint };
}

function readProvides(module: Reading): readonly JsonValue[] | null {
  const provides = module.optionalObjects('provides', (each) => {
    each.text('interface');
    const unwritable = notJcsAt(each.fields, each.at);
    if (unwritable !== null) each.faults.push({ at: unwritable, message: 'expected an integer within 2^53-1' });
    return each.fields;
  });
  return provides ?? null;
}

function readParameters(parameters: Reading | undefined): Module['parameters'] {
  if (parameters === undefined) return null;
  const read = ([name, value]: [string, JsonValue]) =>
    [name, readParameter(objectOf(value, parameters.place(name), parameters.faults))] as const;
  return new Map(Object.entries(parameters.fields).map(read));
}
