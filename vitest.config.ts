import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import manifest from './package.json' with { type: 'json' };

/** Of the longest, the longest first: one that came last would leave the other cores idle. */
const LONGEST = ['scripts', 'house/build', 'docs/docs', 'faults/', 'cli/next-command', 'stack/next-command', 'stores/'].map(
  (name) => `/tests/${name}`,
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.includes(name));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  define: { CUSTODY_VERSION: JSON.stringify(manifest.version) },
  resolve: { conditions: ['custody-source'] },
  ssr: { resolve: { conditions: ['custody-source'] } },
  test: {
    setupFiles: ['tests/helpers/surroundings.ts', 'tests/helpers/to-refuse.ts'],
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    // Most tests wait for processes of their own: as many at once as there are cores.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
  },
});
