/**
 * Finds tools in their spaces. Each file is read and parsed once, even if many chains use it.
 *
 *     const finder = openFinder(findSpaces({ env, cwd, home }));
 *     resolveChain(parseToolId('web/scraper'), finder)
 */

import { parseYaml } from '#codecs/yaml/read';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { errorCode, osText } from '#disk/os-error';
import { newHasher, sha256Hex } from '#hashing/hashers';
import type { ToolId } from '../id.ts';
import { BadSignatureLine, integrityOf, NotUtf8, splitSigned } from '../integrity.ts';
import { EXTENSIONS } from '../metadata/extensions.ts';
import { MetadataError, readMetadata, requireMetadata } from '../metadata/metadata.ts';
import { hasNoMetadata } from '../not-a-tool.ts';
import { ambiguous, badTool, cannotAccess, outside } from '../refusals.ts';
import type { Finder, FoundTool } from '../resolve.ts';
import type { Space } from '../space.ts';
import { type LeftOut, OutsideSpace, openSpaceFiles, readSidecar, type SpaceFile, type SpaceFiles } from './space-files.ts';
import { distinctFolders, type SpaceRoots, toolsFolder } from './spaces.ts';

export interface ToolFinder extends Finder {
  /** Every tool in the tools folder of the project, in byte order, even if that folder belongs to another space. */
  ids(): readonly string[];
  /** The space that the tools folder of the project belongs to. */
  readonly space: Space;
  /** Entries in the tools folder of the project that are not in that list. */
  leftOut(): LeftOut;
  /** The files of an id of the project if none of them has tool metadata; otherwise null. */
  filesWithoutTool(id: string): readonly string[] | null;
}

/**
 * If many tools are judged, each root tool is requested only once and need not be cached. Otherwise, a repeated request must return the same
 * bytes.
 */
export function openFinder(roots: SpaceRoots, { keepsRoots }: { readonly keepsRoots: boolean } = { keepsRoots: true }): ToolFinder {
  const { folders, owner } = distinctFolders(roots, toolsFolder);
  const opened = new Map<Space, SpaceFiles | null>();
  const found = new Map<string, FoundTool | null>();

  const filesOf = (space: Space): SpaceFiles | null => {
    const known = opened.get(space);
    if (known !== undefined) return known;
    const folder = folders[space];
    const files = folder === null ? null : openSpaceFiles(folder, EXTENSIONS);
    opened.set(space, files);
    return files;
  };
  const fileOf = (id: ToolId, space: Space): SpaceFile | null => {
    const files = listed(id, space, () => filesOf(space)?.named(id) ?? []);
    if (files.length > 1) {
      throw ambiguous(
        id,
        space,
        files.map(({ path }) => path),
      );
    }
    return files[0] ?? null;
  };
  return {
    find(id, space, by) {
      const key = `${space} ${id}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      const file = fileOf(id, space);
      const tool = file === null ? null : readTool({ id, space, by }, file, filesOf(space) as SpaceFiles);
      if (keepsRoots || by !== null) found.set(key, tool);
      return tool;
    },
    locate: (id, space) => fileOf(id, space)?.path ?? null,
    space: owner.project,
    ids: () => listed('', owner.project, () => filesOf(owner.project)?.ids() ?? []),
    leftOut: () => listed('', owner.project, () => filesOf(owner.project)?.leftOut() ?? NOTHING),
    filesWithoutTool: (id) => withoutTool(filesOf(owner.project), id),
  };
}

const NOTHING: LeftOut = { linkedFolders: [], unnameable: [] };

/** A file that cannot be read may be a tool, so it is not skipped. */
function withoutTool(files: SpaceFiles | null, id: string): readonly string[] | null {
  try {
    const named = files?.named(id) ?? [];
    const isNone = named.every((file) => hasNoMetadata(file.extension, files?.readListed(file) as Uint8Array, parsers));
    return named.length > 0 && isNone ? named.map(({ path }) => path) : null;
  } catch {
    return null;
  }
}

function listed<T>(id: string, space: Space, list: () => T): T {
  try {
    return list();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const path = (error as NodeJS.ErrnoException).path ?? id;
    throw cannotAccess(`cannot list ${space} space: ${osText(error)}`, path, osText(error));
  }
}

interface WantedTool {
  readonly id: ToolId;
  readonly space: Space;
  readonly by: string | null;
}

function readTool({ id, space, by }: WantedTool, file: SpaceFile, files: SpaceFiles): FoundTool {
  const { path, extension } = file;
  try {
    const bytes = files.readListed(file);
    const { content, signature } = splitSigned(extension, bytes);
    const metadata = readMetadata(extension, content, parsers);
    return {
      itemId: id,
      space,
      file: path,
      extension,
      bytes,
      ...requireMetadata(metadata),
      integrity: isWhole(bytes, signature) ? sha256Hex(bytes) : integrityOf(content, newHasher),
      signature: extension === '.json' ? readSidecar(`${path}.sig`, files) : signature,
      metadata,
    };
  } catch (error) {
    if (error instanceof OutsideSpace) throw outside(id, space, path);
    if (error instanceof MetadataError || error instanceof BadSignatureLine || error instanceof NotUtf8)
      throw badTool(id, path, error.message, by);
    if (errorCode(error) !== undefined) throw badTool(id, path, osText(error), by);
    throw error;
  }
}

/** True if the hashed content is the whole file, byte for byte. */
function isWhole(bytes: Uint8Array, signature: FoundTool['signature']): boolean {
  return signature === null && !bytes.includes(CARRIAGE_RETURN);
}

const CARRIAGE_RETURN = 0x0d;

const parsers = {
  yaml: (text: string) => parseYaml(encodeUtf8(text)),
  json: (text: string) => parseJson(encodeUtf8(text)),
};
