import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import manifest from './package.json' with { type: 'json' };

/** Of the longest, the longest first: one that came last would leave the other cores idle. */
const LONGEST = [
  'tests/scripts',
  'tests/docs/docs',
  'tests/house/build',
  'tests/faults/fingerprint/hostile',
  'tests/faults/stack',
  'tests/cli/next-command',
  'tests/viewer/',
  'tests/faults/',
  'tests/stack/next-command',
  'tests/scale/',
  'tests/stores/',
  'tests/house/package',
];

/** They wait most of the time, for a browser, a server or a limit: if several of them ran at once, no core would have work. */
const WAITING = [
  'tests/viewer/browser',
  'src/threads/supervised-pool',
  'tests/viewer/pictures',
  'tests/stores/s3-radosgw',
  'tests/scale/slurm',
  'tests/faults/chain/run',
  'tests/faults/path-arguments',
  'tests/evidence/stores',
  'tests/viewer/served',
  'src/chain/ops/run-process',
  'tests/faults/replay/replay',
  'tests/stores/hostile',
  'tests/cli/completions',
  'tests/stores/maintenance',
  'tests/faults/json-limits',
  'tests/faults/progress',
  'tests/keys/signing-program',
];
/** One of them after so many others: about as long as it takes. */
const OTHERS_BETWEEN = 5;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankIn = (names: readonly string[], { moduleId }: TestSpecification): number => {
      const found = names.findIndex((name) => moduleId.includes(`/${name}`));
      return found === -1 ? names.length : found;
    };
    const sorted = (await super.sort(files)).toSorted((a, b) => rankIn(LONGEST, a) - rankIn(LONGEST, b));
    const isWaiting = (file: TestSpecification): boolean => rankIn(WAITING, file) < WAITING.length;
    const waiting = sorted.filter(isWaiting).toSorted((a, b) => rankIn(WAITING, a) - rankIn(WAITING, b));
    const working = sorted.filter((file) => !isWaiting(file));
    return [...working.flatMap((file, at) => (at % OTHERS_BETWEEN === 0 ? [...waiting.splice(0, 1), file] : file)), ...waiting];
  }
}

/**
 * A process is started by a copy of the one that starts it, and takes as long as that one is large: the workers give memory back to the
 * system as soon as they can (glibc; tests/helpers/surroundings.ts takes these settings from what they start).
 */
Object.assign(process.env, { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' });

export default defineConfig({
  define: {
    CUSTODY_VERSION: JSON.stringify(manifest.version),
    CUSTODY_REPOSITORY: JSON.stringify(manifest.repository.url.replace(/^git\+|\.git$/g, '')),
  },
  resolve: { conditions: ['custody-source'] },
  ssr: { resolve: { conditions: ['custody-source'] } },
  test: {
    globalSetup: ['tests/set-up/scratch.ts'],
    setupFiles: ['tests/helpers/surroundings.ts', 'tests/helpers/to-refuse.ts'],
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    // A process is started by a copy of the one that starts it, and all threads together are a large one.
    pool: 'forks',
    isolate: false,
    // Many tests wait, for a process or a moment: one more at once than there are cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Patience costs nothing: a machine that does other work too takes many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
