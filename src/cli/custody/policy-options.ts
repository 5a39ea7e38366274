/** `--policy FILE` and `--policy-digest`: by which policy `custody verify` judges. Without them, a policy in the working folder is used. */
import type { JsonObject } from '#core/json/value';
import { statIfThere } from '#disk/path/stat-if-there';
import type { Asked } from '#evidence/ops/asked';
import { POLICY_NAME, readPolicy } from '#sign/ops/policy-file';
import { type Invocation, UsageError } from '../command.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

export async function askedSignatures(invocation: Invocation): Promise<Pick<Asked, 'signatures'>> {
  const given = policyName(invocation);
  const digest = pinnedDigest(invocation);
  const roots = invocation.values('--tsa-root').map((root) => ({ given: root, path: invocation.resolve(root) }));
  if (given === null) {
    if (digest !== null) throw new UsageError('--policy-digest needs --policy');
    if (roots.length === 0) return {};
    const { readAuthorities } = await import('#sign/ops/trust');
    return { signatures: { policy: null, authorities: readAuthorities(roots), at: wholeSeconds(invocation) } };
  }
  // A policy says itself whose timestamps are trusted: an option could only make it weaker.
  if (roots.length > 0)
    throw new UsageError(`expected either --tsa-root or the policy ${given}, which names its own authorities, found both`);
  const policy = readPolicy({ given, path: invocation.resolve(given) }, { digest });
  return { signatures: { policy, authorities: null, at: wholeSeconds(invocation) } };
}

/** Null if none is pinned. */
export function pinnedDigest({ value }: Invocation): string | null {
  const digest = value('--policy-digest') ?? null;
  if (digest !== null && !DIGEST.test(digest)) throw new UsageError(`--policy-digest needs sha256: and 64 hex digits, found '${digest}'`);
  return digest;
}

/** A policy that lies in a folder that is judged came with it, and is used only if it is named. */
function policyName(invocation: Invocation): string | null {
  const { args, resolve, value } = invocation;
  const named = value('--policy');
  if (named !== undefined) return named;
  if (statIfThere(resolve(POLICY_NAME))?.isFile() !== true) return null;
  const judged = args.length === 0 ? ['.'] : args;
  const folders = judged.filter((given) => statIfThere(resolve(given))?.isDirectory() === true);
  const here = resolve('.');
  return folders.some((given) => isAt(resolve(given), here)) ? null : POLICY_NAME;
}

/** Whether the folder is `here` or one above it. */
function isAt(folder: string, here: string): boolean {
  return here === folder || here.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function wholeSeconds({ context }: Invocation): number {
  return Math.floor(context.now().getTime() / 1000) * 1000;
}

/** For the ledger. */
export function policyParams({ value }: Invocation): JsonObject {
  const [policy, digest] = [value('--policy'), value('--policy-digest')];
  return { ...(policy === undefined ? {} : { policy }), ...(digest === undefined ? {} : { policy_digest: digest }) };
}
