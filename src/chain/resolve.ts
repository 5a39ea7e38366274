/**
 * Resolves a tool down to the primitive. Each element names the next one as its executor, which is searched in the space of the element that needs
 * it and in the spaces after it. Each file is read once, and everything reported about it refers to those bytes.
 *
 *     resolveChain(parseToolId('web/scraper'), find)     web/scraper (project) -> runtimes/python_script (user) -> primitives/subprocess (system)
 */
import { Refusal } from '#core/refusal';
import { MAX_CHAIN_LENGTH } from './document.ts';
import { BadId, parseToolId, type ToolId } from './id.ts';
import type { Metadata } from './metadata/metadata.ts';
import { badId, cycle, notFound, tooDeep } from './refusals.ts';
import type { SignatureLine } from './signature-line.ts';
import { type Space, searchOrder } from './space.ts';

/** A tool file, read and parsed. */
export interface FoundTool {
  readonly itemId: ToolId;
  readonly space: Space;
  /** The path as shown to the user. */
  readonly file: string;
  /** The extension with its dot. */
  readonly extension: string;
  /** The bytes on disk; runnable.ts derives from them what runs. */
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly toolType: string | null;
  readonly executorId: string | null;
  /** Lower-case hex, without a prefix. */
  readonly integrity: string;
  readonly signature: SignatureLine | null;
  readonly metadata: Metadata;
}

export interface Element extends FoundTool {
  /** Files with the same id in the spaces after this one. */
  readonly shadowed: readonly { readonly space: Space; readonly file: string }[];
}

export interface Finder {
  /** Returns the tool in this space, or null; `by` is the element that needs it, for refusals. */
  find(id: ToolId, space: Space, by: string | null): FoundTool | null;
  /** Returns the file of that id in this space without reading it, or null. */
  locate(id: ToolId, space: Space): string | null;
}

export function resolveChain(id: ToolId, finder: Finder): readonly Element[] {
  const { chain, failure } = resolvePartly(id, finder);
  if (failure !== null) throw failure;
  return chain;
}

/** Resolves as far as possible: returns the elements that were found and, if the chain is incomplete, the reason. */
export function resolvePartly(id: ToolId, finder: Finder): { readonly chain: readonly Element[]; readonly failure: Refusal | null } {
  const chain: Element[] = [];
  try {
    for (let wanted: ToolId | null = id; wanted !== null; ) {
      const last: Element | undefined = chain.at(-1);
      if (chain.some(({ itemId }) => itemId === wanted)) throw cycle(wanted, idsOf(chain));
      if (chain.length === MAX_CHAIN_LENGTH) throw tooDeep(id, MAX_CHAIN_LENGTH, idsOf(chain));
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

/** An element is created once, even if many chains share it. Root tools are not cached: thousands of them would only take memory. */
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
