/**
 * Finds a zone: its tree, and its path in the tree (S8).
 *
 *     locateZone({ zone: 'zones/one/zone.yaml', root: null, cwd: '/srv/stack' })     { tree, zonePlace: 'zones/one/zone.yaml' }
 */
import { relative, sep } from 'node:path';
import { errorCode, osText } from '#disk/os-error';
import { isBelow } from '#disk/path/below';
import { joinPath } from '#disk/path/join-path';
import { listThere } from '#disk/path/list-there';
import { exactRealPath } from '#disk/path/real-path';
import { walk } from '#disk/walk/walk';
import { badZone, cannotAccess, duplicate, missingInput, unsafePath } from '../../refusals.ts';
import { openTree, readDocument, rootAbove, type StackTree, yamlOf } from './tree.ts';

export interface ZoneRequest {
  /** The path as typed. */
  readonly zone: string;
  /** The path as typed; null for the nearest folder above the zone that contains `modules`. */
  readonly root: string | null;
  readonly cwd: string;
}

export interface LocatedZone {
  readonly tree: StackTree;
  /** The path relative to the root. */
  readonly zonePlace: string;
}

export function locateZone({ zone, root, cwd }: ZoneRequest): LocatedZone {
  const file = realFile(zone, joinPath(cwd, zone));
  const tree = openTreeFor(file, zone, { root, cwd });
  if (!isBelow(tree.root, file)) throw unsafePath(zone, `lies outside the root ${tree.show('')}`, 'the command');
  return { tree, zonePlace: relative(tree.root, file).split(sep).join('/') };
}

/** Opens the tree that contains a file, or the requested one; `shown` is the file as typed. */
export function openTreeFor(file: string, shown: string, { root, cwd }: { readonly root: string | null; readonly cwd: string }): StackTree {
  if (root !== null) return openTree(joinPath(cwd, root), root);
  const above = rootAbove(file);
  if (above === null) throw missingInput('root', 'modules', `${shown}: no folder above it contains modules`, 'custody stack lock --help');
  return openTree(above, relative(cwd, above) || '.');
}

/** Folders that contain no zone of the tree. */
const PRUNED = new Set(['.git', 'node_modules', 'dist']);

/** Returns the path of the only zone file below the root with this id. Throws `E_MISSING_INPUT` or `E_DUPLICATE`. */
export function findZone(tree: StackTree, zoneId: string, by: string): string {
  const found: string[] = [];
  for (const { kind, relativePath: place } of walk(tree.root, {
    follow: false,
    prune: (folder) => PRUNED.has(folder.split('/').at(-1) as string),
  })) {
    if (kind === 'file' && /\.ya?ml$/.test(place) && isZone(tree, place, zoneId)) found.push(place);
  }
  const [only, second] = found;
  if (second !== undefined) throw duplicate('zone', zoneId, found.map(tree.show));
  if (only === undefined) throw missingInput('zone', zoneId, by, 'custody stack verify --help');
  return only;
}

/** Invalid YAML is ignored, unless the text contains `zone_id` and the id: then it is refused. */
function isZone(tree: StackTree, place: string, zoneId: string): boolean {
  const file = tree.file({ what: 'file', path: place, folder: '', by: 'a search for the zone' });
  const text = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length);
  if (!text.includes('zone_id') || !text.includes(zoneId)) return false;
  const { value } = readDocument(tree, file, yamlOf(badZone));
  return (
    typeof value === 'object' &&
    value !== null &&
    'zone_id' in value &&
    value.zone_id === zoneId &&
    'profile' in value &&
    !('modules' in value)
  );
}

function realFile(shown: string, path: string): string {
  try {
    return exactRealPath(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw missingInput('zone', shown, 'the command', listThere(path, shown));
    throw cannotAccess(`cannot read zone ${shown}`, shown, osText(error));
  }
}
