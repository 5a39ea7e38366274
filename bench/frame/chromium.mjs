/**
 * A real Chromium, for the measures of the page: the one on PATH, or the one that the tests have unpacked.
 *
 *     const browser = await startChromium();      null if there is none
 */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { projectRoot } from './place.mjs';

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'];
const UNPACKED = join(projectRoot, 'node_modules/.cache/custody-tests/chromium/usr/lib');

export async function startChromium() {
  const installed = process.env.PATH.split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find(existsSync);
  const unpacked = join(UNPACKED, 'chromium/chromium');
  const executablePath = installed ?? (existsSync(unpacked) ? unpacked : undefined);
  if (executablePath === undefined) return null;
  const env = installed === undefined ? { ...process.env, LD_LIBRARY_PATH: libraryFolders().join(':') } : process.env;
  return chromium.launch({ executablePath, args: ARGUMENTS, env });
}

function libraryFolders() {
  const below = (folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const machine = below(UNPACKED).filter(({ name }) => name.includes('-linux-'));
  const folders = machine.map(({ name }) => join(UNPACKED, name));
  return [UNPACKED, ...folders, ...folders.flatMap((folder) => below(folder).map(({ name }) => join(folder, name)))];
}
