/** What the page and its worker say to each other. */
import type { PlannedHash } from '../node/hashed-before.ts';
import type { MemberTable } from './members.ts';

export interface PageFile {
  /** Relative, with `/` between its names. */
  readonly path: string;
  readonly file: File;
}

export interface KnownFile {
  readonly planned: PlannedHash;
  readonly hex: string;
}

/** A question about what was judged; the paths are those of the verdicts. */
export type Question =
  | { readonly about: 'members' | 'show' | 'why' | 'runs' | 'reports' | 'corridors'; readonly path: string }
  | { readonly about: 'report'; readonly path: string; readonly member: string }
  | { readonly about: 'diff'; readonly old: string; readonly path: string };

/**
 * Whom the person at the page trusts, as the options of `custody verify` name it. The files are not part of what is judged: nothing that was
 * delivered can take the place of one.
 */
export interface Trusted {
  readonly files: readonly PageFile[];
  readonly policy: string | null;
  /** `sha256:` and hex: the policy has to be this one. */
  readonly policyDigest: string | null;
  readonly keys: readonly string[];
  readonly allowedSigners: string | null;
  /** Roots of Sigstore (JSON), and certificates of authorities (PEM). */
  readonly roots: readonly string[];
  readonly tsaRoots: readonly string[];
  readonly identity: string | null;
  readonly issuer: string | null;
  /** The namespace that an SSH signature must have; null for `file`. */
  readonly namespace: string | null;
}

export type ToWorker =
  /** The code of the workers that hash. It is sent before anything else; without it, this worker hashes by itself. */
  | { readonly kind: 'prepare'; readonly hashing: Blob }
  | Judge
  | { readonly kind: 'ask'; readonly number: number; readonly question: Question };

export interface Judge {
  readonly kind: 'judge';
  readonly files: readonly PageFile[];
  /** What is to be judged, as on the command line. */
  readonly given: string;
  readonly root: string | null;
  /** Hashes that an earlier worker has computed. */
  readonly known: readonly KnownFile[];
  /** Whom the person trusts; null if nobody is named. */
  readonly trusted: Trusted | null;
  /** The time for which signatures are judged, in milliseconds since 1970. */
  readonly at: number;
}

export type FromWorker =
  | {
      readonly kind: 'progress';
      readonly files: number;
      readonly bytes: number;
      readonly ofFiles: number;
      readonly ofBytes: number;
      /** The number of bytes of documents and archives that were read. */
      readonly read: number;
      readonly fresh: readonly KnownFile[];
    }
  /** `shown` is what the page draws, where the whole is too long for it; `findings` is how many each verdict has. */
  | { readonly kind: 'judged'; readonly json: Uint8Array; readonly shown: Uint8Array | null; readonly findings: readonly number[] }
  | { readonly kind: 'answer'; readonly number: number; readonly answer: MemberTable | string | null; readonly error: string | null }
  | { readonly kind: 'failed'; readonly message: string };
