/**
 * Private keys in the forms in which people have them. One key and nothing else: no text around it, no second key.
 *
 *     const found = readPrivateKey(text);
 *     found.form              'OpenSSH private key'
 *     await found.open(null)  { publicKey, key }; a protected key needs its passphrase
 *
 *     -----BEGIN PRIVATE KEY-----                       PKCS#8
 *     -----BEGIN ENCRYPTED PRIVATE KEY-----             PKCS#8 with a passphrase
 *     -----BEGIN EC PRIVATE KEY-----                    SEC1, also after EC PARAMETERS, also with a passphrase
 *     -----BEGIN OPENSSH PRIVATE KEY-----               OpenSSH, also with a passphrase
 *     -----BEGIN ENCRYPTED SIGSTORE PRIVATE KEY-----    cosign
 *     {"kty": …}                                        JWK
 */
import { createPrivateKey } from 'node:crypto';
import { BadKey } from '../bad-key.ts';
import { type PemBlock, pemBlock, strictBase64 } from '../pem.ts';
import type { VerifyingKey } from '../public-key.ts';
import { keyOfJwk } from './jwk.ts';
import { parseOpenSshKey } from './openssh.ts';
import { requireUsualWork } from './pbe-limits.ts';
import { keyOfPkcs8, keyOfSec1 } from './pkcs8.ts';
import { type SigningKey, signingKeyOf } from './signing-key.ts';
import { WrongPassphrase } from './wrong-passphrase.ts';

export interface PrivateKeyText {
  /** What the file is, for people. */
  readonly form: string;
  readonly isProtected: boolean;
  /** Null where only the passphrase gives it. */
  readonly publicKey: VerifyingKey | null;
  /** The passphrase is ignored where there is none. Throws `BadKey` and `WrongPassphrase`. */
  open(passphrase: Uint8Array | null): Promise<SigningKey>;
}

const WANTED = 'expected one private key as PEM, OpenSSH, JWK or cosign key';
const LEGACY =
  /^-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: [A-Z0-9-]{1,32},[0-9A-Fa-f]{16,64}\n\n((?:[A-Za-z0-9+/=]+\n)*)-----END EC PRIVATE KEY-----\n*$/;
const PARAMETERS =
  /^-----BEGIN EC PARAMETERS-----\n((?:[A-Za-z0-9+/=]+\n)*)-----END EC PARAMETERS-----\n(?=-----BEGIN EC PRIVATE KEY-----\n)/;

/** Throws `BadKey`. */
export function readPrivateKey(text: string): PrivateKeyText {
  if (text.startsWith('{')) return plain('JWK', keyOfJwk(text));
  if (/^(ssh-|ecdsa-|sk-|did:key:)/.test(text)) throw new BadKey(`${WANTED}, found a public key`);
  if (!text.includes('-----BEGIN ')) throw new BadKey(`${WANTED}, found ${text === '' ? 'an empty file' : 'something else'}`);
  const [parameters = '', curve] = PARAMETERS.exec(text) ?? [];
  const rest = text.slice(parameters.length);
  if (LEGACY.test(rest)) return protectedBy('SEC1', (passphrase) => openPem(rest, passphrase), curve);
  const block = pemBlock(rest, WANTED);
  const found = ofBlock(block, rest);
  if (curve !== undefined) requireCurve(curve, block.bytes);
  return found;
}

function ofBlock({ label, bytes }: PemBlock, text: string): PrivateKeyText {
  switch (label) {
    case 'PRIVATE KEY':
      return plain('PKCS#8', keyOfPkcs8(bytes));
    case 'EC PRIVATE KEY':
      return plain('SEC1', keyOfSec1(bytes));
    case 'ENCRYPTED PRIVATE KEY':
      requireUsualWork(bytes);
      return protectedBy('PKCS#8', (passphrase) => openPem(text, passphrase));
    case 'OPENSSH PRIVATE KEY': {
      return { form: 'OpenSSH', ...parseOpenSshKey(bytes) };
    }
    case 'ENCRYPTED SIGSTORE PRIVATE KEY':
    case 'ENCRYPTED COSIGN PRIVATE KEY':
      return protectedBy('cosign', async (passphrase) => (await import('./cosign.ts')).openCosignKey(bytes, passphrase));
    default:
      throw new BadKey(`${WANTED}, found '${label}'`);
  }
}

function plain(form: string, key: SigningKey): PrivateKeyText {
  return { form, isProtected: false, publicKey: key.publicKey, open: () => Promise.resolve(key) };
}

function protectedBy(form: string, open: (passphrase: Uint8Array) => SigningKey | Promise<SigningKey>, curve?: string): PrivateKeyText {
  return {
    form,
    isProtected: true,
    publicKey: null,
    open: async (passphrase) => {
      if (passphrase === null || passphrase.length === 0) throw new WrongPassphrase();
      const key = await open(passphrase);
      if (curve !== undefined) requireCurve(curve, key.key.export({ type: 'sec1', format: 'der' }));
      return key;
    },
  };
}

/** OpenSSL's own words are not passed on. */
function openPem(text: string, passphrase: Uint8Array): SigningKey {
  let key: ReturnType<typeof createPrivateKey>;
  try {
    key = createPrivateKey({ key: text, format: 'pem', passphrase: Buffer.from(passphrase) });
  } catch {
    throw new WrongPassphrase();
  }
  return signingKeyOf(key);
}

/** `openssl ecparam -genkey` writes the name of the curve before the key. It must be the name that is in the key. */
function requireCurve(body: string, sec1: Buffer): void {
  const name = strictBase64(body.replaceAll('\n', ''));
  if (name === null || name[0] !== 6 || !sec1.includes(name)) throw new BadKey(`${WANTED}, found the parameters of another curve`);
}
