/** The documents that the worker gives: `verdict.v0`, or `verdicts.v0`. */
export interface Finding {
  readonly code: string;
  readonly path: string | null;
  readonly wanted: string | null;
  readonly found: string | null;
  readonly message: string;
  readonly next_command: string | null;
}

export type Outcome = 'OK' | 'PARTIAL' | 'FAILED' | 'REFUSED';

export interface Coverage {
  readonly expected: number;
  readonly verified: number;
  readonly failed: number;
  readonly skipped: number;
  readonly not_selected: number;
  readonly extra: number;
}

export interface VerdictDocument {
  readonly version: 'verdict.v0';
  readonly kind: string | null;
  readonly path: string;
  readonly id: string | null;
  readonly digest: string | null;
  readonly outcome: Outcome;
  readonly coverage: Coverage;
  readonly findings: readonly Finding[];
  readonly not_checked: readonly { readonly what: string; readonly reason: string }[];
  readonly root: { readonly path: string; readonly how: string } | null;
  /** The report of the kind itself. */
  readonly report: object | null;
}

interface VerdictsDocument {
  readonly version: 'verdicts.v0';
  readonly outcome: Outcome;
  readonly verdicts: readonly VerdictDocument[];
  readonly passed_over: readonly { readonly path: string; readonly reason: string }[];
  readonly unknown: number;
}

export interface Answer {
  readonly bytes: Uint8Array;
  readonly outcome: Outcome;
  readonly verdicts: readonly VerdictDocument[];
  readonly passedOver: VerdictsDocument['passed_over'];
  readonly unknown: number;
}

export function readAnswer(bytes: Uint8Array): Answer {
  const document = JSON.parse(new TextDecoder().decode(bytes)) as VerdictDocument | VerdictsDocument;
  if (document.version === 'verdict.v0') return { bytes, outcome: document.outcome, verdicts: [document], passedOver: [], unknown: 0 };
  const { outcome, verdicts, passed_over: passedOver, unknown } = document;
  return { bytes, outcome, verdicts, passedOver, unknown };
}
