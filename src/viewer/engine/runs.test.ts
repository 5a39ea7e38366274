import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { runsIn } from './runs.ts';

const scratch = scratchFolder('runs');

function runs(text: string): unknown {
  const path = join(scratch, 'ledger.jsonl');
  writeFileSync(path, text);
  return JSON.parse(runsIn({ given: 'ledger.jsonl', path }));
}

it('runsIn() gives every run of a long ledger', () => {
  const line = (n: number): string =>
    `{"exit_code":${n},"id":"","note":"${'x'.repeat(500)}","outcome":"OK","tool":"lock","ts":"2026-01-15T10:30:00Z"}\n`;
  const text = Array.from({ length: 4000 }, (_, n) => line(n)).join('');
  expect(text.length).toBeGreaterThan(1 << 21);
  const { runs: all, ...counts } = runs(text) as { runs: readonly unknown[] };
  expect([counts, all.length, all.at(-1)]).toEqual([{ lines: 4000, records: 4000 }, 4000, ['2026-01-15T10:30:00Z', 'lock', 'OK', '3999']]);
});

it('runsIn() counts what is no record, and shows fields of other types as they are written', () => {
  const odd = `no record\n[]\n{"exit_code":null,"outcome":{"a":[1.50]},"tool":7,"ts":"${'z'.repeat(2000)}"}\n{}`;
  expect(runs(odd)).toEqual({
    lines: 4,
    records: 2,
    runs: [
      [`${'z'.repeat(1000)}…`, '7', '{"a":[1.5]}', 'null'],
      ['not stated', 'not stated', 'not stated', 'not stated'],
    ],
  });
});
