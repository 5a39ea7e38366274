import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };

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
    testTimeout: 60_000,
  },
});
