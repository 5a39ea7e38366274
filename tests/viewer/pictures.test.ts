/**
 * Every view at two widths, compared with the pictures in `screens/`, and the pictures of the page in docs/. `npm run pictures` makes them
 * again; that is refused where `CI` is set. The comparison allows for other fonts.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { noChromium, startChromium } from '../set-up/chromium.ts';
import { differenceOf, pixelsOf } from './compare-pictures.ts';
import { layoutFaults } from './layout-faults.ts';
import { makeFolders, type Shown, show, VIEWS } from './page-views.ts';
import { smallPng } from './small-png.ts';

const SCREENS = fileURLToPath(new URL('screens', import.meta.url));
const DOCS = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const scratch = scratchFolder('pictures');
const isUpdate = process.env['UPDATE_PICTURES'] === '1';
const TALLEST_PX = 2400;

describe.skipIf(noChromium !== undefined)(`the page in pictures${noChromium === undefined ? '' : `: ${noChromium}`}`, () => {
  let browser: Browser;
  /** Compares and converts pictures; the page itself may not. */
  let desk: Page;
  const pages = new Map<string, Promise<Page>>();

  beforeAll(async () => {
    await makeFolders(scratch);
    browser = await startChromium();
    desk = await browser.newPage();
  });
  afterAll(() => browser.close());

  const pageOf = (width: number, scale: number): Promise<Page> => {
    const name = `${width} ${scale}`;
    const page = pages.get(name) ?? browser.newPage({ viewport: { width, height: 800 }, deviceScaleFactor: scale, colorScheme: 'light' });
    pages.set(name, page);
    return page;
  };

  /** The top of a view that is very long. */
  async function pictureOf(page: Page, view: Shown, tallest = TALLEST_PX): Promise<Buffer> {
    const shown = await show(page, scratch, view);
    const clip = await shown.evaluate((element, most) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + scrollX, y: y + scrollY, width, height: Math.min(height, most) };
    }, tallest);
    return page.screenshot({ fullPage: true, clip });
  }

  async function expectPicture(path: string, actual: Buffer): Promise<void> {
    if (isUpdate) writeFileSync(path, smallPng(await pixelsOf(desk, actual)));
    const { height, mean, strong } = await differenceOf(desk, readFileSync(path), actual);
    expect(Math.abs(Math.log(height)), `height: ${height}`).toBeLessThan(0.25);
    expect(mean, 'mean difference of the cells').toBeLessThan(12);
    expect(strong, 'share of the cells that differ strongly').toBeLessThan(0.04);
  }

  const cases = [1280, 390].flatMap((width) => VIEWS.map((view) => ({ width, name: view.name, view })));
  it.each(cases)('$name at $width pixels is laid out well, and looks as it did', async ({ width, name, view }) => {
    const page = await pageOf(width, 0.5);
    const actual = await pictureOf(page, view);
    expect(await layoutFaults(page)).toEqual([]);
    await expectPicture(join(SCREENS, `${name}-${width}.png`), actual);
  });

  it.each([
    { name: 'page-failed', shown: { name: 'failed', folder: 'tampered' }, tallest: 1120 },
    { name: 'page-members', shown: { name: 'members', folder: 'tampered', opened: 'Members' }, tallest: 780 },
  ] as const)('the picture $name of docs shows the page as it is now', async ({ name, shown, tallest }) => {
    const page = await pageOf(880, 1);
    await expectPicture(join(DOCS, `${name}.png`), await pictureOf(page, shown, tallest));
  });

  it('are not made again in CI, are small, and none is left over', () => {
    expect(isUpdate && process.env['CI'] !== undefined, 'UPDATE_PICTURES in CI').toBe(false);
    const sizes = (folder: string): number[] => readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(readdirSync(SCREENS).sort()).toEqual(cases.map(({ name, width }) => `${name}-${width}.png`).sort());
    expect(sizes(SCREENS).reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000);
    expect(Math.max(...sizes(DOCS))).toBeLessThan(100_000);
  });

  it('differ where a part is missing, has another colour, or is at another place', async () => {
    const page = await pageOf(1280, 0.5);
    const kept = readFileSync(join(SCREENS, 'members-1280.png'));
    for (const spoil of ['.map { visibility: hidden }', '.map .failed rect { fill: #1a7f37 }', 'h3 { margin-top: 300px }']) {
      const details = await show(page, scratch, VIEWS.find(({ name }) => name === 'members') as Shown);
      await page.evaluate((rule) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rule);
        document.adoptedStyleSheets = [sheet];
      }, spoil);
      const { height, mean, strong } = await differenceOf(desk, kept, await details.screenshot());
      expect([spoil, Math.abs(Math.log(height)) >= 0.25 || mean >= 12 || strong >= 0.04]).toEqual([spoil, true]);
    }
  });
});
