/**
 * The middle step of `vacuum s3://… | hash | lock`: as `hash-records.ts`, with the objects of stores among the files. An object is read only
 * in the version that its record names.
 *
 *     await hashObjects(source, { algorithm: 'sha256', cwd, version, openTree }, (line) => …);
 *
 * Reading the records blocks this thread, so it never happens while objects are on their way.
 */
import type { Algorithm, ByteSource } from '#core/ports';
import { eachInOrder } from '#store/tree/in-order';
import type { ObjectTree, ReadObject } from '#store/tree/tree';
import type { HashInput, HashOutcome } from '../hash.ts';
import { objectOf, type RecordedObject } from '../object.ts';
import { changedSinceScan, changedWhileRead } from '../warnings.ts';
import { type Hashing, openHashing, type RecordHashing } from './hash-records.ts';

export interface ObjectHashing extends Hashing {
  /** Opens the objects below a URL. */
  readonly openTree: (root: string) => Promise<ObjectTree>;
}

/** Records that are read before their objects are fetched. */
const BATCH = 1024;

export async function hashObjects(
  source: ByteSource,
  options: ObjectHashing,
  onLine: (line: string) => void,
): Promise<{ readonly skipped: number }> {
  const hashing = openHashing(source, options, onLine);
  const trees = new Map<string, ObjectTree>();
  const treeOf = async (root: string): Promise<ObjectTree> => {
    const tree = trees.get(root) ?? (await options.openTree(root));
    trees.set(root, tree);
    return tree;
  };
  const isObject = (record: HashInput): boolean => !record.isSkipped && objectOf(record) !== null;
  try {
    for (let first = hashing.hashFiles(isObject); first !== undefined; first = hashing.hashFiles(isObject))
      await hashBatch(hashing, first, treeOf, options.algorithm);
    return hashing.finish();
  } finally {
    for (const tree of trees.values()) tree.close();
  }
}

/** Objects that follow each other. A skipped record among them has no bytes, and is passed on. */
async function hashBatch(
  hashing: RecordHashing,
  first: HashInput,
  treeOf: (root: string) => Promise<ObjectTree>,
  algorithm: Algorithm,
): Promise<void> {
  const batch: Batched[] = [];
  for (let record: HashInput | undefined = first; record !== undefined; record = batch.length < BATCH ? hashing.next() : undefined) {
    const object = record.isSkipped ? null : objectOf(record);
    if (object === null && !record.isSkipped) {
      hashing.putBack(record);
      break;
    }
    batch.push({ record, object });
  }
  const { pace } = await treeOf((batch[0] as { object: RecordedObject }).object.root);
  await eachInOrder<Batched, HashOutcome>([batch], {
    width: pace.width,
    ask: ({ object }) => (object === null ? { kind: 'skipped upstream' } : hashObject(object, treeOf, algorithm)),
    deliver: ({ record }, outcome) => hashing.deliver(record, outcome),
  });
}

interface Batched {
  readonly record: HashInput;
  /** Null for a record that was skipped upstream. */
  readonly object: RecordedObject | null;
}

async function hashObject(
  object: RecordedObject,
  treeOf: (root: string) => Promise<ObjectTree>,
  algorithm: Algorithm,
): Promise<HashOutcome> {
  const found = await (await treeOf(object.root)).read(object, algorithm);
  if (found.kind === 'read') return { kind: 'hashed', bytesHash: `${algorithm}:${found.hex}`, algorithm };
  return { kind: 'failed', error: describeObjectFailure(found, object.size) };
}

/** Returns the text of the warning for an object without a hash. `scannedSize` is the size in the list. */
export function describeObjectFailure(found: Exclude<ReadObject, { readonly kind: 'read' }>, scannedSize: number | bigint): string {
  switch (found.kind) {
    case 'missing':
      return 'No such object';
    case 'changed':
    case 'other size':
      return found.size === null ? changedWhileRead : changedSinceScan(scannedSize, found.size);
    case 'unreadable':
      return found.error;
    default:
      return found satisfies never;
  }
}
