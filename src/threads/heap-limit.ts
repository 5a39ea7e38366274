/** The memory that the engine may take for what it holds as values, in bytes: by default it depends on the machine, and `--max-old-space-size` sets it. */
import { getHeapStatistics } from 'node:v8';

export function heapLimit(): number {
  return getHeapStatistics().heap_size_limit;
}
