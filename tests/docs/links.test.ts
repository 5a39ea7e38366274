/** Every link between the pages leads somewhere, every file they name exists, and every page of docs/ is found from the README. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documentation = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const pages = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...documentation];

interface Link {
  readonly page: string;
  /** Relative to the project. */
  readonly target: string;
  readonly anchor: string;
}

function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8').replace(/^```[^]*?^```$/gm, '');
}

function linksOf(page: string): readonly Link[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
  return links.map((link) => {
    const [path = '', anchor = ''] = link.split('#');
    return { page, target: path === '' ? page : relative(root, join(root, dirname(page), path)), anchor };
  });
}

/** As it is made of a heading: lower case, a hyphen for a space, no other punctuation. */
function anchorsOf(page: string): readonly string[] {
  const headings = textOf(page).matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('links between the pages', () => {
  const links = pages.flatMap(linksOf);

  it('lead to files and folders that are there', () => {
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(({ target }) => !existsSync(join(root, target)))).toEqual([]);
  });

  it('lead to headings that are there', () => {
    const anchored = links.filter(({ anchor, target }) => anchor !== '' && target.endsWith('.md'));
    expect(anchored.length).toBeGreaterThan(2);
    expect(anchored.filter(({ anchor, target }) => !anchorsOf(target).includes(anchor))).toEqual([]);
  });

  it('lead from the README to every page of docs/', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) for (const { target } of linksOf(page)) if (pages.includes(target)) reached.add(target);
    expect(documentation.filter((page) => !reached.has(page))).toEqual([]);
  });

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/design-notes.md'])('name files that are there, in %s', (page) => {
    const files = ['src', 'tests', 'bench', 'scripts', 'bin'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `/${folder}/${name}`),
    );
    const named = [...textOf(page).matchAll(/`([\w./-]+\.(?:ts|mjs|cjs))`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });
});
