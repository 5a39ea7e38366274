/**
 * `verdict.v0`: the answer of every kind of evidence in one form, and `verdicts.v0`, several of them.
 *
 *     {"coverage":{"expected":2,"extra":0,"failed":1,"not_selected":0,"skipped":0,"verified":1},"digest":"sha256:…",
 *      "findings":[{"code":"HASH_MISMATCH","found":"sha256:…","message":"…","next_command":null,"path":"a.csv","wanted":"sha256:…"}],
 *      "id":"sha256:…","kind":"lock","not_checked":[],"outcome":"FAILED","path":"dec.lock.json","report":{…},
 *      "root":{"how":"beside","path":"."},"version":"verdict.v0"}
 *
 * `coverage` is an equation that always closes: expected = verified + failed + skipped + not_selected. What was not read is never verified.
 * Findings are a list that can be read again and again and is never copied: a million of them are written in pieces.
 */
import { ByteWriter } from '#core/bytes/writer';
import type { JsonObject } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import { policyDocument, type SignedBy, signatureDocument } from '#sign/judged';

const VERDICT_VERSION = 'verdict.v0';
const VERDICTS_VERSION = 'verdicts.v0';

/**
 * What was judged; the table of kinds says how each is recognised. A `file` is any other file that is judged by its signatures; a
 * `model` is a folder or file whose signature names all files.
 */
export type KindName =
  | 'lock'
  | 'pack'
  | 'pack-archive'
  | 'pack-store'
  | 'chain-lock'
  | 'snapshot'
  | 'stack-lock'
  | 'ledger'
  | 'records'
  | 'file'
  | 'model';

/** Ordered from best to worst. */
export const OUTCOMES = ['OK', 'PARTIAL', 'FAILED', 'REFUSED'] as const;

/**
 * OK: everything that was asked for was read and is as it should be. PARTIAL: nothing is wrong, but not everything could be checked.
 * FAILED: something is wrong. REFUSED: it could not be judged.
 */
export type Outcome = (typeof OUTCOMES)[number];

/** Counts of members: files of a lock or pack, elements of a chain, claims of a stack, lines of a ledger, records of a stream. */
export interface Coverage {
  /** How many the evidence names. It is the sum of the next four. */
  readonly expected: number;
  /** Read, and as the evidence says. */
  readonly verified: number;
  /** Missing, or not as the evidence says. */
  readonly failed: number;
  /** Could not be checked: not readable, no root, or the evidence itself cannot be trusted. */
  readonly skipped: number;
  /** Left out on request, or accepted as written because nothing can prove it. */
  readonly not_selected: number;
  /** What lies there beyond the expected. */
  readonly extra: number;
}

export interface Finding {
  /** The code of the kind's own report, or of a refusal: HASH_MISMATCH, E_BAD_PACK. */
  readonly code: string;
  /** The member it concerns, relative to the evidence or its root; null if it concerns the whole. */
  readonly path: string | null;
  readonly wanted: string | null;
  readonly found: string | null;
  /** One plain sentence, lower-case, without a final period. */
  readonly message: string;
  /** A command that helps and runs when it is pasted, or null. */
  readonly next_command: string | null;
}

/** The findings, sorted as the kind's own report sorts them. They are made while they are read. */
export interface Findings extends Iterable<Finding> {
  readonly count: number;
}

export interface NotChecked {
  readonly what: string;
  readonly reason: string;
}

/** The folder in which the members were looked for. */
export interface Root {
  /** As shown to the user. */
  readonly path: string;
  /**
   * `option`: given by --root. Otherwise found by the layout: `beside`, the folder that the evidence lies in; `scanned`, a folder beside
   * it, as `lock --scan` leaves it; `above`, one level up; `stated`, where the evidence itself says.
   */
  readonly how: 'option' | 'beside' | 'scanned' | 'above' | 'stated';
}

type Emit = (bytes: Uint8Array) => void;

export interface Verdict {
  /** Null if the thing was not recognised. */
  readonly kind: KindName | null;
  /** The path or URL, as shown to the user. */
  readonly path: string;
  /** The id that the evidence states for itself, or null. */
  readonly id: string | null;
  /** The SHA-256 of its bytes: of the file, or of the document that describes the folder (manifest.json, snapshot.json); null if not read. */
  readonly digest: string | null;
  readonly outcome: Outcome;
  readonly coverage: Coverage;
  readonly findings: Findings;
  readonly notChecked: readonly NotChecked[];
  /** Null if the kind needs none, or none was found. */
  readonly root: Root | null;
  /** Writes the kind's own report, whole and in canonical form; null if there is none. */
  readonly report: ((emit: Emit) => void) | null;
  /** Absent where no signature and no policy was looked at. */
  readonly signed?: SignedBy;
}

export const NO_COVERAGE: Coverage = { expected: 0, verified: 0, failed: 0, skipped: 0, not_selected: 0, extra: 0 };
export const NO_FINDINGS: Findings = { count: 0, *[Symbol.iterator]() {} };

export function findingsOf(list: readonly Finding[]): Findings {
  return { count: list.length, [Symbol.iterator]: () => list[Symbol.iterator]() };
}

/** Throws if the fields contradict each other, which is a bug of the kind that made them. */
export function createVerdict(verdict: Verdict): Verdict {
  const fault = contradiction(verdict);
  if (fault !== null) throw new RangeError(`${verdict.kind} ${verdict.path}: ${fault}`);
  return verdict;
}

function contradiction({ outcome, coverage, findings, notChecked }: Verdict): string | null {
  const { expected, verified, failed, skipped, not_selected } = coverage;
  for (const [name, count] of Object.entries(coverage) as [string, number][])
    if (!Number.isSafeInteger(count) || count < 0) return `coverage.${name} is not a count: ${count}`;
  if (expected !== verified + failed + skipped + not_selected) return `coverage does not close: ${formatSpine({ ...coverage })}`;
  if (failed > 0 && outcome !== 'FAILED' && outcome !== 'REFUSED') return `${failed} failed, but the outcome is ${outcome}`;
  switch (outcome) {
    case 'OK':
      return findings.count + skipped === 0 ? null : `OK with ${findings.count} findings and ${skipped} skipped`;
    case 'PARTIAL':
      return findings.count + skipped + notChecked.length > 0 ? null : 'PARTIAL, but everything was checked';
    case 'FAILED':
      return findings.count > 0 ? null : 'FAILED without a finding';
    case 'REFUSED':
      return verified === 0 && findings.count > 0 ? null : 'REFUSED needs a finding and verifies nothing';
    default:
      return outcome satisfies never;
  }
}

export function worstOutcome(outcomes: Iterable<Outcome>): Outcome {
  let worst = 0;
  for (const outcome of outcomes) worst = Math.max(worst, OUTCOMES.indexOf(outcome));
  return OUTCOMES[worst] as Outcome;
}

/** Something that a search saw and did not judge: a link, a FIFO, a folder below --depth. */
export interface PassedOver {
  readonly path: string;
  readonly reason: string;
}

export interface Verdicts {
  readonly verdicts: readonly Verdict[];
  readonly passedOver: readonly PassedOver[];
  /** How many files the search took for no evidence. */
  readonly unknown: number;
}

/** Writes the canonical bytes, without a final newline, in pieces. */
export function emitVerdict(verdict: Verdict, emit: Emit): void {
  const { kind, path, id, digest, outcome, coverage, findings, notChecked, root, report, signed } = verdict;
  const out = pieces(emit);
  out.text(`{"coverage":${formatSpine({ ...coverage })},"digest":${formatSpine(digest)},"findings":[`);
  let isFirst = true;
  for (const finding of findings) {
    out.text(isFirst ? formatFinding(finding) : `,${formatFinding(finding)}`);
    isFirst = false;
  }
  out.text(`],"id":${formatSpine(id)},"kind":${formatSpine(kind)},"not_checked":[${notChecked.map(formatNotChecked).join(',')}],`);
  out.text(`"outcome":${quote(outcome)},"path":${quote(path)},${policyText(signed)}"report":`);
  out.flush();
  if (report === null) out.text('null');
  else report(emit);
  out.text(`,"root":${root === null ? 'null' : formatSpine({ how: root.how, path: root.path })},`);
  if (signed !== undefined) {
    out.text('"signatures":[');
    signed.signatures.forEach((each, index) => out.text(`${index === 0 ? '' : ','}${formatSpine(signatureDocument(each))}`));
    out.text('],');
  }
  out.text(`"version":${quote(VERDICT_VERSION)}}`);
  out.flush();
}

/** Null if no policy was asked for; absent together with the signatures. */
function policyText(signed: SignedBy | undefined): string {
  if (signed === undefined) return '';
  return `"policy":${signed.policy === null ? 'null' : formatSpine(policyDocument(signed.policy))},`;
}

export function emitVerdicts({ verdicts, passedOver, unknown }: Verdicts, emit: Emit): void {
  const out = pieces(emit);
  const outcome = worstOutcome(verdicts.map((verdict) => verdict.outcome));
  out.text(
    `{"outcome":${quote(outcome)},"passed_over":[${passedOver.map(({ path, reason }) => formatSpine({ path, reason })).join(',')}],`,
  );
  out.text(`"unknown":${unknown},"verdicts":[`);
  verdicts.forEach((verdict, index) => {
    if (index > 0) out.text(',');
    out.flush();
    emitVerdict(verdict, emit);
  });
  out.text(`],"version":${quote(VERDICTS_VERSION)}}`);
  out.flush();
}

function formatFinding({ code, path, wanted, found, message, next_command }: Finding): string {
  return formatSpine({ code, found, message, next_command, path, wanted } satisfies JsonObject);
}

function formatNotChecked({ what, reason }: NotChecked): string {
  return formatSpine({ reason, what } satisfies JsonObject);
}

const PIECE = 1 << 16;

/** Collects text and passes it on in pieces; a piece is a copy that the receiver may keep. */
function pieces(emit: Emit): { text(part: string): void; flush(): void } {
  const buffer = new ByteWriter(PIECE);
  const flush = (): void => {
    if (buffer.length > 0) emit(buffer.view().slice());
    buffer.length = 0;
  };
  return {
    text(part) {
      buffer.text(part);
      if (buffer.length >= PIECE) flush();
    },
    flush,
  };
}
