/**
 * Hashes of files that were computed before the judging. The judging code does not wait, so it cannot ask the browser's own SHA-256, which
 * is five times as fast as WebAssembly, nor can it be stopped. So the evidence is judged twice: the first time only to learn which files it
 * would hash (a plan), the second time with their hashes. Where it hashes no file, the first time is enough.
 */
import type { Algorithm } from '#core/ports';

export interface KnownHash {
  readonly size: number;
  readonly hex: string;
}

export interface PlannedHash {
  readonly path: string;
  readonly algorithm: Algorithm;
  readonly size: number;
}

const known = new Map<string, KnownHash>();
let plan: Map<string, PlannedHash> | null = null;

const nameOf = (path: string, algorithm: Algorithm): string => `${algorithm}:${path}`;

export function rememberHash({ path, algorithm, size }: PlannedHash, hex: string): void {
  known.set(nameOf(path, algorithm), { size, hex });
}

export function hashedBefore(path: string, algorithm: Algorithm): KnownHash | null {
  return known.get(nameOf(path, algorithm)) ?? null;
}

/** Until `endPlan`, files are not hashed but noted. */
export function startPlan(): void {
  plan = new Map();
}

export interface Plan {
  /** What is left to hash. */
  readonly planned: readonly PlannedHash[];
  /** No hash was missing: what was judged meanwhile is final. */
  readonly isComplete: boolean;
}

export function endPlan(): Plan {
  const noted = [...(plan?.values() ?? [])];
  plan = null;
  return { planned: noted.filter(({ path, algorithm }) => hashedBefore(path, algorithm) === null), isComplete: noted.length === 0 };
}

/** False if no plan is made now. */
export function addToPlan(planned: PlannedHash): boolean {
  plan?.set(nameOf(planned.path, planned.algorithm), planned);
  return plan !== null;
}
