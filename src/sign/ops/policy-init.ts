/** Makes a policy from public keys, and writes it to a new file. */
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { errorCode, osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import { writeWhole } from '#disk/write/whole-file';
import { BadKey } from '#keys/bad-key';
import { parseVerifyingKey } from '#keys/public-key';
import { sshLineOf } from '#keys/ssh-key';
import { policyTemplate } from '../policy/template.ts';
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
  const read = signers.map(({ name, role, file }) => ({ name, role, key: lineOf(file) }));
  const roles = [...new Set(signers.map(({ role }) => role))];
  const bytes = encodeUtf8(policyTemplate(read, require ?? `1 of [${roles.join(', ')}]`));
  const policy = parsePolicyBytes(target, bytes, { digest: null });
  try {
    writeWhole(target.path, bytes, { sync: true, mustBeNew: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw errorCode(error) === 'EEXIST'
      ? cannotAddSeal(target.given, 'it exists, and a policy replaces no file')
      : cannotAddSeal(target.given, osText(error));
  }
  return policy;
}

function lineOf({ given, path }: PolicyPlace): string {
  try {
    return sshLineOf(parseVerifyingKey(decodeUtf8(readRegularFile(path, { maxBytes: MAX_KEY, follow: true })).trim()));
  } catch (error) {
    if (error instanceof BadKey || error instanceof TypeError) throw badPolicy(given, [{ at: 'key', message: error.message }]);
    throw errorCode(error) === undefined ? error : cannotReadSigned(given, osText(error));
  }
}
