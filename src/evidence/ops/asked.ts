/** What the caller of the front door asks for, and what every kind gives it (`contract.ts`), on this machine. */
import type { Watch } from '#hashing/watch';
import type { SampleQuestion } from '#lock/sample';
import type { LoadedPolicy } from '#sign/ops/policy-file';
import type { TimestampTrust } from '#sign/ops/time/trust';
import type { Trust } from '#sign/ops/trust';
import type { Described, Place } from '../contract.ts';
import type { Verdict } from '../verdict.ts';
import type { LentPool } from './lent-pool.ts';

export interface Asked {
  /** Where the members lie, for a kind whose members lie elsewhere; null to find it by the layout. */
  readonly root: Place | null;
  /** Read only a sample of the members of a lock; all if absent. */
  readonly sample?: SampleQuestion | undefined;
  /** The store from which files are read that a pack refers to; none is read if absent. */
  readonly store?: string | undefined;
  /** Judge the document alone; read no member. */
  readonly selfOnly: boolean;
  readonly threads: number | undefined;
  /** For a caller that judges many things; it closes the pool at the end. */
  readonly pools?: LentPool | undefined;
  readonly watch: Watch | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The time, in milliseconds since 1970, for which a deployment lock is judged besides its own; it has to be as locked then, too. */
  readonly at?: number | null;
  /** Of tool chains only the project can be seen, as in a browser: what a lock pins in another space is not checked. */
  readonly projectOnly?: boolean;
  readonly plainHttp: boolean;
  /** Additional certificate authorities for a store; an absolute path. */
  readonly caFile: string | undefined;
  /** Who is trusted; absent where nobody is named, so that seals are by unknown keys. */
  readonly signatures?: AskedSignatures;
  /** Keys, lists of signers and roots that are trusted for signatures of other programs; absent where none is named. */
  readonly trust?: Trust | undefined;
}

/** The document alone is read, and nothing of it judged. */
export const ONLY_READ = { root: null, selfOnly: true, threads: undefined, watch: undefined, caFile: undefined } as const;

export interface AskedSignatures {
  readonly policy: LoadedPolicy | null;
  /** Whose timestamps are trusted, without a policy; null with one, which names its own. */
  readonly authorities: TimestampTrust | null;
  /** The time for which is judged, in milliseconds since 1970. */
  readonly at: number;
}

export interface KindOps {
  /** Throws `Refusal` if it cannot be judged. */
  judge(place: Place, asked: Asked): Verdict | Promise<Verdict>;
  /** Throws `Refusal` if it cannot be read. */
  describe(place: Place, asked: Asked): Described | Promise<Described>;
}
