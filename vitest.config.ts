import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import manifest from './package.json' with { type: 'json' };

/** Of the longest, the longest first: one that came last would leave the other cores idle. */
const LONGEST = [
  'scripts',
  'docs/docs',
  'house/build',
  'faults/fingerprint/hostile',
  'faults/stack',
  'cli/next-command',
  'faults/',
  'stack/next-command',
  'scale/',
  'stores/',
  'house/package',
].map((name) => `/tests/${name}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.includes(name));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
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
