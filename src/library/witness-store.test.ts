import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '#cli/run';
import { fakeContext } from '../../tests/helpers/fake-context.ts';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { sealRun, verifyPack } from './pack.ts';
import { lastWitness } from './witness.ts';
import { pullWitness, pushWitness } from './witness-store.ts';

const scratch = scratchFolder('library-witness');
const ledger = join(scratch, 'w.jsonl');
const data = join(scratch, 'data');
const store = `file:${join(scratch, 'store')}`;
mkdirSync(data);
writeFileSync(join(data, 'a.csv'), 'a\n');

async function witnessed(line: string): Promise<void> {
  const context = fakeContext(line, { cwd: scratch, env: { HOME: scratch, EPISTEMIC_WITNESS: ledger } });
  expect([await run(context), context.err().includes('warning')]).toEqual([0, false]);
}

it('pushWitness() sends what the store does not have, and pullWitness() fetches it', async () => {
  await witnessed('vacuum data');
  const first = await pushWitness({ store, file: ledger });
  expect(first).toMatchObject({ records: 1, sent: { records: 1 }, torn: 0 });
  await witnessed('lock --scan data --output d.lock.json');
  expect(await pushWitness({ store, file: ledger })).toMatchObject({ ledger: first.ledger, records: 2, sent: { records: 1 } });
  expect((await pushWitness({ store, file: ledger })).sent).toEqual({ records: 0, bytes: 0 });
  const file = join(scratch, 'other.jsonl');
  const pulled = await pullWitness({ store, file, ledger: first.ledger, sync: false });
  expect(pulled).toMatchObject({ ledger: first.ledger, records: 2, received: { records: 2 }, findings: 0 });
  expect(readFileSync(file)).toEqual(readFileSync(ledger));
  expect(lastWitness({}, { ledger: file })?.['id']).toBe(pulled.last);
});

it('pushWitness() and pullWitness() refuse what the command refuses', async () => {
  await expect(pushWitness({ store, file: join(scratch, 'none.jsonl') })).toRefuse('E_NO_LEDGER');
  await expect(pushWitness({ store, file: ledger, ledger: 'x' })).rejects.toThrow(RangeError);
  writeFileSync(join(scratch, 'short.jsonl'), `${readFileSync(ledger, 'utf8').split('\n')[0]}\n`);
  await expect(pushWitness({ store, file: join(scratch, 'short.jsonl') })).toRefuse('E_DIVERGED');
  await expect(pullWitness({ store: `file:${scratch}/empty`, file: ledger })).toRefuse('E_NO_LEDGER');
});

it('sealRun() seals what a run made and read, and says what is missing', async () => {
  const { id } = lastWitness({ tool: 'lock' }, { ledger }) as { readonly id: string };
  const output = join(scratch, 'p');
  const sealed = await sealRun(id, [data, join(scratch, 'd.lock.json')], { ledger, output, created: '2026-01-15T10:30:00Z', sync: false });
  expect(verifyPack(output).outcome).toBe('OK');
  expect([sealed.origin.run, sealed.memberCount]).toEqual([id, sealed.origin.found]);
  expect(sealed.origin.found).toBeGreaterThan(0);
  await expect(sealRun(id, [data], { ledger, output: join(scratch, 'q'), strict: true })).toRefuse('E_MISSING_FILE');
  await expect(sealRun(`blake3:${'0'.repeat(64)}`, [data], { ledger })).toRefuse('E_NO_RUN');
  await expect(sealRun('x', [data], { ledger })).rejects.toThrow(RangeError);
});
