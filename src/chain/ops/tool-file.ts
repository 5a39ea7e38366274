/**
 * Finds a tool that is named on the command line: the path of a file with a tool extension, or an id, which is searched in the project, user and
 * system space, in that order.
 *
 *     locateTool('.ai/tools/web/scraper.py', search)     { tool: 'web/scraper', file: '.ai/tools/web/scraper.py', extension: '.py', … }
 *     locateTool('web/scraper', search)                  { tool: 'web/scraper', file: '/p/.ai/tools/web/scraper.py', extension: '.py', … }
 */
import { basename, dirname, extname, join } from 'node:path';
import { errorCode, osText } from '#disk/os-error';
import { isBelow, withSeparator } from '#disk/path/below';
import { realPath } from '#disk/path/real-path';
import { statIfThere } from '#disk/path/stat-if-there';
import { EXTENSIONS, isExtension } from '../metadata/extensions.ts';
import { badTool, cannotAccess, notFound } from '../refusals.ts';
import { SPACES } from '../space.ts';
import type { ToolFinder } from './find-tools.ts';
import { type SpaceRoots, toolsFolder } from './spaces.ts';
import { toolIdOf } from './verify.ts';

export interface ToolSearch {
  readonly roots: SpaceRoots;
  readonly finder: ToolFinder;
  /** Makes a path from the command line absolute. */
  readonly resolve: (path: string) => string;
}

export interface ToolFile {
  /** The id of the tool, or null for a file outside every space. */
  readonly tool: string | null;
  /** The path as shown to the user. */
  readonly file: string;
  /** Absolute path, with links resolved. */
  readonly path: string;
  readonly extension: string;
}

export function locateTool(given: string, search: ToolSearch): ToolFile {
  return isPath(given, search) ? fileAt(given, search) : toolNamed(given, search);
}

/** True for a text that cannot be an id, or that names an existing file with a tool extension. */
function isPath(given: string, { resolve }: ToolSearch): boolean {
  if (/^\.{0,2}\//.test(given)) return true;
  if (!isExtension(extname(given))) return false;
  try {
    return statIfThere(resolve(given))?.isFile() ?? false;
  } catch (error) {
    if (errorCode(error) === undefined) return false;
    throw cannotAccess(`cannot read tool ${given}: ${osText(error)}`, given, osText(error));
  }
}

function fileAt(given: string, { roots, resolve }: ToolSearch): ToolFile {
  const extension = extname(given);
  if (!isExtension(extension)) {
    const error = `expected a file that ends in ${EXTENSIONS.join(' ')}, found ${basename(given)}`;
    throw badTool(given, given, error, null);
  }
  const typed = resolve(given);
  const path = realPath(typed);
  // The id of a link comes from its own name, not from its target.
  const place = join(realPath(dirname(typed)), basename(typed));
  for (const space of SPACES) {
    const folder = toolsFolder(roots, space);
    const real = folder === null ? null : realPath(folder);
    if (real !== null && isBelow(real, place))
      return { tool: place.slice(withSeparator(real).length, -extension.length), file: given, path, extension };
  }
  return { tool: null, file: given, path, extension };
}

function toolNamed(given: string, { finder }: ToolSearch): ToolFile {
  const id = toolIdOf(given);
  for (const space of SPACES) {
    const tool = finder.find(id, space, null);
    if (tool !== null) return { tool: id, file: tool.file, path: realPath(tool.file), extension: tool.extension };
  }
  throw notFound({ id, by: null, spaces: SPACES });
}
