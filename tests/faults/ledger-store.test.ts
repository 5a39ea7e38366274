/** A push of the ledger that is killed leaves whole parts in the store, which nobody takes for the whole, and the next push sends the rest. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatRecord } from '#witness/document';
import { trials } from '../helpers/trials.ts';
import { ledgerText, sampleRecords } from '../witness/sample-ledger.ts';
import { isLinux, pause, scratchFolder, sh, start } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const folder = scratchFolder();
const ledger = join(folder, 'w.jsonl');
const env = { EPISTEMIC_WITNESS: ledger };
const parts = (store: string): readonly string[] => {
  const path = join(folder, store, 'ledgers');
  return fs.existsSync(path) ? fs.readdirSync(path) : [];
};

describe.skipIf(!isLinux)('witness push', () => {
  fs.mkdirSync(join(folder, 'few'));
  const note = 'x'.repeat(20_000);
  fs.writeFileSync(ledger, ledgerText(sampleRecords(trials(800, 1_500), () => ({ params: { note } })).map(formatRecord)));

  it.each(Array.from({ length: trials(2, 10) }, (_, number) => number + 1))('killed after %i parts can be finished', async (wanted) => {
    const store = `store-${wanted}`;
    const run = start(folder, ['custody', 'witness', 'push', '--store', `file:${store}`, '--no-sync'], env);
    while (parts(store).length < Math.min(wanted, 6)) await pause(1);
    run.kill('SIGKILL');
    await run.ended;
    const left = parts(store);
    const pulled = sh(folder, `custody witness pull --store file:${store} --out part-${wanted}`, env);
    expect(pulled).toMatchObject({ exit: 0, err: '' });
    const text = fs.readFileSync(join(folder, `part-${wanted}`), 'utf8');
    expect(text.endsWith('\n') && fs.readFileSync(ledger, 'utf8').startsWith(text)).toBe(true);
    // A ledger grows: a push that has something to send removes the staging of the last part, too.
    await runInProcess(folder, 'vacuum few > scanned', env);
    expect(sh(folder, `custody witness push --store file:${store} --no-sync`, env)).toMatchObject({ exit: 0, err: '' });
    expect(parts(store)).toEqual(expect.arrayContaining([...left]));
    expect(sh(folder, `custody witness pull --store file:${store} --out part-${wanted}`, env)).toMatchObject({ exit: 0, err: '' });
    expect(fs.readFileSync(join(folder, `part-${wanted}`), 'utf8')).toBe(fs.readFileSync(ledger, 'utf8'));
    expect(fs.readdirSync(join(folder, store))).toEqual(['ledgers']);
  });
});
