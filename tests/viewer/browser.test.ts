/** The page in a real Chromium: the verdict of the command line, no request, nothing of a hostile document runs. */
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { trials } from '../helpers/trials.ts';
import { noChromium, startChromium } from '../set-up/chromium.ts';
import { A, B, type TestKey } from '../sign/seals.ts';
import { signedZone } from '../stack/signed-zone.ts';
import { variants } from '../stack/variants.ts';
import { MADE } from './made-findings.ts';

const PAGE = pathToFileURL(fileURLToPath(new URL('../../dist/custody-verify.html', import.meta.url))).href;
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/custody-tests', import.meta.url));
const AXE = fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url));

/** Drops a folder below `own` on the page, as a person would. */
async function dropping(tab: Page, own: string): Promise<(folder: string) => Promise<void>> {
  const { x, y } = (await tab.locator('.choose').boundingBox()) as { x: number; y: number };
  const session = await tab.context().newCDPSession(tab);
  return async (folder) => {
    const data = { items: [], files: [join(own, folder)], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data });
  };
}
/** Hashed in pieces, which are not the last of their length. */
const LONG = 'x'.repeat((1 << 24) + 5);
const scratch = scratchFolder('browser');

const IN_CHROMIUM = ['chain-lock:CHAIN_LENGTH', 'records:SIZE_MISMATCH', 'signature:SEAL_MISMATCH', 'stack-lock:DIFFERS'];

function policyText(require: string): string {
  const signer = (name: string, { key }: TestKey, role: string): string =>
    `  - {name: ${name}, key: "${key.fingerprint}", roles: [${role}]}\n`;
  const signers = signer('alice', A, 'producer') + signer('bob', B, 'reviewer');
  return `version: policy.v0\nsigners:\n${signers}rules:\n  - {kind: lock, require: "${require}"}\n`;
}

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
    return savedVerdict();
  }

  async function savedVerdict(): Promise<string> {
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

  async function axeViolations(): Promise<readonly string[]> {
    // Not as a script of the page, which its policy forbids.
    await page.evaluate(readFileSync(AXE, 'utf8'));
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
  }

  async function allShown(): Promise<string> {
    for (const summary of await page.locator('main article > details > summary').all()) await summary.click();
    return readText();
  }

  /** When everything that is open was answered. */
  async function readText(): Promise<string> {
    await page.waitForFunction(() => {
      const open = [...document.querySelectorAll('article details[open]')];
      return open.every((each) => each.childElementCount > 1) && !(document.querySelector('main')?.textContent ?? '').includes('Reading…');
    });
    return (await page.textContent('main')) ?? '';
  }

  it('judges a delivery as it was locked, and after each kind of tampering, as the command line does', async () => {
    const folder = await delivery('tampered', {
      'a.csv': 'id,amount\n1,10\n',
      'long.bin': LONG,
      'middle.bin': 'm'.repeat(1 << 20),
      'sub/b.txt': 'b\n',
    });
    for (const [change, outcome] of [
      [() => {}, 'OK'],
      [() => writeFileSync(join(folder, 'data/a.csv'), 'id,amount\n1,11\n'), 'FAILED'],
      [() => rmSync(join(folder, 'data/middle.bin')), 'FAILED'],
      [() => writeFileSync(join(folder, 'data/extra.bin'), 'extra'), 'FAILED'],
      [() => writeFileSync(join(folder, 'data/long.bin'), `${LONG.slice(1)}y`), 'FAILED'],
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

  it('says whether it is the evidence whose id was typed, and saves the same verdict whatever was typed', async () => {
    const folder = await delivery('expected', { 'a.csv': 'id\n1\n' });
    const saved = await judged(folder);
    expect(saved).toBe(await commandLine(folder));
    const { id, digest } = JSON.parse(saved) as { id: string; digest: string };
    const shown = async (typed: string): Promise<readonly [string | null, string]> => {
      await page.fill('#expected', typed);
      return [await page.textContent('#outcome'), (await page.textContent('#identity')) ?? ''];
    };
    expect(await shown('')).toEqual(['OK', expect.stringContaining('is not checked')]);
    expect(await shown(`lock: created d.lock.json  ${id}  1 member`)).toEqual([
      'OK',
      expect.stringContaining('given/d.lock.json has the id'),
    ]);
    expect(await axeViolations()).toEqual([]);
    expect(await shown(digest.toUpperCase())).toEqual(['OK', expect.stringContaining('given/d.lock.json has the id')]);
    expect(await shown(id.slice(0, -1))).toEqual(['PARTIAL', expect.stringContaining('is not checked')]);
    expect(await shown(`sha256:${'0'.repeat(64)}`)).toEqual(['FAILED', expect.stringContaining('This is other evidence')]);
    expect(await page.getByText('It does not have the id that you typed.').count()).toBe(1);
    expect(await axeViolations()).toEqual([]);
    expect(await savedVerdict()).toBe(saved);
    // It still states the id.
    writeFileSync(join(folder, 'd.lock.json'), readFileSync(join(folder, 'd.lock.json'), 'utf8').replace('a.csv', 'b.csv'));
    await page.setInputFiles('#folder', folder);
    await page.getByText('was edited after it was made').first().waitFor();
    expect(await shown(id)).toEqual(['FAILED', expect.stringContaining('given/d.lock.json only states it')]);
    expect(await page.getByText('It has the id that you typed.').count()).toBe(0);
  });

  it('takes a file for none of a folder whose name and its own have a slash where it has a backslash', async () => {
    const folder = await delivery('backslash', { 'sub/a.csv': 'id\n1\n', 'b.csv': 'b\n' });
    renameSync(join(folder, 'data/sub/a.csv'), join(folder, 'data/sub\\a.csv'));
    expect(await judged(folder)).toBe(await commandLine(folder));
    expect(await page.textContent('#outcome')).toBe('FAILED');
  });

  it.each(MADE.filter(({ code }) => IN_CHROMIUM.includes(code)))('judges $code as the command line does', async ({ code, words, make }) => {
    const folder = join(scratch, code.replace(':', '-'), 'given');
    mkdirSync(`${folder}-made`, { recursive: true });
    await make(`${folder}-made`);
    renameSync(`${folder}-made`, folder);
    // A file that others sign is judged by itself.
    const saved = await judged(folder);
    const one = code.startsWith('signature:') ? ` given/${words[0]}` : '';
    const { out } = await runInProcess(dirname(folder), `custody verify${one} --json --no-witness`);
    expect(saved).toBe(out.replaceAll(`${dirname(folder)}/`, '/'));
    expect(saved).toContain(`"code":"${code.slice(code.indexOf(':') + 1)}"`);
  });

  it('shows each view of the evidence, without a violation of the rules of axe', async () => {
    const folder = await delivery('views', { 'a.csv': 'id\n1\n', 'sub/b.txt': 'b\n' });
    const env = { EPISTEMIC_WITNESS: join(folder, 'ledger.jsonl') };
    await runInProcess(folder, 'pack seal d.lock.json data --created 2026-01-15T10:30:00Z --output evidence', env);
    writeFileSync(join(folder, 'data/c.txt'), 'c\n');
    await runInProcess(folder, 'lock --scan data --created 2026-01-16T10:30:00Z -o e.lock.json', env);
    const { out } = await runInProcess(folder, 'custody verify d.lock.json --json --no-witness');
    writeFileSync(join(folder, 'december.verdict.json'), out);
    writeFileSync(join(folder, 'data/a.csv'), 'id\n2\n');
    await page.goto(PAGE);
    await page.setInputFiles('#folder', folder);
    await page.waitForSelector('#outcome');
    const text = await allShown();
    for (const shown of [
      'Members by size',
      'Members by type',
      '0 members changed, 0 moved, 0 removed, 1 added',
      'run of lock: LOCK_CREATED',
      'What given/december.verdict.json says',
      'said to be OK',
    ])
      expect(text).toContain(shown);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations()).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null });
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
    expect(await page.textContent('#outcome')).toBe('FAILED');
    expect(await page.textContent('main')).toContain('The files that you gave have another given/d.lock.json than this page.');
  });

  it('judges by the policy that custody page put into it', async () => {
    const folder = await delivery('sent-policy', { 'a.csv': 'id\n1\n' });
    writeFileSync(join(folder, '..', 'p.yaml'), policyText('1 of [producer]'));
    await runInProcess(folder, 'custody page d.lock.json ../p.yaml --output ../sent.html --no-witness');
    await page.goto(pathToFileURL(join(scratch, 'sent-policy', 'sent.html')).href);
    await page.setInputFiles('#folder', folder);
    await page.waitForSelector('#outcome');
    expect(await page.textContent('#outcome')).toBe('FAILED');
    expect(await page.textContent('main')).toContain('The policy p.yaml is not met');
    expect(await page.textContent('main')).toContain('alice');
  });

  it('judges by the policy that is chosen, and never by one that was delivered', async () => {
    const folder = await delivery('policy', { 'a.csv': 'id\n1\n' });
    writeFileSync(join(folder, 'custody.policy.yaml'), policyText('1 of [producer]'));
    const key = join(scratch, 'alice.pem');
    writeFileSync(key, A.secret.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    await runInProcess(folder, `custody sign d.lock.json --key ${key} --role producer --no-witness`);
    expect(await judged(folder)).toBe(await commandLine(folder));
    expect(await page.textContent('main')).toContain('a key that nothing here names');
    expect(await page.textContent('main')).toContain('By given/custody.policy.yaml nothing was judged');
    const own = join(scratch, 'own.policy.yaml');
    for (const [require, outcome, shown] of [
      ['1 of [producer]', 'OK', 'alice'],
      ['2 of [producer, reviewer]', 'FAILED', 'bob'],
    ] as const) {
      writeFileSync(own, policyText(require));
      await page.click('.trust summary');
      await page.setInputFiles('#trusted', own);
      await page.waitForFunction((wanted) => document.querySelector('#outcome')?.textContent === wanted, outcome);
      const saved = await savedVerdict();
      const { out } = await runInProcess(scratch, 'custody verify policy/given --policy own.policy.yaml --json --no-witness');
      const timeless = (text: string): string => text.replaceAll(/"at":"[^"]*"/g, '"at":""');
      expect(timeless(saved)).toBe(timeless(out.replaceAll(`${scratch}/policy/`, '/').replaceAll('policy/given/', 'given/')));
      expect(await page.textContent('main')).toContain(shown);
      await page.click('.trust summary');
    }
    expect(await allShown()).toContain('seal by alice');
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the reports of a pack as tables, and the parties of a corridor with those who have not agreed', async () => {
    const folder = join(scratch, 'reports', 'given');
    mkdirSync(folder, { recursive: true });
    signedZone(join(folder, 'zone'), variants['too-few'] ?? {});
    await runInProcess(join(folder, 'zone'), 'custody stack lock zones/one/zone.yaml --created 2026-06-01T00:00:00Z --no-witness');
    const report = {
      version: 'rvl.v0',
      outcome: 'REAL_CHANGE',
      totals: { rows: 2 },
      note: '<b id="live">bold</b>',
      rows: [{ key: 'k1', delta: 3 }],
    };
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'in/rvl.report.json'), JSON.stringify(report));
    await runInProcess(folder, 'pack seal in/rvl.report.json --created 2026-01-15T10:30:00Z --output evidence --no-witness');
    await judged(folder);
    await allShown();
    for (const summary of await page.locator('article details details > summary').all()) await summary.click();
    const text = await readText();
    for (const shown of ['REAL_CHANGE', 'delta', 'k1', '<b id="live">bold</b>', 'Who has agreed and who has not', 'has not signed'])
      expect(text).toContain(shown);
    expect(await page.locator('#live').count()).toBe(0);
    expect(await axeViolations()).toEqual([]);
  });

  it('is used by the keyboard alone, and printed in dark ink on white', async () => {
    const folder = await delivery('keyboard', { 'a.csv': 'id\n1\n' });
    await page.goto(PAGE);
    await page.setInputFiles('#folder', folder);
    await page.waitForSelector('#outcome');
    const reached = new Set<string>();
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const { id, textContent } = document.activeElement as HTMLElement;
        return id || (textContent ?? '').slice(0, 30);
      });
      // What a summary opens is reached next.
      if (focused.startsWith('Who is trusted') || focused === 'Members') await page.keyboard.press('Enter');
      reached.add(focused);
    }
    for (const wanted of [
      'folder',
      'files',
      'Verify again',
      'Start over',
      'trusted',
      'save',
      'What it says',
      'Members',
      'What refers to it',
    ])
      expect([...reached]).toContain(wanted);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const { color, backgroundColor } = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return { color: style.color, backgroundColor: style.backgroundColor };
    });
    expect({ color, backgroundColor }).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' });
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  it('stops while it hashes, goes on where it was, and then says what the command line says', async () => {
    const folder = await delivery('stopped', Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`${n}.bin`, ''])));
    for (let n = 0; n < 400; n++) truncateSync(join(folder, 'data', `${n}.bin`), 1 << 20);
    await runInProcess(folder, 'lock --scan data --created 2026-01-15T10:30:00Z -o d.lock.json --force --no-witness');
    await page.goto(PAGE);
    await page.setInputFiles('#folder', folder);
    await page.waitForFunction(() => / of 400 files hashed/.test(document.querySelector('.progress')?.textContent ?? ''));
    await page.click('.progress button');
    const stopped = (await page.textContent('.progress')) ?? '';
    expect(stopped).toMatch(/Stopped\. \d+ of 400 files hashed.*Nothing is judged yet\./);
    expect(await page.locator('#outcome').count()).toBe(0);
    await page.click('.progress button');
    await page.waitForSelector('#outcome');
    expect(await savedVerdict()).toBe(await commandLine(folder));
    await page.setInputFiles('#folder', folder);
    await page.waitForFunction(() => /[1-9]\d of 400 files hashed/.test(document.querySelector('.progress')?.textContent ?? ''));
    await page.click('.progress button');
    writeFileSync(join(folder, 'data', '0.bin'), 'changed after it was hashed');
    await page.click('.progress button');
    await page.waitForSelector('#outcome');
    expect(JSON.parse(await savedVerdict())).toMatchObject({ outcome: 'PARTIAL', findings: [{ code: 'IO_ERROR', path: '0.bin' }] });
  });

  it('never calls a file verified that has changed since it was given, however long it is', async () => {
    const folder = await delivery('changed', { 'a.csv': 'id\n1\n', 'long.bin': LONG, 'middle.bin': 'm'.repeat(1 << 20) });
    expect(JSON.parse(await judged(folder))).toMatchObject({ outcome: 'OK' });
    for (const name of ['a.csv', 'long.bin', 'middle.bin']) {
      const path = join(folder, 'data', name);
      writeFileSync(path, readFileSync(path));
      utimesSync(path, 1_700_000_000, 1_700_000_000);
    }
    await page.getByText('Verify again').click();
    await page.waitForFunction(() => !['OK', undefined].includes(document.querySelector('#outcome')?.textContent ?? undefined));
    const { coverage, findings } = JSON.parse(await savedVerdict()) as { coverage: object; findings: { code: string }[] };
    expect(coverage).toMatchObject({ verified: 0 });
    expect(findings.map(({ code }) => code)).toEqual(['IO_ERROR', 'IO_ERROR', 'IO_ERROR']);
  });

  it('hashes many files that are too long to be held in memory, each to its end', async () => {
    const folder = await delivery('long', { 'a.csv': 'id\n1\n' });
    for (let n = 0; n < 40; n++) {
      writeFileSync(join(folder, 'data', `${n}.bin`), '');
      truncateSync(join(folder, 'data', `${n}.bin`), 20 << 20);
    }
    await runInProcess(folder, 'lock --scan data --created 2026-01-15T10:30:00Z -o d.lock.json --force --no-witness');
    expect(JSON.parse(await judged(folder))).toMatchObject({ outcome: 'OK', coverage: { verified: 41 } });
  });

  it('judges a folder in place of another one of the same name, and files of another name beside them', async () => {
    const folder = await delivery('again', { 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' });
    const next = join(scratch, 'again-next', 'given');
    cpSync(folder, next, { recursive: true });
    rmSync(join(next, 'data/b.csv'));
    await judged(folder);
    expect(await page.evaluate(() => document.querySelector<HTMLInputElement>('#folder')?.files?.length)).toBe(0);
    await page.setInputFiles('#folder', next);
    await page.waitForFunction(() => document.querySelector('#outcome')?.textContent === 'FAILED');
    expect(await savedVerdict()).toBe(await commandLine(next));
    await page.setInputFiles('#files', [join(folder, 'data/a.csv'), join(folder, 'data/b.csv'), join(next, 'data/a.csv')]);
    await page.getByText('given in 2 parts, which are judged together').waitFor();
    expect(await page.locator('.choose [role=alert]').textContent()).toContain('More than one file was given as a.csv');
    mkdirSync(join(scratch, 'nothing'));
    await page.setInputFiles('#folder', join(scratch, 'nothing'));
    await page.getByText('There was no file in it. What is shown here is about what was there before.').waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(await page.locator('.choose [role=alert]').count()).toBe(0);
  });

  it('is at most 350 KB, compressed', () => {
    expect(gzipSync(readFileSync(fileURLToPath(PAGE))).length).toBeLessThanOrEqual(350_000);
  });

  it('shows what a hostile document says as text, runs nothing and asks for nothing', async () => {
    const script = '<img src=x onerror=alert(1)><script>alert(2)</script>.csv';
    const folder = await delivery('hostile', { [script.replaceAll('/', '_')]: 'x\n', 'plain.csv': 'y\n' });
    writeFileSync(join(folder, 'data', script.replaceAll('/', '_')), 'z\n');
    expect(await judged(folder)).toBe(await commandLine(folder));
    expect(await page.textContent('main')).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(seen).toEqual({ requests: [], errors: [], dialogs: [] });
  });

  it('stays small and whole with long, deep, broken and misleading documents', async () => {
    const turned = '\u202egpj.exe';
    const folder = await delivery('strange', { [turned]: 'x\n', 'sub/a.csv': 'y\n' });
    const script = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    const lock = (name: string, change: (lock: { note: string; members: { path: string }[] }) => void): void => {
      const document = JSON.parse(readFileSync(join(folder, 'd.lock.json'), 'utf8')) as { note: string; members: { path: string }[] };
      change(document);
      writeFileSync(join(folder, name), JSON.stringify(document));
    };
    lock('note.lock.json', (document) => {
      document.note = script.repeat(200_000);
    });
    lock('name.lock.json', (document) => {
      for (const member of document.members.slice(-1)) member.path = `sub/${script.replaceAll('/', '_').repeat(20_000)}`;
    });
    lock('broken.lock.json', (document) => {
      for (const member of document.members) member.path = 'sub/\ud800.csv';
    });
    writeFileSync(
      join(folder, 'deep.verdict.json'),
      `{"version":"verdict.v0","path":${'{"a":'.repeat(2_000_000)}1${'}'.repeat(2_000_000)}}`,
    );
    writeFileSync(join(folder, 'deep.lock.json'), `{"version":"lock.v0","members":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    writeFileSync(join(folder, 'report.json'), JSON.stringify({ version: 'rvl.v0', outcome: script, note: turned }));
    await runInProcess(folder, 'pack seal report.json d.lock.json --created 2026-01-15T10:30:00Z --output evidence --no-witness');
    expect(await judged(folder)).toBe(await commandLine(folder));
    for (const summary of await page.locator('main article > details > summary').all()) await summary.click();
    while (((await page.textContent('main')) ?? '').includes('Reading…')) await page.waitForTimeout(20);
    const { text, html, elements } = await page.evaluate(() => ({
      text: document.body.innerText,
      html: (document.querySelector('main') as HTMLElement).innerHTML.length,
      elements: document.querySelectorAll('main script, main img, main iframe, main object').length,
    }));
    expect([text.includes(turned), text.includes('\\u{202E}gpj.exe'), text.includes('<script>alert(1)</script>'), elements]).toEqual([
      false,
      true,
      true,
      0,
    ]);
    expect(html).toBeLessThan(500_000);
    expect(seen).toEqual({ requests: [], errors: [], dialogs: [] });
  });

  it('shows a lock of very many members, in one folder, by the rows that are seen', async () => {
    const folder = join(scratch, 'many', 'given');
    mkdirSync(folder, { recursive: true });
    const count = trials(60_000, 1_000_000);
    const record = (n: number): string =>
      `{"bytes_hash":"sha256:${String(n).padStart(64, '0')}","path":"/r/f${n}","relative_path":"f${String(n).padStart(7, '0')}","root":"/r","size":${n},"tool_versions":{},"version":"hash.v0"}`;
    writeFileSync(join(scratch, 'many', 'records.jsonl'), Array.from({ length: count }, (_, n) => `${record(n)}\n`).join(''));
    const { exit, err } = await runInProcess(folder, 'lock ../records.jsonl --created 2026-01-15T10:30:00Z -o m.lock.json --no-witness');
    expect([exit, err]).toEqual([0, '']);
    await page.goto(PAGE);
    await page.setInputFiles('#folder', folder);
    await page.waitForSelector('#outcome');
    await page.getByText('Members', { exact: true }).click();
    await page.waitForSelector('.rows tbody tr[aria-rowindex]');
    const shown = async (): Promise<string> => (await page.locator('.rows tbody tr[aria-rowindex]').allInnerTexts()).join(' ');
    expect(await shown()).toContain('f0000000');
    await page.locator('.rows').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(shown).toContain(`f${String(count - 1).padStart(7, '0')}`);
    await page.selectOption('select', 'size');
    await page.locator('.rows').evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(shown).toContain(`f${String(count - 1).padStart(7, '0')}`);
    await page.fill('input[type=search]', '0000042');
    await expect.poll(async () => page.locator('.rows tbody tr[aria-rowindex]').count()).toBe(1);
    expect(await page.locator('.map rect').count()).toBe(300);
    expect(seen).toEqual({ requests: [], errors: [], dialogs: [] });
  });

  /** A page from a server gets the entries of the folder, one from a disk its handles. */
  it.each(['a server', 'a disk'] as const)('from %s takes a folder that is dropped on it, with all that lies below', async (from) => {
    // Chromium gives no handles below /dev, where temporary files may be.
    mkdirSync(CACHE, { recursive: true });
    const own = mkdtempSync(join(CACHE, 'dropped-'));
    const names = Array.from({ length: 230 }, (_, n) => `many/f${n}.csv`);
    const made = await delivery(`dropped-${from}`, Object.fromEntries(['deep/er/a.csv', ...names].map((name) => [name, name])));
    cpSync(made, join(own, 'given'), { recursive: true });
    mkdirSync(join(own, 'empty'));
    writeFileSync(join(own, 'given/Thumbs.db'), 'hidden by a handle');
    const server = createHttpServer(
      (_, response) => void response.setHeader('content-type', 'text/html').end(readFileSync(fileURLToPath(PAGE))),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const tab = await browser.newPage();
    try {
      await tab.goto(from === 'a disk' ? PAGE : `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const drop = await dropping(tab, own);
      await drop('empty');
      await tab.getByText('There was no file in it').waitFor();
      await tab.evaluate(() => {
        const choose = document.querySelector('.choose') as HTMLElement;
        const look = (): void => void (choose.textContent?.includes('Looking through') && choose.setAttribute('data-looked', ''));
        new MutationObserver(look).observe(choose, { childList: true, subtree: true });
      });
      await drop('given');
      await tab.waitForSelector('#outcome');
      expect(await tab.locator('.choose[data-looked]').count()).toBe(1);
      expect(await tab.textContent('main')).toContain('231 of 231 members verified');
      expect(await tab.textContent('.choose')).toContain(from === 'a disk' ? '232 files' : '233 files');
      expect(await tab.getByText('a browser hides files by their names').count()).toBe(from === 'a disk' ? 2 : 0);
    } finally {
      await tab.close();
      server.close();
      rmSync(own, { recursive: true });
    }
  });

  it('takes two folders that are dropped one after the other, and none that was dropped before all was cleared', async () => {
    mkdirSync(CACHE, { recursive: true });
    const own = mkdtempSync(join(CACHE, 'twice-'));
    const files = (folder: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${folder}${n}.csv`, `${n}`]));
    for (const name of ['one', 'two']) cpSync(await delivery(`twice-${name}`, files(name)), join(own, name), { recursive: true });
    const tab = await browser.newPage();
    try {
      await tab.goto(PAGE);
      const drop = await dropping(tab, own);
      await drop('one');
      await drop('two');
      await tab.getByText('602 files').waitFor();
      expect(await tab.textContent('.choose')).toContain('given in 2 parts, which are judged together');
      await tab.waitForSelector('#outcome');
      await drop('one');
      await tab.getByRole('button', { name: 'Start over' }).click();
      await tab.getByText('Looking through').waitFor({ state: 'detached' });
      expect([await tab.locator('#outcome').count(), await tab.getByText('files,').count()]).toEqual([0, 0]);
    } finally {
      await tab.close();
      rmSync(own, { recursive: true });
    }
  });

  it('has a policy that lets nothing out and nothing in', async () => {
    // For a frame or a form Chromium opens a connection before it looks at the policy, and then sends nothing.
    const received: string[] = [];
    const server = createServer((socket) => socket.on('data', (bytes) => received.push(bytes.toString())).on('error', () => {}));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const tab = await browser.newPage();
    await tab.goto(PAGE);
    const tried = await tab.evaluate(
      async (host) => {
        const blocked: string[] = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective));
        const refused = async (act: () => unknown): Promise<boolean> => {
          try {
            await act();
            return false;
          } catch {
            return true;
          }
        };
        const fetched = await refused(() => fetch(`http://${host}/`));
        const socket = await refused(
          () => new Promise((resolve, reject) => Object.assign(new WebSocket(`ws://${host}/`), { onopen: resolve, onerror: reject })),
        );
        const evaluated = await refused(() => (Reflect.get(globalThis, 'eval') as (code: string) => unknown)('1'));
        document.body.insertAdjacentHTML(
          'beforeend',
          `<img src="http://${host}/i.png" onerror="document.title = 1"><iframe src="http://${host}/"></iframe><form action="http://${host}/"><button>go</button></form><style>body { background: url(http://${host}/b.png) }</style><link rel="stylesheet" href="http://${host}/s.css"><a href="javascript:document.title = 2">x</a><base href="http://${host}/">`,
        );
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 3' }));
        document.querySelector('form')?.requestSubmit();
        document.querySelector<HTMLAnchorElement>('a[href^=javascript]')?.click();
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { fetched, socket, evaluated, title: document.title, blocked: [...new Set(blocked)].sort() };
      },
      `127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    await tab.close();
    server.close();
    expect(tried).toMatchObject({ fetched: true, socket: true, evaluated: true, title: 'custody: verify evidence' });
    expect(tried.blocked).toEqual(
      expect.arrayContaining(['base-uri', 'connect-src', 'form-action', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem']),
    );
    expect(received).toEqual([]);
  });
});
