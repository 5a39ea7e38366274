/**
 * A definition, `*.fp.yaml`: how to recognise a file, what to extract from it, and what its content hash covers.
 *
 *     fingerprint_id: loan-tape.v1
 *     format: csv
 *     valid_from: 2025-01-01
 *     assertions:
 *       - header_row_match: { row_range: "1:3", min_match: 2, columns: [{ pattern: "(?i)loan id" }, { pattern: "(?i)balance" }] }
 *     extract:
 *       - { name: balances, type: range, range: "C2:C" }
 *     content_hash: { algorithm: blake3, over: [balances] }
 *
 * Every mistake is reported, each with its path. The version has the first digits of the BLAKE3 of the canonical content, so that definitions with
 * the same id and different content have different versions.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { digestOf } from '#core/digest';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import type { CompileRegex } from '#core/regex';
import type { Candidate } from '../candidate.ts';
import { FORMATS, isFormat } from '../formats.ts';
import { RULES_VERSION } from '../rules-version.ts';
import { beginDefinition } from './definition-run.ts';
import { describeValue, type Fault, Faults } from './faults.ts';
import { readAssertions } from './read-assertions.ts';
import { readDialect } from './read-dialect.ts';
import { readContentHash, readExtracts } from './read-extracts.ts';
import { firstMoment, lastMoment } from './validity.ts';

export interface Definition extends Candidate {
  /** The definition in canonical form; worker threads receive it and parse it again. */
  readonly canonical: string;
}

export type DefinitionRead =
  | { readonly kind: 'definition'; readonly definition: Definition }
  /** `id` is the id in the definition, if it has one. */
  | { readonly kind: 'faults'; readonly id: string | null; readonly faults: readonly Fault[] };

export interface DefinitionOrigin {
  /** The name of the file. */
  readonly file: string;
  /** Installed definitions are found in a folder of definitions; others are named on the command line. */
  readonly isInstalled: boolean;
}

export interface DefinitionPorts {
  readonly compile: CompileRegex;
  readonly newHasher: NewHasher;
}

const KEYS: readonly string[] = [
  'fingerprint_id',
  'format',
  'dialect',
  'valid_from',
  'valid_until',
  'parent',
  'assertions',
  'extract',
  'content_hash',
];
/** 128 bits, so that nobody makes another definition with the same version. */
const VERSION_DIGITS = 32;
const ID = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;

export function isFingerprintId(text: string): boolean {
  return ID.test(text);
}

export function readDefinition(value: JsonValue, origin: DefinitionOrigin, { compile, newHasher }: DefinitionPorts): DefinitionRead {
  const faults = new Faults();
  if (!isJsonObject(value)) {
    faults.add([], `expected a mapping with fingerprint_id, format and assertions, found ${describeValue(value)}`);
    return { kind: 'faults', id: null, faults: faults.list };
  }
  faults.unknownKeys(value, KEYS, []);
  const id = readId(value, 'fingerprint_id', faults);
  const { format: named } = value;
  const format = typeof named === 'string' && isFormat(named) ? named : null;
  if (format === null)
    faults.add(placeOf(value, 'format'), `expected format to be one of ${FORMATS.join(', ')}, found ${describeValue(named)}`);
  const parent = value['parent'] === undefined ? null : readId(value, 'parent', faults);
  if (parent !== null && parent === id) faults.add(['parent'], 'expected another fingerprint than itself');
  const validity = readValidity(value, faults);
  const dialect = readDialect(value['dialect'], format, { compile, faults, path: ['dialect'], format });
  const bound = new Set<string>();
  const at = (path: string) => ({ compile, faults, path: [path], format });
  const assertions = readAssertions(value['assertions'], format, at('assertions'), bound);
  const extracts = readExtracts(value['extract'], format, at('extract'), bound);
  const known = namesIn(value['extract']);
  const over = readContentHash(value['content_hash'], known, at('content_hash'));
  if (faults.count > 0 || id === null || format === null) return { kind: 'faults', id, faults: faults.list };
  const canonical = formatSpine(value);
  const digest = digestOf(newHasher, 'blake3', [encodeUtf8(canonical)]).slice('blake3:'.length);
  const definition: Definition = {
    id,
    format,
    version: `${RULES_VERSION[format]}+${digest.slice(0, VERSION_DIGITS)}`,
    source: origin.isInstalled ? `installed:${id}` : `file:${origin.file}`,
    crate: `dsl-runtime:${origin.file}`,
    parent,
    dialect,
    ...validity,
    asserts: assertions.map(({ name, kind }) => ({ name, doc: kind.doc })),
    contentHash: over === null ? null : `the values of ${over.join(', ')}`,
    canonical,
    begin: (scope, hashers) => beginDefinition({ assertions, extracts, over }, scope, hashers),
  };
  return { kind: 'definition', definition };
}

function readId(value: JsonObject, key: string, faults: Faults): string | null {
  const id = value[key];
  if (typeof id === 'string' && isFingerprintId(id)) return id;
  faults.add(placeOf(value, key), `expected ${key} to be an id such as loan-tape.v1, found ${describeValue(id)}`);
  return null;
}

function readValidity(value: JsonObject, faults: Faults): { readonly validFrom: string | null; readonly validUntil: string | null } {
  const [validFrom, validUntil] = ['valid_from', 'valid_until'].map((key) => {
    const date = value[key];
    if (date === undefined) return null;
    if (typeof date === 'string' && firstMoment(date) !== null) return date;
    faults.add([key], `expected a date such as 2025-12-31, found ${describeValue(date)}`);
    return null;
  }) as [string | null, string | null];
  if (validFrom !== null && validUntil !== null && Number(lastMoment(validUntil)) < Number(firstMoment(validFrom))) {
    faults.add(['valid_until'], `expected a date from ${validFrom} on, found ${validUntil}`);
  }
  return { validFrom, validUntil };
}

/** Includes the names of extracts with faults, so that each fault is reported only once. */
function namesIn(list: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly JsonValue[]).flatMap((entry) =>
    isJsonObject(entry) && typeof entry['name'] === 'string' ? [entry['name']] : [],
  );
}

/** An absent key has no position, so its parent is reported. */
function placeOf(value: JsonObject, key: string): readonly string[] {
  return value[key] === undefined ? [] : [key];
}
