/** What the schemas of stack say of an outcome. */
import { expect, it } from 'vitest';
import { printedDocuments } from '../helpers/printed-documents.ts';
import { compile, damaged } from './published-schema.ts';

const printed = printedDocuments(['stack']);
const documents = (of: string) => printed.filter(({ version, outcome }) => version === of && outcome !== 'REFUSAL');

it('stack-verify.v0.json does not hold for an outcome that the findings deny, nor for an active corridor with blockers', () => {
  const validate = compile('stack-verify.v0.json');
  const verdicts = documents('stack-verify.v0');
  for (const verdict of verdicts) {
    const other = verdict['outcome'] === 'STACK_OK' ? 'STACK_DRIFT' : 'STACK_OK';
    expect(validate({ ...verdict, outcome: other })).toBe(false);
  }
  const verdict = verdicts.find(({ corridors }) => (corridors as readonly unknown[]).length > 0);
  expect(validate(verdict)).toBe(true);
  expect(validate(damaged(verdict, ['corridors', 0, 'blockers'], ['x']))).toBe(false);
});

it('stack-artifact.v0.json does not hold for an outcome that its findings deny', () => {
  const validate = compile('stack-artifact.v0.json');
  const verdict = documents('stack-artifact.v0').find(({ outcome }) => outcome === 'STACK_DRIFT');
  expect(validate(verdict)).toBe(true);
  expect(validate({ ...verdict, outcome: 'STACK_OK' })).toBe(false);
  expect(validate({ ...verdict, findings: [] })).toBe(false);
  expect(validate(damaged(verdict, ['findings', 0, 'kind'], 'STRANGER'))).toBe(false);
});

it('stack-vc.v0.json does not hold for an outcome that the proofs or findings deny', () => {
  const validate = compile('stack-vc.v0.json');
  const drifted = documents('stack-vc.v0').filter(({ outcome }) => outcome === 'STACK_DRIFT');
  expect(drifted).not.toEqual([]);
  expect(drifted.filter((document) => validate({ ...document, outcome: 'STACK_OK' }))).toEqual([]);
  const valid = documents('stack-vc.v0').find((document) => 'proofs' in document && document['outcome'] === 'STACK_OK');
  expect(validate(valid)).toBe(true);
  expect(validate({ ...valid, outcome: 'STACK_DRIFT' })).toBe(false);
  expect(validate({ ...valid, proofs: [] })).toBe(false);
});
