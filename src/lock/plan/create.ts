/**
 * Divides files into ranges that take about the same time.
 *
 *     createPlan({ count: 3, path: (i) => paths[i], size: (i) => sizes[i] }, 2, newHasher)
 */
import type { NewHasher } from '#core/ports';
import { type Expected, type Plan, planOf } from './document.ts';

/** Files in ascending order of their paths. */
export interface PlannedFiles {
  readonly count: number;
  readonly path: (index: number) => string;
  readonly size: (index: number) => number | bigint;
}

/** Opening a file takes as long as hashing so many bytes. */
const OPENING = 16_384;

export function createPlan(files: PlannedFiles, parts: number, newHasher: NewHasher): Plan {
  let total = 0;
  for (let i = 0; i < files.count; i++) total += Number(files.size(i)) + OPENING;
  const bounds: string[] = [];
  const expected: Expected[] = [];
  let [bytes, members, done] = [0n, 0, 0];
  const close = (): void => {
    expected.push({ bytes: bytes > BigInt(Number.MAX_SAFE_INTEGER) ? bytes : Number(bytes), members });
    [bytes, members] = [0n, 0];
  };
  for (let i = 0; i < files.count; i++) {
    const size = files.size(i);
    bytes += BigInt(size);
    members++;
    done += Number(size) + OPENING;
    // A long file may fill several ranges: those after it are then empty.
    while (bounds.length < parts - 1 && done >= (total * (bounds.length + 1)) / parts) {
      bounds.push(files.path(i));
      close();
    }
  }
  close();
  return planOf({ bounds, expected }, newHasher);
}
