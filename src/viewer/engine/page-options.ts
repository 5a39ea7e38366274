/** What the page asks for, as on a command line: without options, or with those that name who is trusted. */
import type { Place } from '#evidence/contract';
import type { Asked } from '#evidence/ops/asked';
import { type LoadedPolicy, readPolicy, withWishes } from '#sign/ops/policy-file';
import { type NamedFile, readAuthorities, readTrust } from '#sign/ops/trust';
import { NO_WISHES } from '#sign/policy/stricter';
import { TRUSTED_FOLDER } from '../node/fs.ts';
import type { Trusted } from './messages.ts';

export const ASKED: Asked = {
  root: null,
  selfOnly: false,
  threads: 1,
  watch: undefined,
  // A folder that no file can be in: there is no home in a page.
  env: { HOME: '/\0home' },
  cwd: '/',
  projectOnly: true,
  plainHttp: false,
  caFile: undefined,
};

export function placeOf(path: string): Place {
  return { given: path, path: path === '.' ? '/' : `/${path}` };
}

/** As `--policy`, `--policy-digest`, `--key` and the others do it. Throws `Refusal`. */
export function askedTrust(trusted: Trusted | null, at: number): Pick<Asked, 'signatures' | 'trust'> {
  if (trusted === null) return {};
  const { policy, policyDigest, keys, allowedSigners, roots, tsaRoots, identity, issuer, namespace } = trusted;
  if (policy === null && policyDigest !== null) throw new Error('a SHA-256 is pinned, and no policy is chosen');
  if (policy !== null && tsaRoots.length > 0) throw new Error(`the policy ${policy} names its own timestamp authorities: name no others`);
  const [tsaFiles, seconds] = [tsaRoots.map(trustedFile), Math.floor(at / 1000) * 1000];
  const loaded = policy === null ? null : loadedPolicy(policy, policyDigest, namespace);
  const authorities = loaded === null ? readAuthorities(tsaFiles) : null;
  const isNamed =
    [...keys, ...roots, ...tsaRoots].length > 0 || [allowedSigners, identity, issuer, namespace].some((each) => each !== null);
  const files = {
    keys: keys.map(trustedFile),
    allowedSigners: allowedSigners === null ? null : trustedFile(allowedSigners),
    roots: roots.map(trustedFile),
    tsaRoots: tsaFiles,
  };
  return {
    ...(loaded === null && tsaRoots.length === 0 ? {} : { signatures: { policy: loaded, authorities, at: seconds } }),
    ...(isNamed ? { trust: readTrust({ ...files, identity, issuer, namespace, ignoresUnsigned: false, nonce: null, at }) } : {}),
  };
}

function loadedPolicy(path: string, digest: string | null, namespace: string | null): LoadedPolicy {
  const policy = readPolicy(trustedFile(path), { digest });
  return namespace === null ? policy : withWishes(policy, { ...NO_WISHES, namespace });
}

function trustedFile(path: string): NamedFile {
  return { given: path, path: `${TRUSTED_FOLDER}/${path}` };
}
