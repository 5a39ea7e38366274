/** The engine's limit for the memory of its objects, in bytes. By default it depends on the machine; `--max-old-space-size` sets it. */
export function heapLimit(): number {
  // Loaded here: it costs a millisecond, and only a very long document needs it.
  return process.getBuiltinModule('node:v8').getHeapStatistics().heap_size_limit;
}
