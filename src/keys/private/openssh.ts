/**
 * The private keys of OpenSSH, as `ssh-keygen` writes them:
 *
 *     openssh-key-v1\0, string cipher, string kdf, string kdf options, uint32 1, string public blob, string private part
 *     private part: uint32 check twice, string type, the fields of the type, string comment, 1, 2, 3, … up to a multiple of the block
 *
 * The key of the cipher comes from bcrypt_pbkdf, which is slow on purpose and slower in JavaScript: about a second for the usual 16 rounds.
 */
import { createDecipheriv, type DecipherGCM } from 'node:crypto';
import { BadWire, WireReader } from '#core/bytes/ssh-wire';
import { BadKey } from '../bad-key.ts';
import { type VerifyingKey, verifyingKeyOfSshBlob } from '../public-key.ts';
import { curveWhere } from '../spki.ts';
import { ecKeyOf, ed25519KeyOf, isSigningAlgorithm, otherKind, type SigningKey } from './signing-key.ts';
import { WrongPassphrase } from './wrong-passphrase.ts';

const MAGIC = Buffer.from('openssh-key-v1\0');
/** 16 is usual. Each round takes up to a tenth of a second. */
const MAX_ROUNDS = 128;
const PLAIN = 'none';

interface Cipher {
  readonly name: string;
  readonly keyLength: number;
  readonly ivLength: number;
  /** The tag follows the private part. */
  readonly tagLength: number;
}

const CIPHERS: Readonly<Record<string, Cipher>> = Object.fromEntries([
  ...[128, 192, 256].flatMap((bits) =>
    ['ctr', 'cbc'].map((mode) => [`aes${bits}-${mode}`, { name: `aes-${bits}-${mode}`, keyLength: bits / 8, ivLength: 16, tagLength: 0 }]),
  ),
  ...[128, 256].map((bits) => [
    `aes${bits}-gcm@openssh.com`,
    { name: `aes-${bits}-gcm`, keyLength: bits / 8, ivLength: 12, tagLength: 16 },
  ]),
]);

export interface OpenSshKey {
  readonly isProtected: boolean;
  /** It lies in the open. */
  readonly publicKey: VerifyingKey;
  open(passphrase: Uint8Array | null): Promise<SigningKey>;
}

/** Throws `BadKey`; `open` also throws `WrongPassphrase`. */
export function parseOpenSshKey(bytes: Buffer): OpenSshKey {
  return orBadKey(() => {
    if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new BadWire('expected openssh-key-v1');
    const reader = new WireReader(bytes.subarray(MAGIC.length));
    const [cipher, kdf, options] = [reader.name(), reader.name(), reader.string()];
    const count = reader.uint32();
    if (count !== 1) throw new BadKey(`expected one OpenSSH private key, found ${count} keys in one file`);
    const publicKey = verifyingKeyOfSshBlob(reader.string());
    if (!isSigningAlgorithm(publicKey.algorithm)) throw otherKind(publicKey.algorithm);
    const part = reader.string();
    const tag = reader.take(CIPHERS[cipher]?.tagLength ?? 0);
    reader.end();
    const isProtected = cipher !== PLAIN;
    if (!isProtected && (kdf !== PLAIN || options.length > 0)) throw new BadWire('expected no kdf');
    const open = async (passphrase: Uint8Array | null): Promise<SigningKey> => {
      if (!isProtected) return readPart(part, 8, publicKey);
      if (passphrase === null) throw new WrongPassphrase();
      const plain = await decrypted({ cipher, kdf, options, part, tag }, passphrase);
      return readPart(plain, 16, publicKey);
    };
    return { isProtected, publicKey, open };
  });
}

interface Protected {
  readonly cipher: string;
  readonly kdf: string;
  readonly options: Uint8Array;
  readonly part: Uint8Array;
  readonly tag: Uint8Array;
}

async function decrypted({ cipher, kdf, options, part, tag }: Protected, passphrase: Uint8Array): Promise<Uint8Array> {
  const found = CIPHERS[cipher];
  if (found === undefined || kdf !== 'bcrypt')
    throw new BadKey(`expected an OpenSSH key protected by bcrypt and AES, found ${kdf} and ${cipher}`);
  const { name, keyLength, ivLength, tagLength } = found;
  const reader = new WireReader(options);
  const { salt, rounds } = orBadKey(() => ({ salt: reader.string(), rounds: reader.uint32() }));
  if (reader.left > 0 || salt.length === 0 || salt.length > 64) throw damaged();
  if (rounds < 1 || rounds > MAX_ROUNDS)
    throw new BadKey(`expected an OpenSSH key with at most ${MAX_ROUNDS} rounds of bcrypt, found ${rounds}: an ssh-agent can hold it`);
  const key = Buffer.alloc(keyLength + ivLength);
  const pbkdf = await bcryptPbkdf();
  if (pbkdf(passphrase, passphrase.length, salt, salt.length, key, key.length, rounds) !== 0) throw new WrongPassphrase();
  try {
    const decipher = createDecipheriv(name, key.subarray(0, keyLength), key.subarray(keyLength));
    if (tagLength > 0) (decipher as DecipherGCM).setAuthTag(tag);
    else decipher.setAutoPadding(false);
    return Buffer.concat([decipher.update(part), decipher.final()]);
  } catch {
    throw new WrongPassphrase();
  } finally {
    key.fill(0);
  }
}

/** Fills `key`. Returns 0, or -1 where an argument is not acceptable. */
type Pbkdf = (
  passphrase: Uint8Array,
  passphraseLength: number,
  salt: Uint8Array,
  saltLength: number,
  key: Uint8Array,
  keyLength: number,
  rounds: number,
) => number;

async function bcryptPbkdf(): Promise<Pbkdf> {
  // @ts-expect-error: the package has no types.
  const loaded = (await import('bcrypt-pbkdf')) as { readonly default: { readonly pbkdf: Pbkdf } };
  return loaded.default.pbkdf;
}

function readPart(part: Uint8Array, block: number, publicKey: VerifyingKey): SigningKey {
  return orBadKey(() => {
    const reader = new WireReader(part);
    if (part.length % block !== 0) throw new BadWire('expected whole blocks');
    if (reader.uint32() !== reader.uint32()) throw new WrongPassphrase();
    const signing = readFields(reader);
    reader.string();
    if (reader.left >= block || reader.take(reader.left).some((byte, index) => byte !== index + 1))
      throw new BadWire('expected the padding');
    if (signing.publicKey.keyid !== publicKey.keyid)
      throw new BadKey('expected an OpenSSH private key with its own public half, found the half of another key');
    return signing;
  });
}

function readFields(reader: WireReader): SigningKey {
  const type = reader.name();
  if (type === 'ssh-ed25519') {
    const stated = reader.string();
    const both = reader.string();
    if (both.length !== 64 || !Buffer.from(both.subarray(32)).equals(stated)) throw new BadWire('expected a seed and a public half');
    return ed25519KeyOf(both.subarray(0, 32), stated);
  }
  const [algorithm, curve] = curveWhere(({ ssh }) => type === `ecdsa-sha2-${ssh}`) ?? [];
  if (algorithm === undefined || curve === undefined || algorithm === 'ecdsa-p521') throw otherKind(type);
  if (reader.name() !== curve.ssh) throw new BadWire('expected the curve of the type');
  const point = reader.string();
  const number = Buffer.from(reader.mpint());
  const d = number.subarray(number[0] === 0 ? 1 : 0);
  if (point.length !== 1 + 2 * curve.size || point[0] !== 4 || d.length > curve.size) throw new BadWire('expected a point and a number');
  return ecKeyOf(algorithm, Buffer.concat([Buffer.alloc(curve.size - d.length), d]), point);
}

function orBadKey<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof BadWire ? damaged() : error;
  }
}

function damaged(): BadKey {
  return new BadKey('expected an OpenSSH private key, found a damaged one');
}
