/**
 * Compiles the schemas for members of packs to plain functions, so that the program needs no schema library at run time. Each version has
 * two: the open schema `schemas/members/<version>.open.json`, and the full one `schemas/members/<version>.json`, which for a document of
 * our own is the published `schemas/<version>.json`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

const OPEN = '.open.json';

/** The source of a CommonJS module that exports one function for each version; the bundler includes the modules that it requires. */
export function memberSchemasSource(root, depth) {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, code: { source: true } });
  const ids = {};
  for (const [version, files] of memberSchemaFiles(root)) {
    const schema = JSON.parse(readFileSync(files[depth], 'utf8'));
    ajv.addSchema(schema);
    ids[version] = schema.$id;
  }
  return standalone.default(ajv, ids);
}

function memberSchemaFiles(root) {
  const schemas = join(root, 'schemas');
  const members = join(schemas, 'members');
  const names = readdirSync(members).filter((name) => name.endsWith(OPEN));
  return names.sort().map((name) => {
    const own = name.replace(OPEN, '.json');
    return [
      name.slice(0, -OPEN.length),
      { open: join(members, name), full: join(existsSync(join(members, own)) ? members : schemas, own) },
    ];
  });
}
