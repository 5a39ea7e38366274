/**
 * Keys in an ssh-agent, whose socket is in `SSH_AUTH_SOCK`. It signs any bytes; the private key never leaves it.
 *
 *     await agentKeys(socket)                                       [{ key, comment: 'alice@laptop', type: 'ssh-ed25519' }]
 *     (await agentSigner(socket, 'SHA256:bbXp…')).sign(message)     Ed25519: 64 bytes, ECDSA: DER
 */
import { BadWire, joined, WireReader, wireString, wireUint32 } from '#core/bytes/ssh-wire';
import { TAG } from '#core/der/read';
import { derOf } from '#core/der/write';
import { BadKey } from '../bad-key.ts';
import { isSigningAlgorithm } from '../private/signing-key.ts';
import { isSignature, type VerifyingKey, verifyingKeyOfSshBlob } from '../public-key.ts';
import { agentFailure } from '../refusals.ts';
import type { Signer } from '../signer.ts';
import { CURVES } from '../spki.ts';
import { sshBlobOf } from '../ssh-key.ts';
import { type Answer, agentAnswer, FAILURE, LIST, LISTED, SIGN, SIGNED } from './agent-protocol.ts';

const MAX_KEYS = 2048;
const LIST_MS = 10_000;
/** A person may have to confirm it, or to touch a device. */
const SIGN_MS = 60_000;

export interface AgentKey {
  /** Null for a type that cannot be used here, such as that of a security key. */
  readonly key: VerifyingKey | null;
  readonly type: string;
  readonly comment: string;
}

export interface AgentLimits {
  readonly listMs?: number | undefined;
  readonly signMs?: number | undefined;
}

/** Throws `E_AGENT`. */
export function agentSocket(env: Readonly<Record<string, string | undefined>>): string {
  const socket = env['SSH_AUTH_SOCK'];
  if (socket === undefined || socket === '') throw agentFailure('there is none: SSH_AUTH_SOCK is not set');
  return socket;
}

/** Throws `E_AGENT`. */
export async function agentKeys(socket: string, { listMs = LIST_MS }: AgentLimits = {}): Promise<readonly AgentKey[]> {
  const answer = await agentAnswer(socket, LIST, new Uint8Array(), { limitMs: listMs });
  return read(answer, LISTED, (reader) => {
    const count = reader.uint32();
    if (count > MAX_KEYS) throw agentFailure(`it announced ${count} keys`);
    return Array.from({ length: count }, () => {
      const [blob, comment] = [reader.string(), reader.string()];
      return { key: keyOf(blob), type: new WireReader(blob).name(), comment: Buffer.from(comment).toString() };
    });
  });
}

/** `wanted` is the fingerprint of a key that the agent holds. Throws `E_AGENT`. */
export async function agentSigner(socket: string, wanted: string, limits: AgentLimits = {}): Promise<Signer> {
  const keys = await agentKeys(socket, limits);
  const publicKey = keys.find(({ key }) => key?.fingerprint === wanted)?.key;
  if (publicKey === undefined || publicKey === null) throw agentFailure(`it does not have the key ${wanted}`);
  if (!isSigningAlgorithm(publicKey.algorithm))
    throw agentFailure(`expected a key for Ed25519, P-256 or P-384, found ${publicKey.algorithm}`);
  const sign = async (message: Uint8Array): Promise<Uint8Array> => {
    const request = joined(wireString(sshBlobOf(publicKey)), wireString(message), wireUint32(0));
    const answer = await agentAnswer(socket, SIGN, request, { limitMs: limits.signMs ?? SIGN_MS });
    const signature = signatureOf(
      publicKey,
      read(answer, SIGNED, (reader) => reader.string()),
    );
    if (!isSignature(publicKey, message, signature)) throw agentFailure('it returned a signature that is wrong');
    return signature;
  };
  return { publicKey, from: `ssh-agent, key ${wanted}`, sign, close: () => undefined };
}

/** The blob of a signature as custody uses it: an mpint has the content of a DER INTEGER. */
function signatureOf({ algorithm }: VerifyingKey, blob: Uint8Array): Uint8Array {
  return orNonsense(() => {
    const reader = new WireReader(blob);
    const [name, signature] = [reader.name(), reader.string()];
    reader.end();
    const wanted = algorithm === 'ed25519' ? 'ssh-ed25519' : `ecdsa-sha2-${CURVES[algorithm as 'ecdsa-p256'].ssh}`;
    if (name !== wanted) throw new BadWire(`expected a signature of type ${wanted}`);
    if (algorithm === 'ed25519') return signature;
    const numbers = new WireReader(signature);
    const [r, s] = [numbers.mpint(), numbers.mpint()];
    numbers.end();
    return derOf(TAG.sequence, derOf(TAG.integer, r), derOf(TAG.integer, s));
  });
}

function read<T>({ type, body }: Answer, wanted: number, from: (reader: WireReader) => T): T {
  if (type === FAILURE) throw agentFailure(wanted === SIGNED ? 'it refused to sign' : 'it refused to list its keys');
  return orNonsense(() => {
    if (type !== wanted) throw new BadWire(`expected an answer of type ${wanted}`);
    const reader = new WireReader(body);
    const result = from(reader);
    reader.end();
    return result;
  });
}

function orNonsense<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof BadWire ? agentFailure('it sent an answer that cannot be read') : error;
  }
}

function keyOf(blob: Uint8Array): VerifyingKey | null {
  try {
    return verifyingKeyOfSshBlob(blob);
  } catch (error) {
    if (error instanceof BadKey) return null;
    throw error;
  }
}
