/** The documents that the worker gives: `verdict.v0`, or `verdicts.v0`. */
import type { Coverage, Finding, KindName, NotChecked, Outcome, PassedOver, Root } from '#evidence/verdict';
import type { JudgedPolicy, JudgedSignature } from '#sign/judged';
import type { FromWorker } from '../engine/messages.ts';

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
  /** What can be saved. */
  readonly bytes: Uint8Array;
  readonly outcome: Outcome;
  readonly verdicts: readonly VerdictDocument[];
  /** The number of findings of each verdict; the verdicts here may have fewer of them. */
  readonly findings: readonly number[];
  readonly passedOver: readonly PassedOver[];
  readonly unknown: number;
}

export function readAnswer({ json, shown, findings }: Omit<Extract<FromWorker, { kind: 'judged' }>, 'kind'>): Answer {
  const document = JSON.parse(new TextDecoder().decode(shown ?? json)) as VerdictDocument | VerdictsDocument;
  const whole = { bytes: json, findings, outcome: document.outcome };
  if (document.version === 'verdict.v0') return { ...whole, verdicts: [document], passedOver: [], unknown: 0 };
  const { verdicts, passed_over: passedOver, unknown } = document;
  return { ...whole, verdicts, passedOver, unknown };
}
