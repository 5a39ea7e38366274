/**
 * The credentials of a stack as typed functions.
 *
 *     const did = generateCredentialKey('authority.key');
 *     signCredential('agreement.vc.json', 'authority.key');
 *     verifyCredential('agreement.vc.json').outcome     'STACK_OK'
 */
import type { ProofType } from '#stack/credential/create-proof';
import { credentialReport } from '#stack/credential/verify-credential';
import { makeKey, payloadHashOf, signCredentialFile, verifyCredentialFile } from '#stack/ops/credentials';
import { createdFrom } from './created-from.ts';
import { givenPath } from './given-path.ts';
import { instantFrom } from './instant-from.ts';

export interface CredentialReport {
  readonly version: 'stack-vc.v0';
  readonly outcome: 'STACK_OK' | 'STACK_DRIFT';
  readonly file: string;
  readonly at: string;
  readonly issuer: string | null;
  readonly payload_sha256: string;
  readonly proofs: readonly {
    readonly signer: string | null;
    readonly type: string | null;
    readonly created: string | null;
    readonly valid: boolean;
    readonly fault: string | null;
  }[];
  readonly findings: readonly { readonly finding: string; readonly words: string }[];
  readonly not_checked: readonly string[];
}

/** Creates a private key in a file that only its owner can read; returns its `did:key`. */
export function generateCredentialKey(file: string, { sync = true }: { readonly sync?: boolean } = {}): string {
  return makeKey(givenPath(file), { sync });
}

export interface SignSettings {
  /** The default is `MsezEd25519Signature2025`. */
  readonly type?: ProofType;
  /** RFC 3339 text or a date; the default is the current time. */
  readonly created?: string | Date;
  /** Where the signed credential is written; the default is the same file. */
  readonly out?: string;
  /** Removes existing proofs by this key. */
  readonly replace?: boolean;
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
  readonly onWarning?: (warning: string) => void;
}

/** Adds one proof; returns who signed what. */
export function signCredential(
  file: string,
  key: string,
  settings: SignSettings = {},
): { readonly did: string; readonly payloadSha256: string } {
  const { type = 'MsezEd25519Signature2025', replace = false, sync = true } = settings;
  const created = createdFrom(settings.created ?? new Date());
  const target = givenPath(settings.out ?? file);
  const options = { key: givenPath(key), type, created, replace, target, sync };
  const { did, payloadSha256, warnings } = signCredentialFile(givenPath(file), options);
  for (const warning of warnings) settings.onWarning?.(warning);
  return { did, payloadSha256 };
}

/** The verdict of `stack vc verify --json`, now or at another time. */
export function verifyCredential(file: string, { at = new Date() }: { readonly at?: string | Date } = {}): CredentialReport {
  return credentialReport(verifyCredentialFile(givenPath(file), { at: instantFrom(at, 'at') })) as unknown as CredentialReport;
}

/** SHA-256 of the credential without its proofs, in canonical form. */
export function credentialPayloadHash(file: string): string {
  return payloadHashOf(givenPath(file));
}
