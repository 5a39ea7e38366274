/** By which policy signatures are judged, and what is asked for besides. */
import type { AskedSignatures } from '#evidence/ops/asked';
import { readPolicy, withWishes } from '#sign/ops/policy-file';
import { parseWishes, type WishTexts } from '#sign/policy/stricter';
import { absolute } from '../given-path.ts';
import { instantFrom } from '../instant-from.ts';

export interface PolicySettings {
  /** The file of a policy by which signatures are judged, or a list of signers of OpenSSH. */
  readonly policy?: string;
  /** The digest that the policy must have, `sha256:` and hex. */
  readonly policyDigest?: string;
  /** The time for which the policy is judged; the default is now. */
  readonly at?: string | Date;
  /** What is asked for besides the policy. It can only make the policy stricter. */
  readonly stricter?: StricterSettings;
}

export interface StricterSettings {
  /** Who has to have signed: `2 of [reviewer, auditor]`. */
  readonly require?: string;
  /** Signatures made before, or then and later, do not count: RFC 3339. */
  readonly notBefore?: string;
  readonly notAfter?: string;
  /** Older signatures do not count: `30d`. */
  readonly maxAge?: string;
  /** Signatures without a trusted timestamp do not count. */
  readonly requireTimestamp?: boolean;
  /** Only signatures by these count: `ed25519`, `ecdsa-p256`, … */
  readonly algorithms?: readonly string[];
  /** SSH signatures for anything else do not count. */
  readonly namespace?: string;
}

/** Undefined without a policy. Throws `Refusal` or `RangeError`. */
export function askedPolicy({ policy, policyDigest, at, stricter }: PolicySettings): AskedSignatures | undefined {
  if (policy === undefined) {
    if (policyDigest !== undefined) throw new RangeError('expected a policy for policyDigest');
    if (stricter !== undefined) throw new RangeError('expected a policy that is made stricter');
    return undefined;
  }
  const loaded = readPolicy({ given: policy, path: absolute(policy) }, { digest: policyDigest ?? null });
  const wishes = stricter === undefined ? null : parseWishes({ ...NONE, ...stricter });
  if (wishes !== null && 'wish' in wishes) throw new RangeError(`${wishes.wish}: ${wishes.message}`);
  return {
    policy: wishes === null ? loaded : withWishes(loaded, wishes),
    authorities: null,
    at: at === undefined ? Date.now() : instantFrom(at, 'at'),
  };
}

const NONE: WishTexts = {
  require: null,
  notBefore: null,
  notAfter: null,
  maxAge: null,
  requireTimestamp: false,
  algorithms: null,
  namespace: null,
};
