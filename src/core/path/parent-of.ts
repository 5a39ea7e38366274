/**
 * The parent folder of a path, computed from its text alone.
 *
 *     parentOf('data/dec.lock.json')   data         parentOf('data/')   .         parentOf('/data')   /
 */
export function parentOf(path: string): string {
  const name = path.replace(/\/+$/, '');
  const parent = name.slice(0, name.lastIndexOf('/') + 1).replace(/\/+$/, '');
  if (parent !== '') return parent;
  return path.startsWith('/') ? '/' : '.';
}
