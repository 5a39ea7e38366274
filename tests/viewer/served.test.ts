/** The page of `custody serve` in a real Chromium: list, search, comparison, the verifier, by keyboard, and without asking anybody else. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { serving } from '../serve/serving.ts';
import { noChromium, startChromium } from '../set-up/chromium.ts';
import { layoutFaults } from './layout-faults.ts';

const AXE = fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url));
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)<.csv';
const scratch = scratchFolder('served');
const evidence = join(scratch, 'evidence');

describe.skipIf(noChromium !== undefined)(`the page of a server in Chromium${noChromium === undefined ? '' : `: ${noChromium}`}`, () => {
  let browser: Browser;
  let page: Page;
  let seen = { requests: [] as string[], errors: [] as string[], dialogs: [] as string[], console: [] as string[] };

  beforeAll(async () => {
    mkdirSync(join(evidence, 'data'), { recursive: true });
    for (const [month, text] of [
      ['01', 'January'],
      ['02', 'February'],
    ] as const) {
      writeFileSync(join(evidence, 'data/loans.csv'), `id\n${text}\n`);
      writeFileSync(join(evidence, `data/${HOSTILE}`), `${text}\n`);
      if (month === '02') writeFileSync(join(evidence, 'data/more.csv'), 'id\n');
      const line = `lock --scan data --created 2026-${month}-15T10:30:00Z -o ${month}.lock.json --no-witness && pack seal data --created 2026-${month}-15T11:30:00Z --note '<b>${text}</b>' --output pack-${month} --no-witness`;
      expect((await runInProcess(evidence, line)).exit).toBe(0);
    }
    writeFileSync(join(evidence, `${HOSTILE}.lock.json`), '{"version":"lock.v0","lock_hash":"<b>"');
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    seen = { requests: [], errors: [], dialogs: [], console: [] };
    page = await browser.newPage();
    page.on('pageerror', (error) => void seen.errors.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && seen.console.push(message.text())));
    page.on('dialog', (dialog) => {
      seen.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    return () => page.close();
  });

  async function openServer(folder = evidence): Promise<string> {
    const { url } = await serving(folder);
    const own = new RegExp(`^(?:${url.replace('127.0.0.1', '127\\.0\\.0\\.1')}|blob:|data:)`);
    page.on('request', (request) => void (own.test(request.url()) || seen.requests.push(request.url())));
    await page.goto(url);
    await page.waitForSelector('#listed');
    return url;
  }

  const mainText = async (): Promise<string> => (await page.textContent('main')) ?? '';

  async function violations(): Promise<readonly string[]> {
    await page.evaluate(readFileSync(AXE, 'utf8'));
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
  }

  it('lists what there is, newest first, says what could not be read, and that nothing is verified', async () => {
    await openServer();
    expect(await page.textContent('#listed')).toContain('4 documents of 4, newest first; not verified');
    const rows = await page.locator('.rows').first().locator('tbody tr:not(.space)').allTextContents();
    expect(rows.map((row) => /^\d{4}-\d{2}-\d{2} \d{2}/.exec(row)?.[0])).toEqual([
      '2026-02-15 11',
      '2026-02-15 10',
      '2026-01-15 11',
      '2026-01-15 10',
    ]);
    expect(await mainText()).toContain('1 could not be read');
    await page.selectOption('select >> nth=1', '2026-01');
    expect(await page.textContent('#listed')).toContain('2 documents of 4');
    expect(await page.locator('#outcome').count()).toBe(0);
  });

  it('fits a narrow screen, with documents of long names', async () => {
    const folder = join(scratch, 'long-names');
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data/a.csv'), 'id\n');
    for (const name of ['n'.repeat(100), 'other'])
      expect((await runInProcess(folder, `lock --scan data -o ${name}.lock.json --no-witness`)).exit).toBe(0);
    await page.setViewportSize({ width: 400, height: 800 });
    await openServer(folder);
    await page.waitForSelector('#new');
    expect(await layoutFaults(page)).toEqual([]);
  });

  it('is used by keyboard alone: search, open, verify', async () => {
    await openServer();
    await page.focus('#search');
    await page.keyboard.type('loans.csv');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#found');
    expect(await page.textContent('#found')).toContain('4 hits for “loans.csv” by path; not verified');
    const hits = page.locator('section[aria-label="Search"] .rows');
    await hits.locator('button').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('#outcome');
    expect(await page.textContent('#opened')).toBe('Opened: pack-02');
    expect(await page.textContent('#found')).toContain('4 hits for “loans.csv”');
    expect(await page.textContent('#outcome')).toBe('OK');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('opened');
    // A lock without its delivery is not verified as a whole, and the views show what it says.
    await page.getByRole('button', { name: 'Open 02.lock.json' }).first().focus();
    await page.keyboard.press('Space');
    await page.waitForFunction(() => document.getElementById('opened')?.textContent === 'Opened: 02.lock.json');
    await page.waitForSelector('#outcome');
    expect(await page.textContent('#outcome')).toBe('PARTIAL');
    await page.setInputFiles('#folder', join(evidence, 'data'));
    await page.waitForFunction(() => document.getElementById('outcome')?.textContent === 'OK');
  });

  it('finds a digest by its first digits', async () => {
    await openServer();
    const { members } = JSON.parse(readFileSync(join(evidence, '01.lock.json'), 'utf8')) as {
      members: { path: string; bytes_hash: string }[];
    };
    const digest = members.find(({ path }) => path === 'loans.csv')?.bytes_hash ?? '';
    await page.fill('#search', digest.slice(0, 19));
    await page.click('section[aria-label="Search"] button[type=submit]');
    await page.waitForSelector('#found');
    expect(await page.textContent('#found')).toContain('2 hits');
    expect(await page.textContent('section[aria-label="Search"] .rows')).toContain('pack-01');
  });

  it('shows no hits of an earlier search, however late they come', async () => {
    await openServer();
    let isAnswered = (): void => {};
    const answered = new Promise<void>((resolve) => (isAnswered = resolve));
    await page.route('**/api/search?text=more*', async (route) => {
      await answered;
      await route.continue();
    });
    await page.fill('#search', 'more');
    await page.press('#search', 'Enter');
    await page.fill('#search', 'loans');
    await page.press('#search', 'Enter');
    await page.waitForSelector('#found');
    const late = page.waitForResponse(/text=more/);
    isAnswered();
    await (await late).finished();
    await page.waitForTimeout(100);
    expect(await page.textContent('#found')).toContain('“loans”');
    expect(await page.textContent('section[aria-label="Search"] .rows')).not.toContain('more.csv');
  });

  it('compares two months, packs and locks', async () => {
    await openServer();
    await page.click('#compare');
    await page.waitForSelector('#difference');
    expect(await page.textContent('#difference')).toContain('Since pack-01, in pack-02; not verified:');
    expect(await page.textContent('#difference')).toContain('2 members changed, 0 removed, 1 added, 0 unchanged');
    await page.selectOption('#new', '02.lock.json');
    expect(await page.inputValue('#old')).toBe('01.lock.json');
    await page.click('#compare');
    await page.waitForFunction(() => document.getElementById('difference')?.textContent?.includes('moved'));
    expect(await page.textContent('#difference')).toContain('2 members changed, 0 moved, 0 removed, 1 added, 0 unchanged');
  });

  it('reads again on request, and shows what is new', async () => {
    const folder = join(scratch, 'growing');
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data/a.csv'), 'id\n');
    await openServer(folder);
    expect(await page.textContent('#listed')).toContain('0 documents of 0');
    await runInProcess(folder, 'lock --scan data --created 2026-01-15T10:30:00Z -o a.lock.json --no-witness');
    await page.click('#refresh');
    await page.waitForFunction(() => document.getElementById('listed')?.textContent?.startsWith('1 document'));
  });

  it('shows hostile names and notes as text, runs nothing, asks nobody else, and has no violation of the rules of axe', async () => {
    await openServer();
    await page.fill('#search', '<img');
    await page.press('#search', 'Enter');
    await page.waitForSelector('#found');
    await page.click('#compare');
    await page.waitForSelector('#difference');
    await page.getByRole('button', { name: 'Open pack-02' }).first().click();
    await page.waitForSelector('#outcome');
    const text = await mainText();
    expect(text).toContain('<img src=x onerror=alert(1)>');
    expect(text).toContain('<b>February</b>');
    expect(await page.locator('main img, main script, main b').count()).toBe(0);
    expect(await violations()).toEqual([]);
    await expect(page.evaluate(() => fetch('http://127.0.0.1:9/'))).rejects.toThrow();
    expect({ ...seen, console: seen.console.filter((line) => !line.includes('127.0.0.1:9')) }).toEqual({
      requests: [],
      errors: [],
      dialogs: [],
      console: [],
    });
  });

  it('cannot be used by a page of another site', async () => {
    const url = await openServer();
    const outside = await browser.newPage();
    await outside.route('http://other.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>another site</p>' }));
    await outside.goto('http://other.example/');
    const tried = await outside.evaluate(async (target) => {
      const read = await fetch(`${target}api/evidence`).then(
        () => 'read',
        () => 'not read',
      );
      const opaque = await fetch(`${target}api/evidence`, { mode: 'no-cors' }).then(
        () => 'read',
        () => 'not read',
      );
      return [read, opaque];
    }, url);
    expect(tried).toEqual(['not read', 'not read']);
    await outside.close();
  });
});
