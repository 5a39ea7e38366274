import { expect, it } from 'vitest';
import type { JsonValue } from '#core/json/value';
import { reportOutcome } from './report-outcome.ts';

it.each<[string, JsonValue, string, string]>([
  ['by version', { version: 'rvl.v0', outcome: 'REAL_CHANGE' }, 'rvl', 'REAL_CHANGE'],
  ['by tool rather than version', { version: 'verify.report.v1', tool: 'verify', outcome: 'FAIL' }, 'verify', 'FAIL'],
  ['with a version of several digits', { version: 'shape.v12', outcome: 'X' }, 'shape', 'X'],
  ['with a version that does not end in one', { version: 'shape.v1.2', outcome: 'X' }, 'shape.v1.2', 'X'],
  ['of a subcommand', { version: 'pack.verify.v0', outcome: 'OK' }, 'pack.verify', 'OK'],
  ['of assess', { version: 'assess.v0', decision_band: 'BLOCK', outcome: 'not this' }, 'assess', 'BLOCK'],
  [
    'of an assess that refused',
    { tool: 'assess', version: 'assess.v0', decision_band: null, refusal: { code: 'E_X' } },
    'assess',
    'REFUSAL',
  ],
  ['of a refusal without an outcome', { version: 'rvl.v0', refusal: { code: 'E_HEADERS' } }, 'rvl', 'REFUSAL'],
  ['of a refusal with one', { version: 'rvl.v0', outcome: 'REFUSAL', refusal: null }, 'rvl', 'REFUSAL'],
])('reportOutcome() knows a report %s', (_, document, tool, outcome) => expect(reportOutcome(document)).toEqual({ tool, outcome }));

it.each<[string, JsonValue]>([
  ['a lock', { version: 'lock.v0', members: [] }],
  ['a refusal of null', { version: 'rvl.v0', refusal: null }],
  ['a refusal without a code', { version: 'rvl.v0', refusal: {} }],
  ['an outcome that is no text', { version: 'rvl.v0', outcome: 1 }],
  ['neither version nor tool', { outcome: 'OK' }],
  ['a version that is no text', { version: 0, outcome: 'OK' }],
  ['an array', [{ version: 'rvl.v0', outcome: 'OK' }]],
  ['a text', 'rvl.v0'],
  ['null', null],
])('reportOutcome() knows no outcome of %s', (_, document) => expect(reportOutcome(document)).toBeNull());
