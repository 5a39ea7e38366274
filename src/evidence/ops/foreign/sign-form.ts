/**
 * Signs in the form of another program: a file for `ssh-keygen -Y verify`, or a dataset lock as a bundle of OpenSSF Model Signing. The signature
 * is a new file; nothing is replaced.
 */
import { basename, dirname, join } from 'node:path';
import { Refusal } from '#core/refusal';
import { headCommand } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import { isFree } from '#disk/path/is-free';
import { writeWhole } from '#disk/write/whole-file';
import type { Signer } from '#keys/signer';
import { MODEL_SIGNATURE } from '#sign/oms/files';
import { readSignedFile } from '#sign/ops/signed-file';
import { makeSshSignature } from '#sign/ops/ssh/make';
import { orRefuse } from '#sign/ops/trust';
import { cannotAddSeal } from '#sign/refusals';
import { DEFAULT_NAMESPACE } from '#sign/ssh/judge';
import type { Place } from '../../contract.ts';
import type { Sealed } from '../sign.ts';
import { modelOfLock } from './model-of-lock.ts';

export type SignForm = 'ssh' | 'oms';

export interface FormSigning {
  readonly signer: Signer;
  /** What an SSH signature is for; null for `file`. */
  readonly namespace: string | null;
  /** Where the signature is written; null for the usual name. */
  readonly output: Place | null;
  readonly sync: boolean;
}

/** Throws `Refusal`. */
export async function signInForm(form: SignForm, place: Place, signing: FormSigning): Promise<Sealed> {
  const { signer, sync } = signing;
  const output = signing.output ?? usualName(form, place);
  if (!isFree(output.path)) throw exists(output.given);
  const { text, kind, id, digest } = form === 'ssh' ? await sshSignature(place, signing) : await modelBundle(place, signer);
  try {
    writeWhole(output.path, Buffer.from(text), { sync, mustBeNew: true });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw exists(output.given);
    throw errorCode(error) === undefined ? error : cannotAddSeal(output.given, osText(error));
  }
  return { path: place.given, kind, id, digest, seals: output.given };
}

type Made = Pick<Sealed, 'kind' | 'id' | 'digest'> & { readonly text: string };

async function sshSignature({ given, path }: Place, { signer, namespace }: FormSigning): Promise<Made> {
  const file = orRefuse(given, () => readSignedFile(path, { hashes: ['sha512'], isWhole: false }));
  const text = await makeSshSignature(signer, { namespace: namespace ?? DEFAULT_NAMESPACE, digest: file.digest('sha512') });
  return { text, kind: 'file', id: null, digest: file.sha256 };
}

async function modelBundle(place: Place, signer: Signer): Promise<Made> {
  const { text, digest, id } = await modelOfLock(place, signer);
  return { text: `${text}\n`, kind: 'lock', id, digest };
}

/** `FILE.sig`, as ssh-keygen names it; `model.sig` beside the lock. */
function usualName(form: SignForm, { given, path }: Place): Place {
  if (form === 'ssh') return { given: `${given}.sig`, path: `${path}.sig` };
  const beside = (name: string): string =>
    dirname(name) === '.' && !name.startsWith('.') ? MODEL_SIGNATURE : join(dirname(name), MODEL_SIGNATURE);
  return { given: beside(given), path: join(dirname(path), MODEL_SIGNATURE) };
}

function exists(path: string): Refusal {
  return new Refusal(
    'E_EXISTS',
    `a signature replaces no file, and ${basename(path)} exists: --output names another`,
    { path },
    headCommand(path),
  );
}
