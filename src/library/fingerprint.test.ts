import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Refusal } from '#core/refusal';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { checkStructure, fingerprint, listFingerprints } from './fingerprint.ts';
import { lockRecords, verifyLockContent } from './lock.ts';
import { hash, vacuum } from './stream.ts';

const folder = scratchFolder('library-fingerprint');
const data = join(folder, 'data');
mkdirSync(data);
writeFileSync(join(data, 'tape.csv'), 'Loan,Balance\n1,100\n');
const definition = join(folder, 'tape.fp.yaml');
writeFileSync(definition, 'fingerprint_id: tape.v1\nformat: csv\nassertions:\n  - cell_eq: { sheet: csv, cell: A1, value: Loan }\n');
const rules = join(folder, 'd.sf.yaml');
writeFileSync(rules, 'rules:\n  - { id: all, group_by: ".", required: ["tape.csv", "x.pdf"] }\n');

it('fingerprint() adds what each file was recognised as', async () => {
  const [record] = await fingerprint(hash(vacuum(data)), ['tape.v1', 'csv.v0'], { definitions: [definition], jobs: 1 });
  expect(record?.fingerprint).toMatchObject({ fingerprint_id: 'tape.v1', matched: true });
});

it('fingerprint() refuses as the command does', async () => {
  await expect(fingerprint([], ['none.v0'])).rejects.toThrow(Refusal);
  await expect(fingerprint([], [])).rejects.toThrow(RangeError);
});

it('listFingerprints() names the built-in ones first, then the others', async () => {
  const { fingerprints, blocked } = await listFingerprints({ definitions: [definition] });
  expect(fingerprints.map(({ fingerprint_id }) => fingerprint_id).slice(0, 2)).toEqual(['csv.v0', 'json.v0']);
  expect(fingerprints.at(-1)?.fingerprint_id).toBe('tape.v1');
  expect(blocked).toEqual([]);
});

it('checkStructure() reports what is missing', () => {
  expect(checkStructure(vacuum(data), rules)).toMatchObject([{ outcome: 'partial', missing: ['x.pdf'], present: ['tape.csv'] }]);
  expect(() => checkStructure([], definition)).toThrow(Refusal);
});

it('verifyLockContent() distinguishes changed bytes from changed content', async () => {
  const lock = lockRecords(await fingerprint(hash(vacuum(data)), ['csv.v0'])).bytes();
  expect(await verifyLockContent(lock, { root: data })).toMatchObject({ outcome: 'VERIFY_OK', content: { verified: 1 } });
  writeFileSync(join(data, 'tape.csv'), '"Loan";"Balance"\r\n1;100\r\n');
  expect(await verifyLockContent(lock, { root: data })).toMatchObject({
    outcome: 'VERIFY_FAILED',
    content: { rewritten: 1, changed: 0 },
  });
  writeFileSync(join(data, 'tape.csv'), 'Loan,Balance\n1,101\n');
  expect(await verifyLockContent(lock, { root: data })).toMatchObject({ outcome: 'VERIFY_FAILED', content: { changed: 1 } });
});
