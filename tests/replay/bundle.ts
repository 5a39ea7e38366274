/**
 * Bundles on disk, and `custody replay` run on them in process, through the same `run(context)` that `main` calls.
 *
 *     makeBundle(join(folder, 'demo'), { 'snapshot.json': '{"expected_hash_v1":""}' });
 *     replay(folder, 'verify', '--bundle', 'demo')     { exit: 2, result: { ok: false, … }, out: '{\n  "ok": …', err: '' }
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '#cli/run';
import { fakeContext } from '../helpers/fake-context.ts';

/** By the path inside the bundle. */
export type BundleFiles = Readonly<Record<string, string | Uint8Array>>;

export interface ReplayResult {
  readonly ok: boolean;
  readonly ref: string;
  readonly expected: string;
  readonly got: string;
  readonly hash_alg: string;
  readonly canonical_scope: string;
  readonly trace: readonly string[];
  readonly errors?: readonly string[];
  readonly message: string;
  readonly wrote_expected: boolean;
  readonly write_blocked: boolean;
  readonly write_reason: string;
  readonly profile: string;
  readonly files?: readonly { readonly file: string; readonly bytes_hash: string }[];
}

export interface Replayed {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  /** What is on standard output, which must be one JSON object. */
  readonly result: ReplayResult;
}

/** The bundle holds these files and no others. */
export function makeBundle(root: string, files: BundleFiles): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

export async function replay(cwd: string, ...words: readonly string[]): Promise<Replayed> {
  const context = fakeContext('custody', { argv: ['replay', ...words, '--no-witness'], cwd });
  const exit = await run(context);
  return { exit, out: context.out(), err: context.err(), result: JSON.parse(context.out()) as ReplayResult };
}
