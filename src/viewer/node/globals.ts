/** The globals of Node that the program uses. Imported before everything else. */
import { Buffer } from './buffer.ts';

const GIB = 2 ** 30;

Object.assign(globalThis, {
  Buffer,
  setImmediate: (act: () => void) => queueMicrotask(act),
  process: {
    platform: 'linux',
    arch: 'browser',
    env: {},
    pid: 1,
    cwd: () => '/',
    uptime: () => performance.now() / 1000,
    resourceUsage: () => ({ userCPUTime: 0, systemCPUTime: 0, fsRead: 0 }),
    getBuiltinModule: () => ({ getHeapStatistics: () => ({ heap_size_limit: 2 * GIB }) }),
    on: () => {},
    off: () => {},
  },
});
// A page from a file is not isolated from others, so it has no shared memory; with one thread none is needed.
if (typeof SharedArrayBuffer === 'undefined') Object.assign(globalThis, { SharedArrayBuffer: ArrayBuffer });
// A stack costs most of an error, and a page with a million missing files makes some for each.
Object.assign(Error, { stackTraceLimit: 0 });
