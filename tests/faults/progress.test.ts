/** Progress on a real terminal: one long file is no silence, and the tools of a pipeline do not draw over each other. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLinux, scratchFolder, sh, slowly } from './program.ts';

const folder = scratchFolder();
/** Holes: as long to read as any other file, and nothing on the disk. A bar is drawn after half a second, so the tools run slowly. */
const LONG = 200_000_000;

beforeAll(() => {
  fs.mkdirSync(join(folder, 'data'));
  fs.writeFileSync(join(folder, 'data', 'long'), '');
  fs.truncateSync(join(folder, 'data', 'long'), LONG);
  fs.writeFileSync(join(folder, 'data', 'short'), 'x');
});

/** What was drawn on one line, one after the other. */
function drawn(line: string): readonly string[] {
  const { exit, out } = sh(folder, `script -qec ${JSON.stringify(slowly(line))} /dev/null < /dev/null`, { TERM: 'xterm' });
  expect(exit, out).toBe(0);
  return out.split('\r\u001b[K').slice(1);
}

describe.skipIf(!isLinux)('progress on a terminal', () => {
  it('counts the bytes of a file that is not done yet, for lock --scan and lock verify', () => {
    for (const line of ['lock --scan data -o d.lock.json --jobs 1', 'lock verify d.lock.json --root data --jobs 1 > verdict']) {
      const bytes = drawn(line)
        .flatMap((text) => /(\d+)\/200 MB · [012]\/2 files · .* left$/.exec(text)?.[1] ?? [])
        .map(Number);
      expect(new Set(bytes).size, line).toBeGreaterThan(1);
      expect(bytes, line).toEqual(bytes.toSorted((a, b) => a - b));
    }
  });

  it('is drawn by one tool of a pipeline, the one that reads the files', () => {
    const tools = drawn('vacuum data | hashbytes --jobs 1 | fingerprint --fp csv.v0 | lock > piped.lock.json; true').map(
      (text) => text.split(' ')[0],
    );
    expect(new Set(tools.filter((tool) => tool !== ''))).toEqual(new Set(['hash']));
  });

  it('is JSON lines with bytes for whoever asks', () => {
    const { err } = sh(folder, slowly('lock --scan data --jobs 1 --progress > d.lock'));
    const lines = err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { bytes: number; total_bytes: number; processed: number });
    expect(lines.at(-1)).toMatchObject({ bytes: LONG + 1, total_bytes: LONG + 1, processed: 2 });
    expect(lines.some(({ bytes }) => bytes > 0 && bytes < LONG)).toBe(true);
  });
});
