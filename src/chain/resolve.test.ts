import { expect, it } from 'vitest';
import { type MemoryTools, memoryFinder } from '../../tests/helpers/memory-finder.ts';
import { parseToolId } from './id.ts';
import { resolveChain, resolvePartly } from './resolve.ts';

const resolve = (id: string, tools: MemoryTools) => resolveChain(parseToolId(id), memoryFinder(tools));
const placesOf = (id: string, tools: MemoryTools) => resolve(id, tools).map(({ space, itemId }) => `${space} ${itemId}`);

it('resolveChain() goes from the tool to the primitive', () => {
  const tools = { 'project tool': { executorId: 'runtime' }, 'user runtime': { executorId: 'primitive' }, 'system primitive': {} };
  expect(placesOf('tool', tools)).toEqual(['project tool', 'user runtime', 'system primitive']);
  expect(placesOf('primitive', tools)).toEqual(['system primitive']);
});

it('resolveChain() uses the nearest space, and names what it shadows', () => {
  const tools = {
    'project tool': { executorId: 'p' },
    'user tool': { executorId: 'p' },
    'system tool': { executorId: 'p' },
    'user p': {},
  };
  const [tool, primitive] = resolve('tool', tools);
  expect(tool?.space).toBe('project');
  expect(tool?.shadowed).toEqual([
    { space: 'user', file: '/user/tool.py' },
    { space: 'system', file: '/system/tool.py' },
  ]);
  expect(primitive?.shadowed).toEqual([]);
});

it('resolveChain() never searches a nearer space: the executor of a user tool is not searched in the project', () => {
  const tools = { 'user tool': { executorId: 'p' }, 'project p': { version: '9' }, 'system p': {} };
  expect(placesOf('tool', tools)).toEqual(['user tool', 'system p']);
});

it.each(['user', 'system'])('resolveChain() does not find the executor of a %s tool in the project', (space) => {
  expect(() => resolve('tool', { [`${space} tool`]: { executorId: 'p' }, 'project p': {} })).toRefuse(
    'E_NOT_FOUND',
    { id: 'p', by: 'tool' },
    expect.not.stringContaining('project'),
  );
});

it('resolveChain() never searches the user space for a system tool, even if a project tool comes before it', () => {
  const tools = { 'project a': { executorId: 'b' }, 'system b': { executorId: 'c' }, 'user c': {} };
  expect(() => resolve('a', tools)).toRefuse('E_NOT_FOUND', {}, 'executor not found: c — required by b, searched in system');
});

it('resolveChain() names the missing tool, and for an executor the tool that needs it', () => {
  expect(() => resolve('none', {})).toRefuse(
    'E_NOT_FOUND',
    { id: 'none', by: null, spaces: ['project', 'user', 'system'] },
    'tool not found: none, searched in project, user, system',
  );
  expect(() => resolve('tool', { 'user tool': { executorId: 'gone' } })).toRefuse(
    'E_NOT_FOUND',
    {},
    'executor not found: gone — required by tool, searched in user, system',
  );
});

it.each([
  ['itself', { 'user a': { executorId: 'a' } }, 'a -> a'],
  ['one further on', { 'user a': { executorId: 'b' }, 'user b': { executorId: 'a' } }, 'a -> b -> a'],
  [
    'one in the middle',
    { 'user a': { executorId: 'b' }, 'user b': { executorId: 'c' }, 'user c': { executorId: 'b' } },
    'a -> b -> c -> b',
  ],
])('resolveChain() refuses a chain that comes back to %s', (_, tools, path) =>
  expect(() => resolve('a', tools)).toRefuse('E_CYCLE', {}, `circular dependency: ${path}`),
);

it('resolveChain() refuses the same id in a lower space as a cycle: it would shadow itself', () =>
  expect(() => resolve('a', { 'project a': { executorId: 'a' }, 'system a': {} })).toRefuse('E_CYCLE'));

const line = (length: number): MemoryTools =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`user t${at}`, at + 1 === length ? {} : { executorId: `t${at + 1}` }]));

it('resolveChain() accepts ten elements and refuses eleven, naming the last one', () => {
  expect(resolve('t0', line(10))).toHaveLength(10);
  expect(() => resolve('t0', line(11))).toRefuse(
    'E_TOO_DEEP',
    {},
    'chain of t0 is too deep: expected at most 10 elements, and t9 needs another',
  );
});

it.each(['../p', '/bin/sh', '', 'a@1', 'a//b'])('resolveChain() refuses the executor %j, and names who wants it', (executorId) =>
  expect(() => resolve('tool', { 'user tool': { executorId } })).toRefuse('E_BAD_ID', { by: 'tool' }, / — required by tool$/),
);

it('resolveChain() passes on to the finder which element needs a tool', () => {
  const finder = memoryFinder({ 'project tool': { executorId: 'p' }, 'user p': {} });
  resolveChain(parseToolId('tool'), finder);
  expect(finder.asked).toEqual(['- project tool', 'tool project p', 'tool user p']);
});

it('resolvePartly() returns the elements found before the failure, and the reason', () => {
  const { chain, failure } = resolvePartly(parseToolId('tool'), memoryFinder({ 'user tool': { executorId: 'gone' } }));
  expect(chain.map(({ itemId }) => itemId)).toEqual(['tool']);
  expect(failure).toMatchObject({ code: 'E_NOT_FOUND' });
});

it('resolvePartly() rethrows errors that are not refusals', () => {
  const finder = {
    ...memoryFinder({}),
    find: () => {
      throw new TypeError('a bug');
    },
  };
  expect(() => resolvePartly(parseToolId('tool'), finder)).toThrow(TypeError);
});
