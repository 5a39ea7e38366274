/**
 * A real Chromium from Debian's packages, driven by playwright-core.
 *
 *     const browser = await startChromium();
 *     afterAll(() => browser.close());
 *
 * `noChromium` says why there is none on this machine; undefined where there is one.
 */
import { type Browser, chromium } from 'playwright-core';
import { debianProgram } from './debian-programs.ts';

const program = await debianProgram('chromium', 'chromium', 'chromium-common');
export const noChromium = typeof program === 'string' ? program : undefined;

/** It looks for updates and its maker's servers at every start unless it is told not to. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic', '--no-first-run'];

export async function startChromium(): Promise<Browser> {
  if (typeof program === 'string') throw new Error(program);
  const env = Object.fromEntries(Object.entries({ ...process.env, ...program.env }).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  return chromium.launch({ executablePath: program.path, args: ['--no-sandbox', '--disable-gpu', ...QUIET], env });
}
