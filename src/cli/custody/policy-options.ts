/** `--policy FILE` and `--policy-digest`: by which policy `custody verify` judges, and what is asked for besides. Without them, a policy in
 * the working folder is used. */
import type { JsonObject } from '#core/json/value';
import { isUrl } from '#core/shell-words';
import { isTaken } from '#disk/path/is-taken';
import { isInside } from '#disk/path/real-path';
import type { Asked, AskedSignatures } from '#evidence/ops/asked';
import { parseWishes, type Wishes, type WishTexts } from '#sign/policy/stricter';
import { POLICY_NAME } from '#sign/policy/template';
import { type Invocation, UsageError } from '../command.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** What a policy says itself, or what could make it weaker. */
const NOT_WITH_POLICY: Readonly<Record<string, string>> = {
  '--tsa-root': 'which names its own authorities',
  '--at': 'which is judged for the present time',
  '--nonce': 'which judges who signed',
  '--ignore-unsigned-files': 'which covers all files',
};

/** `--signature`: a policy counts only if it is named. */
export async function askedSignatures(invocation: Invocation): Promise<Pick<Asked, 'signatures'>> {
  const given = policyName(invocation);
  const digest = pinnedDigest(invocation);
  const wishes = wishesAsked(invocation, given !== null);
  if (given === null) {
    if (digest !== null) throw new UsageError('--policy-digest needs --policy');
    if (wishes !== null) throw new UsageError(`${wishes.flag} makes a policy stricter, and needs --policy`);
    const roots = invocation.values('--tsa-root').map((root) => ({ given: root, path: invocation.resolve(root) }));
    if (roots.length === 0 || invocation.has('--signature')) return {};
    const { readAuthorities } = await import('#sign/ops/trust');
    return { signatures: { policy: null, authorities: readAuthorities(roots), at: wholeSeconds(invocation) } };
  }
  const misplaced = Object.keys(NOT_WITH_POLICY).find((name) => invocation.has(name));
  if (misplaced !== undefined)
    throw new UsageError(`expected either ${misplaced} or the policy ${given}, ${NOT_WITH_POLICY[misplaced]}, found both`);
  return { signatures: await signaturesBy(invocation, { given, digest, wishes: wishes?.wishes ?? null }) };
}

interface NamedPolicy {
  readonly given: string;
  readonly digest: string | null;
  readonly wishes: Wishes | null;
}

async function signaturesBy(invocation: Invocation, { given, digest, wishes }: NamedPolicy): Promise<AskedSignatures> {
  const { readPolicy, withWishes } = await import('#sign/ops/policy-file');
  const policy = readPolicy({ given, path: invocation.resolve(given) }, { digest });
  return { policy: wishes === null ? policy : withWishes(policy, wishes), authorities: null, at: wholeSeconds(invocation) };
}

const WISHES: Readonly<Record<keyof Omit<WishTexts, 'namespace'>, string>> = {
  require: '--require',
  notBefore: '--not-before',
  notAfter: '--not-after',
  maxAge: '--max-age',
  requireTimestamp: '--require-timestamp',
  algorithms: '--algorithms',
};

/** Null if there is none; `flag` is the first of them. `--namespace` alone is no wish: without a policy it says which signatures are meant. */
function wishesAsked({ value, has }: Invocation, hasPolicy: boolean): { readonly wishes: Wishes; readonly flag: string } | null {
  const flag = Object.values(WISHES).find((name) => has(name));
  if (flag === undefined && !(hasPolicy && has('--namespace'))) return null;
  const wishes = parseWishes({
    require: value('--require') ?? null,
    notBefore: value('--not-before') ?? null,
    notAfter: value('--not-after') ?? null,
    maxAge: value('--max-age') ?? null,
    requireTimestamp: has('--require-timestamp'),
    algorithms: value('--algorithms')?.split(',') ?? null,
    namespace: value('--namespace') ?? null,
  });
  if ('wish' in wishes) throw new UsageError(`${WISHES[wishes.wish as keyof typeof WISHES]}: ${wishes.message}`);
  return { wishes, flag: flag ?? '--namespace' };
}

/** Null if none is pinned. */
export function pinnedDigest({ value }: Invocation): string | null {
  const digest = value('--policy-digest') ?? null;
  if (digest !== null && !DIGEST.test(digest)) throw new UsageError(`--policy-digest needs sha256: and 64 hex digits, found '${digest}'`);
  return digest;
}

/** A policy that lies in a folder that is judged came with it, and is used only if it is named. */
function policyName(invocation: Invocation): string | null {
  const { args, has, resolve, value } = invocation;
  const named = value('--policy');
  if (named !== undefined) return named;
  if (has('--signature') || !isTaken(resolve(POLICY_NAME))) return null;
  const judged = (args.length === 0 ? ['.'] : args).filter((given) => !isUrl(given));
  return judged.some((given) => isInside(resolve(given), resolve('.'))) ? null : POLICY_NAME;
}

/** The file of the policy that is in force; null without one. */
export function policyInForce(invocation: Invocation): string | null {
  const name = policyName(invocation);
  return name === null ? null : invocation.resolve(name);
}

function wholeSeconds({ context }: Invocation): number {
  return Math.floor(context.now().getTime() / 1000) * 1000;
}

/** For the ledger. */
export function policyParams({ value, has }: Invocation): JsonObject {
  const [policy, digest] = [value('--policy'), value('--policy-digest')];
  const wishes = Object.values(WISHES).flatMap((name) => (has(name) ? [[name.slice(2).replaceAll('-', '_'), value(name) ?? true]] : []));
  return {
    ...(policy === undefined ? {} : { policy }),
    ...(digest === undefined ? {} : { policy_digest: digest }),
    ...(Object.fromEntries(wishes) as JsonObject),
  };
}
