/** Every view of the page, over evidence that is made for it, in the state in which it is shown in pictures. */
import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { runInProcess } from '../faults/run-in-process.ts';
import { A, B, C } from '../sign/seals.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = pathToFileURL(join(root, 'dist/custody-verify.html')).href;

export interface Shown {
  readonly name: string;
  /** Of `makeFolders`. */
  readonly folder: 'delivered' | 'tampered' | 'signed' | 'stack' | null;
  /** The view that is opened, of the first evidence that has it. */
  readonly opened?: string;
  /** The id that is typed. */
  readonly typed?: string;
}

export const VIEWS: readonly Shown[] = [
  { name: 'start', folder: null },
  { name: 'verified', folder: 'delivered' },
  { name: 'failed', folder: 'tampered' },
  { name: 'signed', folder: 'signed' },
  { name: 'other-id', folder: 'delivered', typed: `sha256:${'0'.repeat(64)}` },
  { name: 'about', folder: 'tampered', opened: 'What it says' },
  { name: 'members', folder: 'tampered', opened: 'Members' },
  { name: 'compare', folder: 'tampered', opened: 'Compare with another lock' },
  { name: 'graph', folder: 'tampered', opened: 'What refers to it' },
  { name: 'runs', folder: 'tampered', opened: 'Runs over time' },
  { name: 'corridors', folder: 'stack', opened: 'Corridors' },
];

/** Alice has signed, carol has not; nobody asked for bob. */
const POLICY = `version: policy.v0
signers:
  - {name: alice, key: "${A.key.fingerprint}", roles: [producer]}
  - {name: carol, key: "${C.key.fingerprint}", roles: [auditor]}
rules:
  - {kind: lock, require: "2 of [producer, auditor]"}
`;

/** A delivery as it was locked; the same signed, and with a changed digit, moved files, a second lock, a pack and a ledger; and a deployment. */
export async function makeFolders(scratch: string): Promise<void> {
  const [delivered, tampered, signed] = ['delivered', 'tampered', 'signed'].map((name) => join(scratch, name)) as [string, string, string];
  for (const folder of [delivered, tampered, signed])
    cpSync(join(root, 'examples/delivery'), join(folder, 'delivery'), { recursive: true });
  cpSync(join(root, 'examples/stack'), join(scratch, 'stack'), { recursive: true });
  const run = async (folder: string, line: string): Promise<void> => {
    const { exit, err } = await runInProcess(folder, line, { EPISTEMIC_WITNESS: join(folder, 'ledger.jsonl') });
    if (exit !== 0) throw new Error(`${line}: ${err}`);
  };
  const lock = 'lock --scan delivery --dataset-id delivery --created';
  await run(delivered, `${lock} 2026-01-15T10:30:00Z -o december.lock.json --no-witness`);
  await run(signed, `${lock} 2026-01-15T10:30:00Z -o december.lock.json --no-witness`);
  for (const [name, { secret }] of [
    ['alice', A],
    ['bob', B],
  ] as const) {
    writeFileSync(join(scratch, `${name}.pem`), secret.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    await run(signed, `custody sign december.lock.json --key ../${name}.pem --role producer --created 2026-01-15T10:40:00Z --no-witness`);
  }
  writeFileSync(join(scratch, 'own.policy.yaml'), POLICY);
  await run(tampered, `${lock} 2026-01-15T10:30:00Z -o december.lock.json`);
  await run(tampered, 'pack seal december.lock.json delivery/reports --created 2026-01-15T10:35:00Z --output evidence');
  mkdirSync(join(tampered, 'delivery/codes'));
  renameSync(join(tampered, 'delivery/reference/status-codes.json'), join(tampered, 'delivery/codes/status-codes.json'));
  writeFileSync(join(tampered, 'delivery/late.csv'), 'loan_id,amount\nL-2001,17.50\n');
  await run(tampered, `${lock} 2026-02-15T10:30:00Z -o january.lock.json`);
  await run(tampered, 'sed -i s/L-1007/L-1008/ delivery/tape/loans-2025-12.csv');
}

/** The folder that a page has judged already. */
const judged = new WeakMap<Page, string>();

/** Brings the page to the view, and gives what belongs to a picture of it. */
export async function show(page: Page, scratch: string, { folder, opened, typed }: Shown): Promise<Locator> {
  const isThere = opened !== undefined && folder !== null && judged.get(page) === folder;
  if (!isThere) await page.goto(PAGE);
  if (folder === null) return page.locator('body');
  if (!isThere) {
    if (folder === 'signed') await choosePolicy(page, join(scratch, 'own.policy.yaml'));
    await page.setInputFiles('#folder', join(scratch, folder));
    await page.waitForSelector('#outcome');
    judged.set(page, folder);
  }
  if (typed !== undefined) await page.fill('#expected', typed);
  if (opened === undefined) return page.locator('body');
  const details = page.locator('main article > details', { has: page.locator('> summary', { hasText: opened }) }).first();
  if ((await details.getAttribute('open')) === null) await details.locator('> summary').click();
  await details.locator('> :not(summary)').first().waitFor();
  await details.getByText('Reading…').waitFor({ state: 'detached' });
  // Pictures are drawn again when their width is known.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return details;
}

async function choosePolicy(page: Page, policy: string): Promise<void> {
  await page.click('.trust summary');
  await page.setInputFiles('#trusted', policy);
  await page.locator('.trust select').waitFor();
  await page.click('.trust summary');
}
