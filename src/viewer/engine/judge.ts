/**
 * Judges the files that were given to the page, with the program's own code, and gives the bytes that `custody verify --json` prints.
 *
 *     const engine = await newEngine(tree, question);
 *     for (const planned of await engine.plan()) engine.remember(planned, await hash(planned));
 *     await engine.judge()
 */
import type { Asked } from '#evidence/ops/asked';
import { type FoundThings, findEvidence } from '#evidence/ops/find';
import { judgeEvidence } from '#evidence/ops/verify';
import { emitVerdict, emitVerdicts, type Verdict } from '#evidence/verdict';
import { mount, watchReads } from '../node/fs.ts';
import type { FolderNode } from '../node/given-files.ts';
import { endPlan, type PlannedHash, rememberHash, startPlan } from '../node/hashed-before.ts';
import { loadHashers } from '../node/hashers.ts';
import type { Judge } from './messages.ts';
import { ASKED, askedTrust, placeOf } from './page-options.ts';
import { shortVerdict } from './short-verdict.ts';

export interface Engine {
  /** The files that will be hashed, without those that are remembered. */
  plan(): Promise<readonly PlannedHash[]>;
  remember(planned: PlannedHash, hex: string): void;
  judge(): Promise<Written>;
}

export interface Written {
  /** `verdict.v0`, or `verdicts.v0` for several. */
  readonly json: Uint8Array;
  /** The verdict with fewer findings, if a page cannot draw all of them; otherwise null. */
  readonly shown: Uint8Array | null;
  /** The number of findings of each verdict. */
  readonly findings: readonly number[];
}

let last: readonly Verdict[] = [];

/** What was judged last at this path. */
export function verdictOn(path: string): Verdict | null {
  return last.find((verdict) => verdict.path === path) ?? null;
}

export interface EngineQuestion extends Pick<Judge, 'given' | 'root' | 'trusted' | 'at'> {
  /** The files of `trusted`. */
  readonly trustedTree: FolderNode;
}

/** `onRead` receives the number of bytes of each read. Throws `Refusal` if what is trusted cannot be read. */
export async function newEngine(tree: FolderNode, question: EngineQuestion, onRead: (bytes: number) => void = () => {}): Promise<Engine> {
  await loadHashers();
  mount(tree, question.trustedTree);
  watchReads(onRead);
  const { given, root, trusted, at } = question;
  const asked = { ...ASKED, root: root === null ? null : placeOf(root), ...askedTrust(trusted, at) };
  // The evidence is searched only once: a browser takes half a millisecond to open a file, and given files do not change. What is trusted is
  // never part of it.
  const things = await findEvidence(placeOf(given), { depth: null, policy: null });
  let whole: Judged | null = null;
  return {
    async plan() {
      startPlan();
      const judged = await verdictsOn(things, asked);
      const { planned, isComplete } = endPlan();
      if (isComplete) whole = judged;
      return planned;
    },
    remember: rememberHash,
    judge: async () => allWritten(whole ?? (await verdictsOn(things, asked))),
  };
}

type Judged = Omit<FoundThings, 'found'> & { readonly verdicts: readonly Verdict[] };

async function verdictsOn({ found, passedOver, unknown }: FoundThings, asked: Asked): Promise<Judged> {
  const verdicts: Verdict[] = [];
  for (const each of found) verdicts.push(await judgeEvidence(each, asked));
  return { verdicts, passedOver, unknown };
}

/** A longer document is not drawn: reading it would stop the page for seconds. */
const MAX_SHOWN = 1 << 22;

function allWritten(judged: Judged): Written {
  last = judged.verdicts;
  const json = written(judged);
  const findings = last.map((verdict) => verdict.findings.count);
  const shown = json.length > MAX_SHOWN ? written({ ...judged, verdicts: last.map(shortVerdict) }) : null;
  return { json, shown, findings };
}

/** As `custody verify --json` does it. */
function written({ verdicts, passedOver, unknown }: Judged): Uint8Array {
  const pieces: Uint8Array[] = [];
  const emit = (bytes: Uint8Array): void => void pieces.push(bytes);
  const [first] = verdicts;
  if (first !== undefined && verdicts.length === 1 && passedOver.length === 0) emitVerdict(first, emit);
  else emitVerdicts({ verdicts, passedOver, unknown }, emit);
  emit(new Uint8Array([10]));
  return joined(pieces);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
