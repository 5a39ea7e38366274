/**
 * Judges the signatures of one envelope over a document. Who is trusted is decided later (`policy/`, or the options): a signature that
 * verifies is by an unknown signer here.
 *
 *     judgeEnvelope({ bytes, path: 'dec.lock.json.seals.jsonl:1' }, document, keys)     one JudgedSignature for each signature
 */
import { decodeOrEmpty } from '#core/bytes/utf8';
import { BadEnvelope, type Envelope, type EnvelopeSignature, parseEnvelope, preAuthenticationEncoding } from './dsse.ts';
import { type JudgedSignature, type SignatureFinding, UNKNOWN_SIGNER } from './judged.ts';
import { readSeal, readSealLine, type Seal } from './seal.ts';
import { type DigestBy, isStatementType, matchSubject, parseStatement, type Statement } from './statement.ts';

/** What is signed, as far as signatures speak of it. */
export interface SignedDocument {
  /** As shown to the user. */
  readonly path: string;
  /** The kind that a seal names: a pack in an archive is a `pack`. */
  readonly kind: string;
  readonly id: string | null;
  readonly digestBy: DigestBy;
}

export interface KeyFacts {
  readonly keyid: string;
  readonly fingerprint: string;
  readonly algorithm: string;
}

/** The cryptography, and the keys that are known. */
export interface KeyPort<K extends KeyFacts = KeyFacts> {
  /** Keys to try on signatures that bring none. */
  readonly known: readonly K[];
  /** Null if the DER is no key that may be used. */
  read(spki: Uint8Array): K | null;
  verifies(key: K, message: Uint8Array, sig: Uint8Array): boolean;
  timeOf(sig: Uint8Array, timestamps: readonly Uint8Array[]): SignatureTime;
}

/** What the timestamps over a signature say. */
export interface SignatureTime {
  /** The time by which the signature existed for certain; null if no timestamp is trusted. */
  readonly time: string | null;
  /** What is wrong with one of them: it was changed, or is over something else. */
  readonly fault: { readonly code: string; readonly message: string; readonly wanted: string | null; readonly found: string | null } | null;
}

export interface EnvelopePlace {
  /** The line, or the whole file. */
  readonly bytes: Uint8Array;
  readonly path: string;
  /** Whether it is a line of a seals file; a seal there has one spelling. */
  readonly isLine: boolean;
}

type Fault = Pick<SignatureFinding, 'code' | 'message'> & Partial<SignatureFinding>;

export function judgeEnvelope(place: EnvelopePlace, document: SignedDocument, keys: KeyPort): readonly JudgedSignature[] {
  try {
    const envelope = place.isLine ? sealEnvelope(place.bytes) : parseEnvelope(place.bytes);
    if (!isStatementType(envelope.payloadType)) throw new BadEnvelope(`payload type ${envelope.payloadType} is no statement`);
    const statement = parseStatement(envelope.payload);
    const seal = readSeal(statement);
    // A seal without a name of its own could lose it by one changed bit, and would then only be unchecked.
    if (seal === null && place.isLine) throw new BadEnvelope('a seals file has nothing but seals');
    const message = preAuthenticationEncoding(envelope.payloadType, envelope.payload);
    const opened = { envelope, statement, seal, message };
    return envelope.signatures.map((signature) => judgeSignature(opened, signature, { place, document, keys }));
  } catch (error) {
    if (!(error instanceof BadEnvelope)) throw error;
    return [badLine(place, error.message)];
  }
}

/** Throws `BadEnvelope` for a line that is no seal in its only spelling, and says what it is instead. */
function sealEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length > MAX_LINE) throw new BadEnvelope(`longer than ${MAX_LINE} bytes`);
  const seal = readSealLine(decodeOrEmpty(bytes));
  if (seal !== null) return seal;
  parseEnvelope(bytes);
  throw new BadEnvelope('a seal has one signature and one spelling, and this line has another');
}

/** A seal with some timestamps has a few kilobytes. */
const MAX_LINE = 1 << 20;

interface Opened {
  readonly envelope: Envelope;
  readonly statement: Statement;
  readonly seal: Seal | null;
  readonly message: Uint8Array;
}

interface Against {
  readonly place: EnvelopePlace;
  readonly document: SignedDocument;
  readonly keys: KeyPort;
}

const NOTHING = { signer: null, role: null, claimed_time: null, trusted_time: null } as const;

function badLine({ path }: EnvelopePlace, reason: string): JudgedSignature {
  const message = `${path} is no envelope of a signature: ${reason}`;
  return { form: 'dsse', path, state: 'bad', ...NOTHING, finding: finding({ code: 'BAD_ENVELOPE', message }) };
}

function judgeSignature(opened: Opened, signature: EnvelopeSignature, against: Against): JudgedSignature {
  const { seal, message } = opened;
  const { place, keys } = against;
  const { path } = place;
  const form = seal === null ? 'dsse' : 'seal';
  const claims = { role: seal?.role ?? null, claimed_time: seal?.time ?? null };
  const bad = (fault: Fault): JudgedSignature => {
    return { form, path, state: 'bad', ...NOTHING, ...claims, finding: finding(fault) };
  };

  const own = seal === null ? null : keys.read(seal.publicKey);
  if (seal !== null && own === null) return bad({ code: 'BAD_KEY', message: `${path} names a public key that cannot be used` });
  if (own !== null && signature.keyid !== own.keyid)
    return bad({
      code: 'BAD_SIGNATURE',
      message: `${path} names another keyid than that of its key`,
      wanted: own.keyid,
      found: signature.keyid,
    });
  const found = own === null ? candidate(keys, message, signature) : { key: own, isGood: keys.verifies(own, message, signature.sig) };
  if (found === null) {
    const fault = { code: 'UNKNOWN_KEY', message: `${path} is by a key that is not known here, and was not checked` };
    return { form, path, state: 'unchecked', ...NOTHING, ...claims, finding: finding(fault) };
  }
  const { key, isGood } = found;
  const signer = { ...UNKNOWN_SIGNER, keyid: key.keyid, fingerprint: key.fingerprint, algorithm: key.algorithm };
  if (!isGood)
    return {
      ...bad({ code: 'BAD_SIGNATURE', message: `the signature in ${path} does not verify: it was changed, or is of something else` }),
      signer,
    };
  const fault = subjectFault(opened, against);
  if (fault !== null) return { ...bad(fault), signer };
  const time = signature.timestamps.length === 0 ? null : keys.timeOf(signature.sig, signature.timestamps);
  if (time !== null && time.fault !== null) return { ...bad({ ...time.fault, message: `${path}: ${time.fault.message}` }), signer };
  const trusted_time = time?.time ?? null;
  return { form, path, state: 'unknown_signer', signer, ...claims, trusted_time, finding: unknownSigner(path, key) };
}

/** The key that is named is tried first, then all others. If none verifies, the signature is by the one that is named, and bad. */
function candidate({ known, verifies }: KeyPort, message: Uint8Array, { keyid, sig }: EnvelopeSignature): Candidate | null {
  const named = known.find((key) => key.keyid === keyid);
  if (named !== undefined && verifies(named, message, sig)) return { key: named, isGood: true };
  const other = known.find((key) => key !== named && verifies(key, message, sig));
  if (other !== undefined) return { key: other, isGood: true };
  return named === undefined ? null : { key: named, isGood: false };
}

interface Candidate {
  readonly key: KeyFacts;
  readonly isGood: boolean;
}

function subjectFault({ statement, seal }: Opened, { place: { path }, document }: Against): Fault | null {
  const subject = matchSubject(statement, document.digestBy);
  const wanted = statement.subjects[0]?.digest['sha256'] ?? null;
  const digests = { wanted: wanted === null ? null : `sha256:${wanted}`, found: `sha256:${document.digestBy('sha256') ?? ''}` };
  if (subject === 'contradiction')
    return { code: 'SIGNED_OTHER_BYTES', message: `${path} names digests of this document of which one is not its own`, ...digests };
  if (subject === 'other') {
    const isRespelled = seal !== null && seal.id !== null && seal.id === document.id;
    const message = `${path} is over other bytes than those of ${document.path}${isRespelled ? ', though with the same id: it was written in another form' : ''}`;
    return { code: 'SIGNED_OTHER_BYTES', message, ...digests };
  }
  if (seal === null || (seal.kind === document.kind && seal.id === document.id)) return null;
  const [said, is] = [seal, document].map(({ kind, id }) => `${kind} ${id ?? 'without an id'}`) as [string, string];
  return { code: 'SEAL_MISMATCH', message: `${path} calls this document something else than it is`, wanted: said, found: is };
}

function unknownSigner(path: string, { fingerprint }: Pick<KeyFacts, 'fingerprint'>): SignatureFinding {
  const message = `${path} is by a key that nothing here names: ${fingerprint}`;
  return finding({ code: 'UNKNOWN_SIGNER', message, found: fingerprint });
}

function finding({ wanted = null, found = null, ...fault }: Fault): SignatureFinding {
  return { path: null, wanted, found, next_command: null, ...fault };
}
