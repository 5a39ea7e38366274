/**
 * A process that appends to a ledger, for tests of many at once:
 *
 *     node writer.mjs LEDGER COUNT [GATE [NOTE_LENGTH]]
 *
 * It says `ready`, waits until the file GATE exists, so that all begin together, and appends COUNT records. COUNT may be
 * `Infinity`.
 */
import { existsSync } from 'node:fs';
import { waitUntil } from '#disk/lock/retry-until';
import { newHasher } from '#hashing/hashers';
import { draftRecord } from '#witness/create';
import { appendRecord } from '#witness/ops/append';
import { sampleFields } from './sample-ledger.ts';

const [path = '', count = '1', gate, noteLength = '0'] = process.argv.slice(2);
const note = 'é'.repeat(Number(noteLength) / 2);
process.stdout.write('ready\n');
if (gate !== undefined && !waitUntil(() => existsSync(gate), 30_000)) throw new Error(`no ${gate}`);
for (let number = 1; number <= Number(count); number++) {
  appendRecord(path, draftRecord(sampleFields(number, { params: { pid: process.pid, note } }), newHasher), { sync: count !== 'Infinity' });
}
