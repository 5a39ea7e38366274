/**
 * A program that signs for custody, as for keys in a KMS, an HSM or on a smart card. It is started once for each question, without a shell;
 * question and answer are one JSON object each. docs/signing-programs.md describes the exchange.
 *
 *     {"version":"signer.v0","action":"public_key"}
 *     {"version":"signer.v0","public_key":"-----BEGIN PUBLIC KEY-----\n…"}
 *
 *     {"version":"signer.v0","action":"sign","keyid":"06e3fd8f…","algorithm":"ecdsa-p256","message":"aGVs…","digest":{"sha256":"2cf2…"}}
 *     {"version":"signer.v0","signature":"MEUC…"}
 */
import { hash } from 'node:crypto';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { splitWords } from '#core/split-words';
import { BadKey } from '../bad-key.ts';
import { strictBase64 } from '../pem.ts';
import { isSigningAlgorithm, otherKind } from '../private/signing-key.ts';
import { hashOf, isSignature, parseVerifyingKey, type VerifyingKey } from '../public-key.ts';
import { signerFailure } from '../refusals.ts';
import type { Signer } from '../signer.ts';
import { runSigner, type SignerProgram } from './run-signer.ts';

const VERSION = 'signer.v0';

/** Throws `E_SIGNER`. */
export async function programSigner(command: string, running: SignerProgram): Promise<Signer> {
  const words = splitWords(command);
  const program = words?.[0] ?? firstWord(command);
  if (words === null || program.includes('='))
    throw signerFailure(
      program.replace(/=.*/, ''),
      'expected a program, words and quotes, found what only a shell can do: put it into a script',
    );
  const ask = async (question: JsonObject): Promise<JsonObject> =>
    answerOf(program, await runSigner(words, `${formatSpine({ version: VERSION, ...question })}\n`, running));
  const publicKey = keyOf(program, await ask({ action: 'public_key' }));
  const sign = async (message: Uint8Array): Promise<Uint8Array> => {
    const { signature } = await ask({ action: 'sign', ...questionFor(publicKey, message) });
    const bytes = typeof signature === 'string' ? strictBase64(signature) : null;
    if (bytes === null) throw signerFailure(program, 'expected a signature in base64, found none');
    if (!isSignature(publicKey, message, bytes)) throw signerFailure(program, 'it returned a signature that is wrong');
    return bytes;
  };
  return { publicKey, from: `program ${program}`, sign, close: () => undefined };
}

function questionFor({ keyid, algorithm }: VerifyingKey, message: Uint8Array): JsonObject {
  const name = hashOf(algorithm);
  return {
    keyid,
    algorithm,
    message: Buffer.from(message).toString('base64'),
    // Ed25519 signs the message itself.
    ...(algorithm === 'ed25519' ? {} : { digest: { [name]: hash(name, message, 'hex') } }),
  };
}

function answerOf(program: string, bytes: Buffer): JsonObject {
  try {
    const value = parseJson(bytes);
    if (isJsonObject(value) && value['version'] === VERSION) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw signerFailure(program, `expected one JSON object with version ${VERSION}, found something else`);
}

function keyOf(program: string, { public_key: text }: JsonObject): VerifyingKey {
  if (typeof text !== 'string') throw signerFailure(program, 'expected a public_key, found none');
  try {
    const key = parseVerifyingKey(text);
    if (!isSigningAlgorithm(key.algorithm)) throw otherKind(key.algorithm);
    return key;
  } catch (error) {
    if (error instanceof BadKey) throw signerFailure(program, error.message);
    throw error;
  }
}

function firstWord(command: string): string {
  return command.trim().split(/\s/, 1)[0] as string;
}
