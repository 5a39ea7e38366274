/** The options of `custody verify` that judge one signature; what they name is read by `by-signature.ts`, which is loaded when it is needed. */
import type { NamedFile } from '#sign/ops/trust';
import { type Invocation, UsageError } from '../command.ts';
import { flag, option } from '../define.ts';

export const tsaRootOption = option(
  '--tsa-root FILE',
  'file_path',
  'Certificates (PEM) of timestamp authorities that are trusted: roots, and others that they vouch for (repeatable)',
  { repeatable: true },
);

export const signatureOptions = [
  option(
    '--signature FILE',
    'file_path',
    'Judge PATH by this signature only: SSH, minisign, signify, DSSE, OMS, Sigstore or RFC 3161 (repeatable with --policy)',
    { repeatable: true },
  ),
  option('--key FILE', 'file_path', 'A public key that is trusted: PEM, OpenSSH, JWK, minisign or signify (repeatable)', {
    repeatable: true,
  }),
  option('--allowed-signers FILE', 'file_path', 'A list of signers of OpenSSH that are trusted'),
  option('--identity NAME', 'string', 'Who has to have signed: a name in the list of signers, or the identity in a certificate'),
  option('--namespace NAME', 'string', 'What an SSH signature has to be for (default: file)'),
  option(
    '--trusted-root FILE',
    'file_path',
    'The trusted root of a Sigstore instance (JSON), or certificates of authorities (PEM) (repeatable)',
    { repeatable: true },
  ),
  option('--issuer URL', 'string', 'Who has to vouch for the identity in a certificate of Sigstore'),
  flag('--ignore-unsigned-files', 'Files in a signed folder that the signature does not name are counted, and are no failure'),
  tsaRootOption,
  option('--nonce HEX', 'string', 'The number that was sent to the timestamp authority, which has to be in its answer'),
  option('--at TIME', 'timestamp', 'Judge for TIME (RFC 3339, or YYYYMMDD[HHMM[SS]][Z]; default: now)'),
];

const OF_TRUST = [
  '--key',
  '--allowed-signers',
  '--identity',
  '--namespace',
  '--trusted-root',
  '--issuer',
  '--ignore-unsigned-files',
  '--tsa-root',
  '--nonce',
  '--at',
];
const OF_EVIDENCE = ['--root', '--self-only', '--depth', '--no-recurse'];

/** Null without `--signature`. Throws `UsageError`. */
export function signaturesAsked(invocation: Invocation): readonly NamedFile[] | null {
  const { values, has, args, resolve } = invocation;
  const given = values('--signature');
  if (given.length === 0) return null;
  const misplaced = OF_EVIDENCE.find((name) => has(name));
  if (misplaced !== undefined) throw new UsageError(`expected either --signature or ${misplaced}, found both`);
  if (args.length !== 1) throw new UsageError(`--signature needs one PATH, found ${args.length}`);
  if (given.length > 1 && !has('--policy'))
    throw new UsageError('more than one --signature needs --policy, which says how many are needed');
  return given.map((file) => ({ given: file, path: resolve(file) }));
}

/** Whether an option names somebody to trust. Throws `UsageError` for a name that nobody could vouch for, which would be ignored. */
export function namesTrust({ has }: Invocation): boolean {
  const sources = ['--key', '--allowed-signers', '--trusted-root'];
  const lonely = ['--identity', '--issuer', '--namespace'].find((name) => has(name));
  const isWish = lonely === '--namespace' && has('--policy');
  if (lonely !== undefined && !isWish && !sources.some((name) => has(name)))
    throw new UsageError(`${lonely} needs ${lonely === '--issuer' ? '--trusted-root' : sources.join(', or ')}: by itself it trusts nobody`);
  if (has('--nonce') && !has('--signature')) throw new UsageError('--nonce needs --signature, the answer of the timestamp authority');
  return OF_TRUST.some((name) => has(name));
}
