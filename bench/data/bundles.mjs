/**
 * Bundles of one snapshot and two claims, about 1 KB for each file, the same in every run. Each declares `REPLACE_AFTER_COMPUTE` until its
 * expected hash is written.
 *
 *     batch-007/snapshots/decision-00712/snapshot.json
 *     batch-007/snapshots/decision-00712/claims/01-income.json
 *     batch-007/snapshots/decision-00712/claims/02-collateral.json
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const A_FOLDER = 100;

export function makeBundles(root, { count }) {
  for (let number = 0; number < count; number++) {
    const bundle = join(root, `batch-${digits(Math.floor(number / A_FOLDER), 3)}`, 'snapshots', `decision-${digits(number, 5)}`);
    mkdirSync(join(bundle, 'claims'), { recursive: true });
    writeFileSync(join(bundle, 'snapshot.json'), pretty(snapshot(number)));
    writeFileSync(join(bundle, 'claims/01-income.json'), pretty(claim(number, 'income')));
    writeFileSync(join(bundle, 'claims/02-collateral.json'), pretty(claim(number, 'collateral')));
  }
}

function snapshot(number) {
  return {
    ref: `decision-${digits(number, 5)}`,
    created_at: '2025-12-31T17:00:00Z',
    expected_hash_v1: 'REPLACE_AFTER_COMPUTE',
    state: {
      application: `L-${1000 + number}`,
      decision: number % 3 === 0 ? 'decline' : 'approve',
      amount: 10_000 + number * 7,
      rate_percent: 3 + (number % 200) / 100,
      instalments: Array.from({ length: 12 }, (_, month) => ({ month: month + 1, due: 800 + ((number * 31 + month) % 997) / 4 })),
      conditions: ['collateral registered', 'income confirmed'],
    },
  };
}

function claim(number, id) {
  return {
    claim_id: `${id}-${number}`,
    subject: `L-${1000 + number}`,
    assertion: `the ${id} of application ${number} was found sufficient for the amount that is asked for`,
    evidence: Array.from({ length: 8 }, (_, i) => ({
      document: `D-${number * 8 + i}`,
      page: 1 + (i % 5),
      weight: ((number + i) % 100) / 100,
    })),
    confirmed: number % 5 !== 0,
  };
}

function pretty(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function digits(number, width) {
  return String(number).padStart(width, '0');
}
