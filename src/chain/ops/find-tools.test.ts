import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type ExampleRoots, INTEGRITY, layOutExample, writeFile } from '../../../tests/chain/example.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { refusalOf } from '../../../tests/helpers/to-refuse.ts';
import { parseToolId } from '../id.ts';
import { resolveChain } from '../resolve.ts';
import { openFinder } from './find-tools.ts';

const folder = scratchFolder('chain-finder');
let roots: ExampleRoots;
const id = parseToolId('web/scraper');

beforeEach(() => {
  roots = layOutExample(folder);
});

const find = (of = id, by: string | null = null) => openFinder(roots).find(of, 'project', by);

it('openFinder() resolves the worked example to its three integrities', () => {
  const chain = resolveChain(id, openFinder(roots));
  expect(chain.map(({ itemId, space, version, toolType, integrity }) => [itemId, space, version, toolType, integrity])).toEqual([
    ['web/scraper', 'project', '1.0.0', 'python', INTEGRITY.scraper],
    ['runtimes/python_script', 'user', '2.1.0', 'runtime', INTEGRITY.runtime],
    ['primitives/subprocess', 'system', '1.0.0', 'primitive', INTEGRITY.primitive],
  ]);
});

it('openFinder() reads a file once: a second call returns the same bytes, even if the file has changed', () => {
  const finder = openFinder(roots);
  const first = finder.find(id, 'project', null);
  appendFileSync(roots.scraper, '# x\n');
  expect(finder.find(id, 'project', 'other')).toBe(first);
});

it('openFinder() does not cache root tools if so configured, but caches everything that is shared', () => {
  const finder = openFinder(roots, { keepsRoots: false });
  const [runtime, first] = [parseToolId('runtimes/python_script'), finder.find(id, 'project', null)];
  expect(finder.find(id, 'project', null)).not.toBe(first);
  expect(finder.find(runtime, 'user', 'a')).toBe(finder.find(runtime, 'user', 'b'));
});

it('openFinder() finds nothing in a space that does not exist', () => {
  const finder = openFinder({ ...roots, system: null });
  expect(finder.find(parseToolId('primitives/subprocess'), 'system', null)).toBeNull();
});

it('openFinder() lists every tool of a space, including unreadable ones', () => {
  writeFile(join(roots.project, '.ai/tools/web/broken.py'), '(');
  writeFile(join(roots.project, '.ai/tools/a.yaml'), '');
  expect(openFinder(roots).ids()).toEqual(['a', 'web/broken', 'web/scraper']);
});

it('openFinder() refuses two files for one id, whatever their extensions, and names both', () => {
  const other = join(roots.project, '.ai/tools/web/scraper.yaml');
  writeFileSync(other, 'version: "1.0.0"\n');
  expect(refusalOf(find)).toMatchObject({
    code: 'E_AMBIGUOUS',
    message: `two files for tool web/scraper in project space: ${roots.scraper}, ${other}`,
    nextCommand: `ls -la ${roots.scraper} ${other}`,
  });
});

it('openFinder() refuses two files of one id in a lower space, rather than reporting one as shadowed', () => {
  for (const name of ['scraper.py', 'scraper.sh']) writeFile(join(roots.user, 'tools/web', name), '');
  expect(() => resolveChain(id, openFinder(roots))).toThrow('two files for tool web/scraper in user space');
});

it('openFinder() refuses a link that leaves the space', () => {
  rmSync(roots.scraper);
  symlinkSync(roots.runtime, join(roots.scraper, '../scraper.yaml'));
  expect(find).toRefuse('E_OUTSIDE', { id: 'web/scraper', space: 'project' });
});

const refuses = (error: string): void => {
  const act = () => find(id, 'somebody');
  expect(act).toRefuse('E_BAD_TOOL', { id: 'web/scraper', file: roots.scraper, by: 'somebody' }, error);
  expect(act).toThrow(/^cannot read tool web\/scraper: .* — required by somebody$/);
};

it.each<[string, string | Uint8Array, string]>([
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff]), 'UTF-8'],
  ['no version', '__executor_id__ = "a"\n', 'version: expected text, found nothing'],
  ['a version that is no text', '__version__ = 1\n__executor_id__ = "a"\n', 'version: expected text, found 1'],
  ['a version that leads out', '__version__ = "../1"\n__executor_id__ = "a"\n', 'version: expected letters'],
  ['no executor', '__version__ = "1"\n', 'executor_id: expected text'],
  ['an empty file', '', 'version: expected text'],
  ['half a signature line', '# rye:signed:x\n__version__ = "1"\n', 'signature line'],
])('openFinder() refuses a tool with %s', (_, text, error) => {
  writeFileSync(roots.scraper, text);
  refuses(error);
});

it.each([
  ['a link to a folder', '.', 'Is a directory'],
  ['a link that leads nowhere', 'none', 'No such file or directory'],
])('openFinder() refuses a tool that is %s', (_, target, error) => {
  rmSync(roots.scraper);
  symlinkSync(target, roots.scraper);
  refuses(error);
});

it.each([
  ['anchors', 'version: &v "1"\nexecutor_id: *v\n'],
  ['a key twice', 'version: "1"\nversion: "2"\n'],
  ['a tag', 'version: !!str 1\n'],
])('openFinder() refuses YAML with %s', (_, text) => {
  writeFileSync(roots.runtime, text);
  expect(() => resolveChain(id, openFinder(roots))).toThrow(/cannot read tool runtimes\/python_script: .* — required by web\/scraper/);
});

it('openFinder() refuses a folder that cannot be listed', () => {
  const loop = join(roots.project, '.ai/tools/loop');
  symlinkSync('loop', loop);
  expect(() => find(parseToolId('loop/tool'))).toRefuse('E_IO', {}, 'cannot list project space');
});

it('openFinder() locates a file without reading it', () => {
  mkdirSync(join(roots.user, 'tools/web'));
  writeFileSync(join(roots.user, 'tools/web/scraper.py'), 'not python (');
  expect(openFinder(roots).locate(id, 'user')).toBe(join(roots.user, 'tools/web/scraper.py'));
  expect(resolveChain(id, openFinder(roots))[0]?.shadowed).toEqual([{ space: 'user', file: join(roots.user, 'tools/web/scraper.py') }]);
});
