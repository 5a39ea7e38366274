/**
 * Signs evidence of any kind, and any other file: a seal is added beside it. Everything is looked at before the first seal is made.
 *
 *     await signEvidence(places, { signer, role: 'producer', note: null, time: '2026-01-15T10:30:00Z', sync: true }, asked)
 */
import { basename } from 'node:path';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import { version } from '#installation/paths';
import type { Signer } from '#keys/signer';
import { enclosingPack } from '#pack/ops/enclosing-pack';
import { preAuthenticationEncoding } from '#sign/dsse';
import { changeSeals, sealsPathOf, shownSealsOf } from '#sign/ops/seals-file';
import { cannotAddSeal, notSignable } from '#sign/refusals';
import { sealLine, sealPayload } from '#sign/seal';
import { PAYLOAD_TYPE, type Subject } from '#sign/statement';
import type { Place } from '../contract.ts';
import type { KindName } from '../verdict.ts';
import type { Asked } from './asked.ts';
import type { FoundEvidence } from './find.ts';
import { packSubjects } from './pack-subjects.ts';
import { sealKindOf } from './signatures.ts';
import { kindOps } from './table.ts';

export interface Signing {
  readonly signer: Signer;
  readonly role: string | null;
  readonly note: string | null;
  /** RFC 3339. */
  readonly time: string;
  readonly sync: boolean;
}

export interface Sealed {
  /** As shown to the user. */
  readonly path: string;
  readonly kind: string;
  readonly id: string | null;
  /** `sha256:` and hex of the bytes that are signed. */
  readonly digest: string;
  /** The file of the seals, as shown to the user. */
  readonly seals: string;
}

/** What is to be signed, looked at. */
export interface Signable {
  readonly place: Place;
  readonly kind: string;
  readonly id: string | null;
  readonly subjects: readonly [Subject, ...Subject[]];
}

/** Throws `Refusal` if it cannot be signed: it is broken itself, or has no bytes of its own. */
export async function signable({ place, kind, refusal }: FoundEvidence, asked: Asked): Promise<Signable> {
  if (kind === null) throw refusal;
  if (kind === 'pack-store')
    throw notSignable(
      place.given,
      'a store has no bytes of its own; its packs are signed before they are pushed',
      `custody show ${place.given}`,
    );
  requireOutside(place);
  const named = { place, kind: sealKindOf(kind, place.path) };
  if (kind === 'pack' || kind === 'pack-archive') return { ...named, ...packSubjects(place) };
  const { id, digest } = await soundDocument(place, kind, asked);
  return { ...named, id, subjects: [{ name: basename(place.path), digest: { sha256: digest.slice('sha256:'.length) } }] };
}

/** The document itself has to be sound: nobody is to stand for a lock that was edited. Its members are not read. */
async function soundDocument(place: Place, kind: KindName, asked: Asked): Promise<{ readonly id: string | null; readonly digest: string }> {
  const { judge } = await kindOps(kind);
  const { outcome, findings, id, digest } = await judge(place, { ...asked, selfOnly: true });
  const [first] = findings;
  if (digest !== null && outcome !== 'FAILED' && outcome !== 'REFUSED') return { id, digest };
  throw notSignable(place.given, first?.message ?? 'it could not be read', first?.next_command ?? null);
}

/** A new file in a pack would make it fail. */
function requireOutside({ given, path }: Place): void {
  const pack = enclosingPack(sealsPathOf(path));
  if (pack !== null) throw notSignable(given, `its seal would be an extra file in the pack ${basename(pack)}; sign the pack instead`, null);
}

/** Throws `Refusal`. */
export async function addSeal({ place, kind, id, subjects }: Signable, { signer, role, note, time, sync }: Signing): Promise<Sealed> {
  const { publicKey } = signer;
  const payload = sealPayload(subjects, { kind, id, role, note, time, tool: `custody ${version}`, publicKey: publicKey.spki });
  const sig = await signer.sign(preAuthenticationEncoding(PAYLOAD_TYPE, payload));
  const line = sealLine(payload, { keyid: publicKey.keyid, sig });
  const seals = { given: shownSealsOf(place.given), path: sealsPathOf(place.path) };
  try {
    changeSeals(seals.path, (lines) => (lines.includes(line) ? lines : [...lines, line]), { sync });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw cannotAddSeal(seals.given, errorCode(error) === undefined && error instanceof Error ? error.message : osText(error));
  }
  return { path: place.given, kind, id, digest: `sha256:${subjects[0].digest['sha256']}`, seals: seals.given };
}
