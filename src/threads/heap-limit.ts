/** The engine's limit for the memory of its objects, in bytes. By default it depends on the machine; `--max-old-space-size` sets it. */
import { getHeapStatistics } from 'node:v8';

export function heapLimit(): number {
  return getHeapStatistics().heap_size_limit;
}
