/**
 * The terminal pictures of the README and docs/ show what the program prints. `npm run pictures` draws them again; that is refused where `CI`
 * is set.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { terminalSvg } from './terminal-svg.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = scratchFolder('recordings');
const isUpdate = process.env['UPDATE_PICTURES'] === '1';

const LOCK = 'lock --scan examples/delivery --dataset-id delivery --output delivery.lock.json';
const VERIFY = 'custody verify delivery.lock.json';
const RECORDINGS = [
  { name: 'verified', title: 'custody verify says OK: every file of a delivery is as it was locked', commands: [LOCK, VERIFY] },
  {
    name: 'tampered',
    title: 'After one digit was changed, custody verify says FAILED, which file changed, and what to look at next',
    commands: ['sed -i s/L-1007/L-1008/ examples/delivery/tape/loans-2025-12.csv', VERIFY],
    before: LOCK,
  },
];

it('are not drawn again in CI', () => {
  expect(isUpdate && process.env['CI'] !== undefined, 'UPDATE_PICTURES in CI').toBe(false);
});

it.each(RECORDINGS)('the picture $name shows what is printed', async ({ name, title, commands, before }) => {
  const folder = join(scratch, name);
  cpSync(join(root, 'examples/delivery'), join(folder, 'examples/delivery'), { recursive: true });
  const env = { FORCE_COLOR: '1', EPISTEMIC_WITNESS: join(scratch, `${name}.jsonl`) };
  if (before !== undefined) await runInProcess(folder, before, env);
  const lines: string[] = [];
  for (const command of commands) {
    const { out, err, made } = await runInProcess(folder, command, env);
    lines.push(
      `\u001b[1m$ ${command}\u001b[22m`,
      ...`${out}${err}${made}`
        .trimEnd()
        .split('\n')
        .filter((line) => line !== ''),
    );
  }
  const svg = terminalSvg(
    title,
    lines.map((line) => line.replaceAll(/(sha256:)[0-9a-f]{64}/g, '$1…')),
  );
  const path = join(root, 'docs/pictures', `${name}.svg`);
  if (isUpdate) writeFileSync(path, svg);
  expect(readFileSync(path, 'utf8')).toBe(svg);
  expect(svg).not.toContain(scratch);
});
