/** Tools in memory: `{ 'user runtimes/sh': { executorId: 'primitives/subprocess' } }`. */
import { parseToolId } from '#chain/id';
import type { Element, Finder, FoundTool } from '#chain/resolve';
import type { Space } from '#chain/space';

export type MemoryTools = Readonly<Record<string, Partial<Omit<FoundTool, 'itemId' | 'space'>>>>;

export function memoryFinder(tools: MemoryTools): Finder & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const entries = Object.entries(tools).map(([place, fields]) => {
    const [space, id] = place.split(' ') as [Space, string];
    return [place, foundTool(space, id, fields)] as const;
  });
  const found = new Map(entries);
  return {
    asked,
    find(id, space, by) {
      asked.push(`${by ?? '-'} ${space} ${id}`);
      return found.get(`${space} ${id}`) ?? null;
    },
    locate: (id, space) => found.get(`${space} ${id}`)?.file ?? null,
  };
}

function foundTool(space: Space, id: string, fields: MemoryTools[string]): FoundTool {
  return {
    itemId: parseToolId(id),
    space,
    file: `/${space}/${id}.py`,
    extension: '.py',
    bytes: new Uint8Array(),
    version: '1.0.0',
    toolType: fields.executorId === undefined ? 'primitive' : 'python',
    executorId: null,
    integrity: '0'.repeat(64),
    signature: null,
    metadata: { version: '1.0.0', toolType: undefined, executorId: undefined },
    ...fields,
  };
}

export function element(space: Space, id: string, fields: MemoryTools[string] = {}): Element {
  return { ...foundTool(space, id, fields), shadowed: [] };
}
