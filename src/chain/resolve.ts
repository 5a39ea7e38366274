/**
 * From a tool to the primitive: each element names the next as its executor, which is looked for in the space of the element that wants it
 * and in those after it. What is found is read once, and everything said of it is said of those bytes.
 *
 *     resolveChain(parseToolId('web/scraper'), find)     web/scraper (project) -> runtimes/python_script (user) -> primitives/subprocess (system)
 */
import { Refusal } from '#core/refusal';
import { LONGEST_CHAIN } from './document.ts';
import { BadId, parseToolId, type ToolId } from './id.ts';
import type { Metadata } from './metadata/metadata.ts';
import { badId, cycle, notFound, tooDeep } from './refusals.ts';
import type { SignatureLine } from './signature-line.ts';
import { type Space, searchOrder } from './space.ts';

/** A file that holds a tool, read and understood. */
export interface FoundTool {
  readonly itemId: ToolId;
  readonly space: Space;
  /** As it is shown. */
  readonly file: string;
  /** With its dot. */
  readonly extension: string;
  /** As they lie on disk; what runs is made of them (runnable.ts). */
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly toolType: string | null;
  readonly executorId: string | null;
  /** Bare lower-case hex. */
  readonly integrity: string;
  readonly signature: SignatureLine | null;
  readonly metadata: Metadata;
}

export interface Element extends FoundTool {
  /** Files of the same id in spaces after this one's. */
  readonly shadowed: readonly { readonly space: Space; readonly file: string }[];
}

export interface Finder {
  /** The tool in this very space, or null; `by` is who wants it, for refusals. */
  find(id: ToolId, space: Space, by: string | null): FoundTool | null;
  /** The file of that id in this very space, unread, or null. */
  locate(id: ToolId, space: Space): string | null;
}

export function resolveChain(id: ToolId, finder: Finder): readonly Element[] {
  const { chain, failure } = resolvePartly(id, finder);
  if (failure !== null) throw failure;
  return chain;
}

/** As far as it goes: the elements that were found, and why there are no more, if the chain is not whole. */
export function resolvePartly(id: ToolId, finder: Finder): { readonly chain: readonly Element[]; readonly failure: Refusal | null } {
  const chain: Element[] = [];
  try {
    for (let wanted: ToolId | null = id; wanted !== null; ) {
      const last: Element | undefined = chain.at(-1);
      if (chain.some(({ itemId }) => itemId === wanted)) throw cycle(wanted, idsOf(chain));
      if (chain.length === LONGEST_CHAIN) throw tooDeep(id, LONGEST_CHAIN, idsOf(chain));
      const element = findElement(wanted, last, finder);
      chain.push(element);
      wanted = element.executorId === null ? null : executorOf(element);
    }
    return { chain, failure: null };
  } catch (error) {
    if (error instanceof Refusal) return { chain, failure: error };
    throw error;
  }
}

function idsOf(chain: readonly Element[]): readonly string[] {
  return chain.map(({ itemId }) => itemId);
}

function findElement(id: ToolId, wantedBy: Element | undefined, finder: Finder): Element {
  const by = wantedBy?.itemId ?? null;
  const spaces = searchOrder(wantedBy?.space ?? 'project');
  for (const [index, space] of spaces.entries()) {
    const tool = finder.find(id, space, by);
    if (tool === null) continue;
    const after = spaces.slice(index + 1);
    return by === null ? { ...tool, shadowed: shadowedIn(id, after, finder) } : sharedElement(tool, after, finder);
  }
  throw notFound({ id, by, spaces });
}

/** What a finder keeps is one element, in however many chains it stands. Roots are not kept: thousands of them would only be in the way. */
const elements = new WeakMap<FoundTool, Element>();

function sharedElement(tool: FoundTool, after: readonly Space[], finder: Finder): Element {
  const known = elements.get(tool);
  if (known !== undefined) return known;
  const element = { ...tool, shadowed: shadowedIn(tool.itemId, after, finder) };
  elements.set(tool, element);
  return element;
}

function shadowedIn(id: ToolId, spaces: readonly Space[], finder: Finder): Element['shadowed'] {
  const shadowed: { space: Space; file: string }[] = [];
  for (const space of spaces) {
    const file = finder.locate(id, space);
    if (file !== null) shadowed.push({ space, file });
  }
  return shadowed;
}

function executorOf({ itemId, executorId }: Element): ToolId {
  try {
    return parseToolId(executorId as string);
  } catch (error) {
    if (error instanceof BadId) throw badId(error.message, itemId);
    throw error;
  }
}
