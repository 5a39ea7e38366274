import { expect, it } from 'vitest';
import { type Fault, faultText } from './schema-fault.ts';

const fault = (instancePath: string, keyword: string, params: Record<string, unknown>, message?: string): Fault => ({
  instancePath,
  keyword,
  params,
  ...(message === undefined ? {} : { message }),
});

it.each([
  [fault('', 'required', { missingProperty: 'outcome' }), 'must have outcome'],
  [fault('/members/3', 'required', { missingProperty: 'path' }), '/members/3 must have path'],
  [fault('/a', 'additionalProperties', { additionalProperty: 'x' }), '/a must not have x'],
  [fault('/version', 'const', { allowedValue: 'rvl.v0' }), '/version must be rvl.v0'],
  [fault('/valid', 'const', { allowedValue: true }), '/valid must be true'],
  [fault('/outcome', 'enum', { allowedValues: ['PASS', 'FAIL', null] }), '/outcome must be one of PASS, FAIL, null'],
  [fault('/note', 'type', { type: ['string', 'null'] }), '/note must be string or null'],
  [fault('/rules', 'type', { type: 'array' }), '/rules must be array'],
  [fault('/id', 'pattern', { pattern: '^sha256:' }), '/id must match ^sha256:'],
  [fault('/path', 'pattern', { pattern: 'x'.repeat(61) }), '/path must match its pattern'],
  [fault('/size', 'minimum', { limit: 0 }, 'must be >= 0'), '/size must be >= 0'],
  [fault('/next_command', 'false schema', {}), '/next_command must not be there'],
  [fault('', 'oneOf', { passingSchemas: [0, 1] }), 'must be of exactly one form'],
])('faultText() says it in words', (told, text) => expect(faultText([told])).toBe(text));

it('faultText() uses the deepest fault in the document, and the first of equals', () => {
  const [root, first, second] = ['', '/members/0/size', '/members/0/path'].map((path) => fault(path, 'type', { type: 'string' })) as [
    Fault,
    Fault,
    Fault,
  ];
  const summary = fault('/members/0/size/x', 'oneOf', {});
  expect(faultText([root, first, second, summary])).toBe('/members/0/size must be string');
  expect(faultText([second, first])).toBe('/members/0/path must be string');
});

it('faultText() does not assume that null was meant', () => {
  const [isNull, other] = [fault('/a', 'type', { type: 'null' }), fault('/a', 'required', { missingProperty: 'b' })];
  expect(faultText([isNull, other])).toBe('/a must have b');
  expect(faultText([fault('', 'required', { missingProperty: 'b' }), isNull])).toBe('/a must be null');
});

it.each(['x', '😀'])('faultText() is short, whatever the names of the fields', (character) => {
  const text = faultText([fault('', 'additionalProperties', { additionalProperty: character.repeat(5000) })]);
  expect(Array.from(text)).toHaveLength(200);
  expect(text.endsWith(`${character}…`)).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});

it('faultText() returns a text even without any fault', () => expect(faultText([])).toBe('does not match its schema'));
