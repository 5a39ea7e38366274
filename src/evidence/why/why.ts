/**
 * `why.v0`: everything that is known of a file or a digest. Evidence and runs are listed once, with a reference; a finding says how one of them
 * refers to the subject, or to another one, in order of time. Nothing is judged.
 *
 *     {"asked":"a.csv",…,"evidence":[{"ref":"e1","kind":"lock",…},{"ref":"e2","kind":"pack",…}],
 *      "findings":[{"by":"e1","relation":"names","of":"subject","path":"a.csv",…},{"by":"e2","relation":"holds","of":"e1",…}],…}
 */
import type { KindName, PassedOver } from '../verdict.ts';

export interface Why {
  readonly version: 'why.v0';
  /** As it was typed. */
  readonly asked: string;
  readonly outcome: 'FOUND' | 'NOT_FOUND';
  /** False if something that was searched could not be read or recognised. */
  readonly complete: boolean;
  readonly subject: WhySubject;
  /** The paths that evidence and runs have for it; the most frequent first. */
  readonly known_as: readonly KnownAs[];
  readonly evidence: readonly WhyEvidence[];
  readonly runs: readonly WhyRun[];
  /** By time; those without one come last. */
  readonly findings: readonly WhyFinding[];
  readonly searched: readonly Searched[];
  readonly passed_over: readonly PassedOver[];
  /** What could not be read or recognised, and why. */
  readonly unread: readonly PassedOver[];
  /** Always false: what a document says is listed, and nothing is compared with it. */
  readonly judged: false;
}

export interface WhySubject {
  /** `missing`: a path at which there is nothing. */
  readonly kind: 'digest' | 'file' | 'folder' | 'missing';
  /** As it was typed; null for a digest. */
  readonly path: string | null;
  readonly size: number | null;
  readonly digests: readonly SubjectDigest[];
  /** For a digest: the path that asks for a file that has this text as its name. */
  readonly namesake: string | null;
}

export interface SubjectDigest {
  readonly digest: string;
  /**
   * `asked`: given by the user. `bytes`: of the bytes of the file. `stated`: the id that the document states. `tool`: of the content of a
   * tool, without its signature line.
   */
  readonly of: 'asked' | 'bytes' | 'stated' | 'tool';
}

export interface KnownAs {
  readonly path: string;
  readonly digest: string | null;
  readonly count: number;
}

export interface WhyEvidence {
  /** `e1`, `e2`, … */
  readonly ref: string;
  readonly kind: KindName;
  readonly id: string | null;
  readonly digest: string | null;
  readonly created: string | null;
  readonly note: string | null;
  /** Where it lies: the same document may be in a folder, in a pack and in a store. */
  readonly places: readonly WhyPlace[];
}

export interface WhyPlace {
  /** A pack may be in a folder, in an archive, and in a store. */
  readonly kind: KindName;
  readonly path: string;
  /** The tags of a pack in a store. */
  readonly tags: readonly string[];
}

export interface WhyRun {
  /** `r1`, `r2`, … */
  readonly ref: string;
  readonly id: string | null;
  readonly time: string | null;
  readonly tool: string | null;
  readonly tool_version: string | null;
  readonly outcome: string | null;
  readonly exit_code: number | null;
  /** What the run was about, in words. */
  readonly about: string;
  readonly ledger: string;
  readonly line: number;
  /** Whether the record has the id that its content gives; false if it was edited. */
  readonly id_matches: boolean;
}

/**
 * By evidence: `names` it in a list, `holds` it as a member of a pack, `is` it. By a run: `read`, `wrote`, `mentions` it as a parameter, `is`
 * it. `same-path`: the path with other bytes, or without a digest. `output`: the evidence is what the run wrote.
 */
export type Relation = 'names' | 'holds' | 'is' | 'read' | 'wrote' | 'mentions' | 'same-path' | 'output';

export interface WhyFinding {
  /** The reference of evidence or a run. */
  readonly by: string;
  readonly relation: Relation;
  /** `subject`, or a reference. */
  readonly of: string;
  /** The path there, or null. */
  readonly path: string | null;
  readonly digest: string | null;
  readonly size: number | bigint | null;
  /** When the evidence was made, or the run took place, as it states. */
  readonly time: string | null;
}

export interface Searched {
  readonly kind: 'place' | 'ledger';
  readonly path: string;
  /** How many pieces of evidence, or lines. */
  readonly found: number;
  /** How many other files. */
  readonly other: number;
  /** False for a ledger that does not exist. */
  readonly exists: boolean;
}

export const SUBJECT = 'subject';
