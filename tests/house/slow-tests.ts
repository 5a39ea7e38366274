/**
 * Which test files may start processes or servers: those that import one of Node's modules for it or a helper that does, and those named here,
 * of the parts of the program that start other programs. All others are fast, and `npm run test:fast` runs them (vitest.fast.config.ts);
 * there a process is an error (tests/helpers/no-processes.ts).
 *
 *     slowTests('/home/me/custody')     ['src/chain/ops/run.test.ts', 'tests/faults/kills.test.ts', …]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const STARTERS = /^node:(?:child_process|cluster|dgram|http|http2|https|net|tls)$/;
const RUN_PROGRAMS: readonly string[] = [
  'src/chain/ops/run.test.ts',
  'src/chain/ops/run-process.test.ts',
  'src/library/chain-run.test.ts',
  'src/store/oci/docker-credentials.test.ts',
  'src/store/s3/settings.test.ts',
  'tests/fingerprint/limits.test.ts',
  'tests/helpers/script.test.ts',
  'tests/keys/signing-program.test.ts',
];

export function slowTests(root: string): readonly string[] {
  const isSlow = slowness((path) => readFileSync(join(root, path), 'utf8'));
  const files = ['src', 'tests'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(top, name)),
  );
  return files.filter((path) => path.endsWith('.test.ts') && (RUN_PROGRAMS.includes(path) || isSlow(path))).sort();
}

/** By the text of a file below the root, `tests/helpers/script.ts`. */
export function slowness(textOf: (path: string) => string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return function isSlow(path: string): boolean {
    const before = known.get(path);
    if (before !== undefined) return before;
    // Of two that import each other, the one that was asked first decides.
    known.set(path, false);
    const slow = staticImports(textOf(path)).some((specifier) => {
      if (STARTERS.test(specifier)) return true;
      const target = posix.join(posix.dirname(path), specifier);
      return specifier.startsWith('.') && target.startsWith('tests/') && isSlow(target);
    });
    known.set(path, slow);
    return slow;
  };
}

/** What a file loads when it is loaded itself; types are not. */
function staticImports(text: string): readonly string[] {
  return [...text.matchAll(/^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s+)?'([^'\n]+)'/gm)].map(
    ([, specifier]) => specifier as string,
  );
}
