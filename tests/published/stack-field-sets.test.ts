/**
 * The fields of agreements and definitions, and the keys of the files around them, held against the schemas that the other project has published. The schemas lie beside this
 * project and are not there on every machine; they are never copied into it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AGREEMENT_FIELDS, DEFINITION_FIELDS } from '#stack/credential/credential-fields';
import { ANCHOR_KEYS, CORRIDOR_KEYS, MODULE_KEYS, PROFILE_KEYS, ROTATION_KEYS, ZONE_KEYS } from '#stack/credential/known-keys';
import type { FieldShape } from '#stack/inputs/closed-fields';

const schemas = fileURLToPath(new URL('../../../shared/fixtures/stack/schemas', import.meta.url));
const isThere = existsSync(schemas);
const why = isThere ? '' : ' (skipped: the schemas of the other project do not lie beside this one)';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
}

/** Every place that has a closed set of fields, with the fields. */
function closedIn(schema: Schema, at = ''): Record<string, readonly string[]> {
  const here = schema.additionalProperties === false ? { [at]: Object.keys(schema.properties ?? {}).sort() } : {};
  const below = Object.entries(schema.properties ?? {}).map(([name, part]) => closedIn(part, `${at}/${name}`));
  return Object.assign(here, ...below, schema.items === undefined ? {} : closedIn(schema.items, `${at}[]`));
}

function closedOf(shape: FieldShape, at = ''): Record<string, readonly string[]> {
  if (typeof shape === 'string') return {};
  if (Array.isArray(shape)) return closedOf(shape[0], `${at}[]`);
  const fields = Object.entries(shape as Readonly<Record<string, FieldShape>>);
  const below = fields.map(([name, part]) => closedOf(part, `${at}/${name}`));
  return Object.assign({ [at]: fields.map(([name]) => name).sort() }, ...below);
}

/** Names that credentials have beyond the schemas, S7 and S9. */
const BEYOND = ['credentialStatus', 'validFrom', 'validUntil'];

describe.skipIf(!isThere)(`the fields of the public schemas${why}`, () => {
  test.each([
    ['vc.corridor-agreement.schema.json', AGREEMENT_FIELDS],
    ['vc.corridor-definition.schema.json', DEFINITION_FIELDS],
  ])('are those that are known here: %s', (name, shape) => {
    const theirs = closedIn(JSON.parse(readFileSync(join(schemas, name), 'utf8')));
    const ours = closedOf(shape);
    expect(ours['']?.filter((field) => !BEYOND.includes(field))).toEqual(theirs['']);
    expect({ ...ours, '': [] }).toEqual({ ...theirs, '': [] });
    expect(Object.keys(ours).length).toBeGreaterThan(3);
  });

  test.each([
    ['zone.schema.json', ZONE_KEYS, []],
    ['profile.schema.json', PROFILE_KEYS, []],
    ['module.schema.json', MODULE_KEYS, []],
    ['corridor.schema.json', CORRIDOR_KEYS, ['description', 'title']],
    ['trust-anchors.schema.json', ANCHOR_KEYS, []],
    ['key-rotation.schema.json', ROTATION_KEYS, []],
  ] as const)('are the keys that are known here: %s', (name, shape, older) => {
    const { properties = {} } = JSON.parse(readFileSync(join(schemas, name), 'utf8')) as Schema;
    expect(Object.keys(shape).sort()).toEqual([...Object.keys(properties), ...older].sort());
  });
});
