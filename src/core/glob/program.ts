/**
 * A glob as a state machine that can be in several states at once. So the time for any glob, even a hostile one, is at most its length
 * times the length of the path.
 *
 *     runProgram(compileNodes(nodes), 'data/a.csv')
 */
import type { GlobNode } from './syntax.ts';

type Step =
  | { readonly kind: 'char'; readonly code: number }
  | { readonly kind: 'not-slash' }
  | { readonly kind: 'anything' }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly ranges: readonly (readonly [number, number])[] }
  | { kind: 'fork'; first: number; second: number }
  | { readonly kind: 'end' };

export interface GlobProgram {
  readonly steps: readonly Step[];
  /** For each step, the position in the path at which it was last entered. The array is reused by every run. */
  readonly seen: Int32Array;
}

const slash = 0x2f;

export function compileNodes(nodes: readonly GlobNode[]): GlobProgram {
  const steps: Step[] = [];
  for (const node of nodes) emit(steps, node);
  steps.push({ kind: 'end' });
  return { steps, seen: new Int32Array(steps.length) };
}

function emit(steps: Step[], node: GlobNode): void {
  switch (node.kind) {
    case 'char':
    case 'class':
      steps.push(node);
      return;
    case 'any':
      steps.push({ kind: 'not-slash' });
      return;
    case 'star':
      emitRepeated(steps, { kind: 'not-slash' });
      return;
    case 'components':
      emitRepeated(steps, { kind: 'anything' });
      return;
    case 'components-slash':
      emitForks(steps, [[], [{ kind: 'components' }, { kind: 'char', code: slash }]]);
      return;
    case 'either':
      emitForks(steps, node.branches);
      return;
    default:
      node satisfies never;
  }
}

function emitRepeated(steps: Step[], step: Step): void {
  const start = steps.length;
  steps.push({ kind: 'fork', first: start + 1, second: start + 3 }, step, { kind: 'fork', first: start, second: start });
}

function emitForks(steps: Step[], branches: readonly (readonly GlobNode[])[]): void {
  const exits: { first: number; second: number }[] = [];
  branches.forEach((branch, i) => {
    const fork = { kind: 'fork' as const, first: steps.length + 1, second: steps.length + 1 };
    steps.push(fork);
    for (const node of branch) emit(steps, node);
    const exit = { kind: 'fork' as const, first: 0, second: 0 };
    steps.push(exit);
    exits.push(exit);
    if (i < branches.length - 1) fork.second = steps.length;
  });
  for (const exit of exits) exit.first = exit.second = steps.length;
}

export function runProgram(program: GlobProgram, path: string): boolean {
  const { steps, seen } = program;
  seen.fill(-1);
  let states: number[] = [];
  let following: number[] = [];
  enter(program, states, 0, 0);
  for (let at = 0; at < path.length; ) {
    const code = path.codePointAt(at) as number;
    at += code > 0xffff ? 2 : 1;
    for (const state of states) {
      if (accepts(steps[state] as Step, code)) enter(program, following, state + 1, at);
    }
    if (following.length === 0) return false;
    [states, following] = [following, states];
    following.length = 0;
  }
  return seen[steps.length - 1] === path.length;
}

/** Adds the state and all states that its forks lead to, each at most once per character. */
function enter(program: GlobProgram, states: number[], state: number, at: number): void {
  const open = [state];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (program.seen[next] === at) continue;
    program.seen[next] = at;
    const step = program.steps[next] as Step;
    if (step.kind === 'fork') open.push(step.first, step.second);
    else states.push(next);
  }
}

function accepts(step: Step, code: number): boolean {
  switch (step.kind) {
    case 'char':
      return step.code === code;
    case 'not-slash':
      return code !== slash;
    case 'anything':
      return true;
    case 'class':
      return code !== slash && step.ranges.some(([from, to]) => from <= code && code <= to) !== step.isNegated;
    default:
      return false;
  }
}
