/**
 * Every marked console block of the README and of docs/ shows what the program prints. `UPDATE_DOCS=1` rewrites the blocks in place, and
 * is refused where `CI` is set.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asShown, consoleBlocks, runBlock, runInOrder, withBlock } from './console-block.ts';

const root = new URL('../../', import.meta.url);
const pages = ['README.md', ...readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)];
const read = (page: string): string => readFileSync(new URL(page, root), 'utf8');
const blocks = pages
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) => consoleBlocks(read(page)).map((block) => ({ page, ...block })));
const isUpdate = process.env['UPDATE_DOCS'] === '1';
/** Their blocks are run one after the other, as a reader does it, below. */
const followed = ['README.md', ...pages.filter((page) => page.startsWith('docs/guides/'))];

describe('the pages', () => {
  it('have marked console blocks, each under a name of its own', () => {
    expect(blocks.length).toBeGreaterThan(10);
    expect(new Set(blocks.map(({ name }) => name)).size).toBe(blocks.length);
    expect(isUpdate && process.env['CI'] !== undefined, 'UPDATE_DOCS in CI').toBe(false);
  });

  it.each(isUpdate ? blocks : blocks.filter(({ page }) => !followed.includes(page)))(
    '$page shows what is printed: $name',
    async ({ page, name, steps }) => {
      const results = await runBlock({ name, steps });
      const actual = steps.flatMap((step, i) => [...typed(step.command), ...asShown(results[i] ?? [], step.shown)]);
      if (isUpdate) writeFileSync(new URL(page, root), withBlock(read(page), name, actual));
      else expect(actual).toEqual(steps.flatMap((step) => [...typed(step.command), ...step.shown]));
    },
  );
});

describe.each(followed)('%s', (page) => {
  const text = read(page);
  const [, firstSteps = ''] = /^```sh\n(export PATH=[^]*?)^```$/m.exec(text) ?? [];
  const inOrder = consoleBlocks(text);

  it('can be followed from its first line to its last in one shell, in the order printed', async () => {
    const steps = inOrder.flatMap((block) => block.steps);
    const results = await runInOrder(inOrder, firstSteps);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.flatMap((step, i) => [step.command, ...asShown(results[i] ?? [], step.shown)])).toEqual(
      steps.flatMap((step) => [step.command, ...step.shown]),
    );
  });

  it('works outside of the checkout', () => {
    expect(firstSteps.trimEnd().split('\n').at(-1)).toBe('cd "$(mktemp -d)" && cp -r "$OLDPWD/examples" .');
  });
});

describe('the README', () => {
  it('leaves what its first command writes where git does not look', () => {
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['/delivery.lock.json', '*.tgz']));
  });

  it('leads to a page for each kind of evidence', () => {
    const linked = [...read('README.md').matchAll(/^\| \[[^\]]+\]\((docs\/guides\/[^)]+)\)/gm)].map(([, page]) => page);
    expect(new Set(['README.md', ...linked])).toEqual(new Set(followed));
  });

  it('fits two screens', () => {
    expect(read('README.md').split('\n').length).toBeLessThan(120);
  });

  it('names the archive that npm pack makes', () => {
    const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
    for (const page of ['README.md', 'docs/replay-in-ci.md']) expect(read(page)).toContain(`/${name}-${version}.tgz`);
  });
});

function typed(command: string): string[] {
  return command.split('\n').map((line, i) => (i === 0 ? `$ ${line}` : `> ${line}`));
}
