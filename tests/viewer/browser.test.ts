/** The page in a real Chromium: the verdict of the command line, no request, nothing of a hostile document runs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { noChromium, startChromium } from '../set-up/chromium.ts';

const PAGE = pathToFileURL(fileURLToPath(new URL('../../dist/custody-verify.html', import.meta.url))).href;
const AXE = fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url));
const scratch = scratchFolder('browser');

describe.skipIf(noChromium !== undefined)(`the page in Chromium${noChromium === undefined ? '' : `: ${noChromium}`}`, () => {
  let browser: Browser;
  let page: Page;
  const seen = { requests: [] as string[], errors: [] as string[], dialogs: [] as string[] };

  beforeAll(async () => {
    browser = await startChromium();
    page = await browser.newPage();
    page.on('request', (request) => void (/^(?:file|blob|data):/.test(request.url()) || seen.requests.push(request.url())));
    page.on('pageerror', (error) => void seen.errors.push(error.message));
    page.on('dialog', (dialog) => {
      seen.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterAll(() => browser.close());

  async function judged(folder: string): Promise<string> {
    await page.goto(PAGE);
    await page.setInputFiles('#folder', folder);
    await page.waitForSelector('#outcome');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    return readFileSync(await download.path(), 'utf8');
  }

  /** The folder itself is part of the paths that a browser shows. */
  async function commandLine(folder: string): Promise<string> {
    const { out } = await runInProcess(dirname(folder), 'custody verify --json --no-witness');
    return out.replaceAll(`${dirname(folder)}/`, '/');
  }

  async function delivery(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const folder = join(scratch, name, 'given');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'data', path)), { recursive: true });
      writeFileSync(join(folder, 'data', path), text);
    }
    const { exit, err } = await runInProcess(folder, 'lock --scan data --created 2026-01-15T10:30:00Z -o d.lock.json --no-witness');
    expect([exit, err]).toEqual([0, '']);
    return folder;
  }

  it('judges a delivery as it was locked, and after each kind of tampering, as the command line does', async () => {
    const folder = await delivery('tampered', { 'a.csv': 'id,amount\n1,10\n', 'long.bin': 'x'.repeat(1 << 20), 'sub/b.txt': 'b\n' });
    for (const [change, outcome] of [
      [() => {}, 'OK'],
      [() => writeFileSync(join(folder, 'data/a.csv'), 'id,amount\n1,11\n'), 'FAILED'],
      [() => writeFileSync(join(folder, 'data/long.bin'), `${'x'.repeat((1 << 20) - 1)}y`), 'FAILED'],
      [
        () => writeFileSync(join(folder, 'd.lock.json'), readFileSync(join(folder, 'd.lock.json'), 'utf8').replace('b.txt', 'c.txt')),
        'FAILED',
      ],
    ] as const) {
      change();
      expect(await judged(folder)).toBe(await commandLine(folder));
      expect(await page.textContent('#outcome')).toBe(outcome);
    }
  });

  it('shows each view of the evidence, without a violation of the rules of axe', async () => {
    const folder = await delivery('views', { 'a.csv': 'id\n1\n', 'sub/b.txt': 'b\n' });
    const env = { EPISTEMIC_WITNESS: join(folder, 'ledger.jsonl') };
    await runInProcess(folder, 'pack seal d.lock.json data --created 2026-01-15T10:30:00Z --output evidence', env);
    writeFileSync(join(folder, 'data/c.txt'), 'c\n');
    await runInProcess(folder, 'lock --scan data --created 2026-01-16T10:30:00Z -o e.lock.json', env);
    writeFileSync(join(folder, 'data/a.csv'), 'id\n2\n');
    await page.goto(PAGE);
    await page.setInputFiles('#folder', folder);
    await page.waitForSelector('#outcome');
    for (const summary of await page.locator('main article > details > summary').all()) await summary.click();
    const shownText = async (): Promise<string> => (await page.textContent('main')) ?? '';
    while ((await shownText()).includes('Reading…')) await page.waitForTimeout(20);
    const text = await shownText();
    for (const shown of [
      'Members by size',
      'Members by type',
      '0 members changed, 0 moved, 0 removed, 1 added',
      'run of lock: LOCK_CREATED',
    ])
      expect(text).toContain(shown);
    // Not as a script of the page, which its policy forbids.
    await page.evaluate(readFileSync(AXE, 'utf8'));
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(violations).toEqual([]);
  });

  it('judges a delivery by the documents that custody page put into it, never by others of the same path', async () => {
    const folder = await delivery('sent', { 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' });
    await runInProcess(folder, 'custody page d.lock.json --output ../sent.html --no-witness');
    const sent = pathToFileURL(join(scratch, 'sent', 'sent.html')).href;
    await page.goto(sent);
    expect(await page.textContent('main')).toContain('Nothing is verified yet');
    await page.setInputFiles('#folder', folder);
    await page.waitForSelector('#outcome');
    expect(await page.textContent('#outcome')).toBe('OK');
    // Somebody changes a file and locks it again: the lock in the folder is right, and is not the one that was sent.
    writeFileSync(join(folder, 'data/a.csv'), 'id\n9\n');
    await runInProcess(folder, 'lock --scan data --created 2026-01-15T10:30:00Z -o d.lock.json --force --no-witness');
    await page.goto(sent);
    await page.setInputFiles('#folder', folder);
    await page.waitForSelector('#outcome');
    expect(await page.textContent('#outcome')).not.toBe('OK');
  });

  it('shows what a hostile document says as text, runs nothing and asks for nothing', async () => {
    const script = '<img src=x onerror=alert(1)><script>alert(2)</script>.csv';
    const folder = await delivery('hostile', { [script.replaceAll('/', '_')]: 'x\n', 'plain.csv': 'y\n' });
    writeFileSync(join(folder, 'data', script.replaceAll('/', '_')), 'z\n');
    expect(await judged(folder)).toBe(await commandLine(folder));
    expect(await page.textContent('main')).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('main img, main script').count()).toBe(0);
    await expect(page.evaluate(() => fetch('http://127.0.0.1:9/'))).rejects.toThrow();
    expect(seen).toEqual({ requests: [], errors: [], dialogs: [] });
  });
});
