/** The inner loop: every test that starts no process and no server. */
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { slowTests } from './tests/house/slow-tests.ts';
import whole from './vitest.config.ts';

export default mergeConfig(
  whole,
  defineConfig({
    test: {
      exclude: [...configDefaults.exclude, ...slowTests(import.meta.dirname)],
      setupFiles: ['tests/helpers/no-processes.ts'],
      // These start no process, and do not wait.
      pool: 'threads',
      maxWorkers: '100%',
      env: { CUSTODY_FAST: '1' },
    },
  }),
);
