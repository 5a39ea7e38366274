/** Makes a policy from public keys, and writes it to a new file. */
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { errorCode, osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import { writeWhole } from '#disk/write/whole-file';
import { sha256Hex } from '#hashing/hashers';
import { BadKey } from '#keys/bad-key';
import { describeKeys } from '#keys/describe';
import { parseVerifyingKey } from '#keys/public-key';
import { sshLineOf } from '#keys/ssh-key';
import { EMPTY_POLICY, policyTemplate, type TemplateSigner } from '../policy/template.ts';
import { badPolicy, cannotAddSeal, cannotReadSigned } from '../refusals.ts';
import { type LoadedPolicy, type PolicyPlace, parsePolicyBytes } from './policy-file.ts';

export interface NewSigner {
  readonly name: string;
  readonly role: string;
  readonly file: PolicyPlace;
}

const MAX_KEY = 1 << 16;

/** Throws `Refusal`; nothing is written then. */
export function initPolicy(target: PolicyPlace, signers: readonly NewSigner[], require: string | null): LoadedPolicy {
  return written(
    target,
    signers.map(({ name, role, file }) => ({ name, role, key: lineOf(file) })),
    require,
  );
}

export interface OwnPolicy {
  /** Null for a template that names nobody. */
  readonly loaded: LoadedPolicy | null;
  /** `sha256:` and hex, of its bytes. */
  readonly digest: string;
  /** Keys that could not be read. */
  readonly warnings: readonly string[];
}

/** A policy that names the keys of the user; where there is none, a template that cannot be used as it is. Throws `Refusal`. */
export async function initOwnPolicy(
  target: PolicyPlace,
  env: Readonly<Record<string, string | undefined>>,
  require: string | null,
): Promise<OwnPolicy> {
  const { keys, warnings } = await describeKeys({ env: { ...env, SSH_AUTH_SOCK: undefined } });
  const signers = keys.flatMap(({ name, publicKey }): readonly TemplateSigner[] =>
    name === null || publicKey === null ? [] : [{ name, role: DEFAULT_ROLE, key: sshLineOf(publicKey) }],
  );
  if (signers.length > 0) {
    const loaded = written(target, signers, require);
    return { loaded, digest: loaded.digest, warnings };
  }
  if (require !== null) throw badPolicy(target.given, [{ at: 'require', message: 'expected keys of signers, found none' }]);
  const bytes = encodeUtf8(EMPTY_POLICY);
  writeNew(target, bytes);
  return { loaded: null, digest: `sha256:${sha256Hex(bytes)}`, warnings };
}

export const DEFAULT_ROLE = 'signer';

function written(target: PolicyPlace, signers: readonly TemplateSigner[], require: string | null): LoadedPolicy {
  const roles = [...new Set(signers.map(({ role }) => role))];
  const bytes = encodeUtf8(policyTemplate(signers, require ?? `1 of [${roles.join(', ')}]`));
  const policy = parsePolicyBytes(target, bytes, { digest: null });
  writeNew(target, bytes);
  return policy;
}

function writeNew(target: PolicyPlace, bytes: Uint8Array): void {
  try {
    writeWhole(target.path, bytes, { sync: true, mustBeNew: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw errorCode(error) === 'EEXIST'
      ? cannotAddSeal(target.given, 'it exists, and a policy replaces no file')
      : cannotAddSeal(target.given, osText(error));
  }
}

function lineOf({ given, path }: PolicyPlace): string {
  try {
    return sshLineOf(parseVerifyingKey(decodeUtf8(readRegularFile(path, { maxBytes: MAX_KEY, follow: true })).trim()));
  } catch (error) {
    if (error instanceof BadKey || error instanceof TypeError) throw badPolicy(given, [{ at: 'key', message: error.message }]);
    throw errorCode(error) === undefined ? error : cannotReadSigned(given, osText(error));
  }
}
