/**
 * The page in a real browser: its size, how long a lock of 100,000 members takes to open, SHA-256 of 1 GiB compared with the command
 * line, and the frames while a table of 1,000,000 members is scrolled. A time of the page is that of the person at it: from the moment at which
 * the files are given to that at which the answer is drawn.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { makeLockAlone, makeLongFiles } from './data/page-locks.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { startChromium } from './frame/chromium.mjs';
import { program, projectRoot } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { median, medianMs } from './frame/rounds.mjs';
import { against, duration, memory, missing } from './frame/rows.mjs';
import { run } from './frame/run.mjs';

const ROUNDS = 5;
const BARS = { kilobytes: 350, openMs: 2000, hash: 2.5, hashMiB: { 1: 400, 64: 600 }, frameMs: 32 };
const PAGE = join(projectRoot, 'dist/custody-verify.html');
const FRAMES = 300;
/** For a new window the browser starts processes of its own, which take half a second of a processor; a person is slower than that. */
const SETTLE_MS = 1500;

export async function measurePage({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const browser = await startChromium();
  const rows = [size()];
  if (browser === null) rows.push(missing('the page in a browser', 'chromium'));
  else
    try {
      rows.push(
        ...(await opening(browser, rounds)),
        ...(await hashing(browser, rounds, 64)),
        ...(await hashing(browser, rounds, 1)),
        ...(await scrolling(browser, rounds)),
      );
    } finally {
      await browser.close();
    }
  const inputs = 'a lock of 100,000 members alone; 1 GiB with its lock, in 64 files and in one; a lock of 1,000,000 members alone';
  return { title: 'The page', inputs, rounds, rows };
}

function size() {
  const kilobytes = gzipSync(readFileSync(PAGE), { level: 9 }).length / 1000;
  return limited('custody-verify.html, gzipped', kilobytes, `${kilobytes.toFixed(1)} KB`, BARS.kilobytes, 'KB');
}

async function opening(browser, rounds) {
  const folder = prepared('page-lock-100000', { members: 100_000 }, makeLockAlone);
  warm(folder);
  const [page, command] = [[], []];
  for (let round = 0; round < rounds; round++) {
    page.push(await withPage(browser, (tab) => timed(() => openMembers(tab, folder, 'PARTIAL'))));
    command.push(run(program('custody'), ['verify', join(folder, 'many.lock.json'), '--no-witness'], { exit: 1 }));
  }
  const ms = medianMs(page);
  return [
    limited('a lock of 100,000 members opens, with its table', ms, duration(ms), BARS.openMs, 'ms'),
    ...against('the same', page, { 'custody verify': command }),
  ];
}

async function hashing(browser, rounds, files) {
  const folder = prepared(`page-long-files-${files}`, { files, mebibytes: 1024 / files }, makeLongFiles);
  const measure = `SHA-256 of 1 GiB in ${files === 1 ? 'one file' : `${files} files`}`;
  warm(folder);
  const [page, command] = [[], []];
  for (let round = 0; round < rounds; round++) {
    command.push(run(program('custody'), ['verify', join(folder, 'long.lock.json'), '--no-witness']));
    page.push(
      await withPage(browser, async (tab) => ({
        ...(await timed(() => judge(tab, folder, 'OK'))),
        peakMiB: await rendererMiB(browser),
      })),
    );
  }
  return [...against(measure, page, { 'custody verify': command }, BARS.hash), memory(measure, page, BARS.hashMiB[files])];
}

async function scrolling(browser, rounds) {
  const folder = prepared('page-lock-1000000', { members: 1_000_000 }, makeLockAlone);
  warm(folder);
  return withPage(browser, async (tab) => {
    await openMembers(tab, folder, 'PARTIAL');
    const session = await tab.context().newCDPSession(tab);
    await session.send('Performance.enable');
    const [longest, busy] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const before = await taskSeconds(session);
      const frames = await tab.evaluate(scroll, FRAMES);
      busy.push(((await taskSeconds(session)) - before) * (1000 / FRAMES));
      if (frames.rows < 2) throw new Error('the table did not scroll');
      longest.push(Math.max(...frames.ms));
    }
    const [worst, work] = [median(longest), median(busy)];
    return [
      limited(`1,000,000 rows scrolled, the longest of ${FRAMES} frames`, worst, duration(worst), BARS.frameMs, 'ms'),
      limited('1,000,000 rows scrolled, work of the page for a frame', work, duration(work), BARS.frameMs, 'ms'),
    ];
  });
}

/** Runs in the page. Through the whole table in steps of many screens, and back in steps of a third of one. */
function scroll(count) {
  const table = document.querySelector('.rows');
  const ms = [];
  const seen = new Set();
  const far = table.scrollHeight / (count / 2);
  return new Promise((resolve) => {
    let last = null;
    const frame = (now) => {
      if (last !== null) ms.push(now - last);
      last = now;
      seen.add(table.querySelector('tbody tr[aria-rowindex]')?.getAttribute('aria-rowindex'));
      if (ms.length === count) return resolve({ ms, rows: seen.size });
      table.scrollTop += ms.length < count / 2 ? far : -150;
      requestAnimationFrame(frame);
    };
    table.scrollTop = 0;
    requestAnimationFrame(frame);
  });
}

async function withPage(browser, act) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const tab = await context.newPage();
    await tab.goto(pathToFileURL(PAGE).href);
    await tab.waitForSelector('#folder', { state: 'attached' });
    await tab.waitForTimeout(SETTLE_MS);
    return await act(tab);
  } finally {
    await context.close();
  }
}

async function judge(tab, folder, outcome) {
  const answered = tab.evaluate(appeared, '#outcome');
  await tab.setInputFiles('#folder', folder);
  const found = await answered;
  if (found !== outcome) throw new Error(`the page says ${found}, expected ${outcome}`);
}

async function openMembers(tab, folder, outcome) {
  await judge(tab, folder, outcome);
  const drawn = tab.evaluate(appeared, '.rows tbody tr[aria-rowindex]');
  await tab.getByText('Members', { exact: true }).click();
  await drawn;
}

/** Runs in the page, and looks in each frame: what drives the browser looks only twice a second. */
function appeared(selector) {
  return new Promise((resolve) => {
    const look = () => {
      const element = document.querySelector(selector);
      if (element === null) requestAnimationFrame(look);
      else resolve(element.textContent);
    };
    look();
  });
}

async function timed(act) {
  const started = performance.now();
  await act();
  return { ms: performance.now() - started, peakMiB: null };
}

async function taskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

/** The largest resident set of the processes that run pages; null where the system does not tell. */
async function rendererMiB(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakOf(id));
  return peaks.includes(null) ? null : Math.max(...peaks);
}

function peakOf(id) {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return null;
  }
}

function limited(measure, value, ours, bar, unit) {
  return { measure, ours, peer: '', ratio: '', bar: `${bar} ${unit}`, verdict: value <= bar ? 'ok' : 'OVER' };
}

await runIfAlone(import.meta.url, measurePage);
