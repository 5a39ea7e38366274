/** The documents that the worker gives: `verdict.v0`, or `verdicts.v0`. */
import type { Coverage, Finding, KindName, NotChecked, Outcome, PassedOver, Root } from '#evidence/verdict';
import type { JudgedPolicy, JudgedSignature } from '#sign/judged';

export type { Coverage, Finding, NotChecked, Outcome };

/** A finding of a signature is written as two fields of it. */
export type SignatureDocument = Omit<JudgedSignature, 'finding'> & { readonly code: string | null; readonly message: string | null };
export type PolicyDocument = Omit<JudgedPolicy, 'findings'>;

export interface VerdictDocument {
  readonly version: 'verdict.v0';
  readonly kind: KindName | null;
  readonly path: string;
  readonly id: string | null;
  readonly digest: string | null;
  readonly outcome: Outcome;
  readonly coverage: Coverage;
  readonly findings: readonly Finding[];
  readonly not_checked: readonly NotChecked[];
  readonly root: Root | null;
  /** The report of the kind itself. */
  readonly report: object | null;
  /** Absent where no signature and no policy was looked at. */
  readonly signatures?: readonly SignatureDocument[];
  readonly policy?: PolicyDocument | null;
}

interface VerdictsDocument {
  readonly version: 'verdicts.v0';
  readonly outcome: Outcome;
  readonly verdicts: readonly VerdictDocument[];
  readonly passed_over: readonly PassedOver[];
  readonly unknown: number;
}

export interface Answer {
  readonly bytes: Uint8Array;
  readonly outcome: Outcome;
  readonly verdicts: readonly VerdictDocument[];
  readonly passedOver: readonly PassedOver[];
  readonly unknown: number;
}

export function readAnswer(bytes: Uint8Array): Answer {
  const document = JSON.parse(new TextDecoder().decode(bytes)) as VerdictDocument | VerdictsDocument;
  if (document.version === 'verdict.v0') return { bytes, outcome: document.outcome, verdicts: [document], passedOver: [], unknown: 0 };
  const { outcome, verdicts, passed_over: passedOver, unknown } = document;
  return { bytes, outcome, verdicts, passedOver, unknown };
}
