/**
 * Authority registries: credentials from outside the corridor that state who may sign what in it. In a chain, each registry grants
 * `authority_registry` to the issuer of the next one; the last one is the allow-list, in addition to the trust anchors.
 *
 *     {"credentialSubject":{"registry_id":"…","authorities":[{"did":"did:key:z6Mk…","allowed_attestations":["corridor_agreement"]}]}, …}
 */
import { credentialIn, type OpenCredential, openCredential, statedIssuer } from '../credential/credential.ts';
import { blockersOf, dateChecks, judgeSigned } from '../credential/judge-signatures.ts';
import type { Judging, ReadDocument } from '../inputs/facts.ts';
import { objectOf, openReading, type Reading } from '../inputs/field-reader.ts';
import { digestOfPin, readPin } from '../pin.ts';
import { faultText } from '../refusals.ts';
import { type CorridorCheck, failed, notChecked, passed } from './check.ts';
import { type AnchorGrants, type Grants, registryGrants } from './grants.ts';

export interface RegistryVerdict {
  readonly checks: readonly CorridorCheck[];
  /** The grants of the last registry; null if there is none. */
  readonly grants: Grants | null;
}

interface Parent {
  readonly credential: OpenCredential;
  readonly grants: Grants;
}

const GRANTS_NOTHING: Grants = () => false;

/** `anchors` are the corridor's own trust anchors. */
export function judgeRegistries(files: readonly ReadDocument[], anchors: AnchorGrants, judging: Judging): RegistryVerdict {
  const checks: CorridorCheck[] = [];
  let parent: Parent | null = null;
  for (const file of files) {
    const credential = openCredential(file, judging.newHasher);
    const { issuer, grants, found } = judgeRegistry(credential, judging);
    checks.push(...found, ...delegationChecks(credential, issuer, parent, anchors), ...parentChecks(credential, parent));
    parent = { credential, grants };
  }
  return { checks, grants: parent?.grants ?? null };
}

interface JudgedRegistry {
  readonly issuer: string;
  readonly grants: Grants;
  readonly found: readonly CorridorCheck[];
}

/** A registry that cannot be read grants nothing. */
function judgeRegistry(credential: OpenCredential, judging: Judging): JudgedRegistry {
  const { place, path, document } = credential;
  const reading = openReading(document);
  const { issuer, validity, subject } = credentialIn(reading);
  const who = statedIssuer(document) ?? path;
  requireSubject(subject);
  const { checks } = judgeSigned(credential, statedIssuer(document), blockersOf(who), judging);
  if (reading.faults.length > 0) {
    const words = reading.faults.map(faultText).join('; ');
    const malformed = failed(`${who}:malformed`, { kind: 'shape', file: place, subject: who, words });
    return { issuer: who, grants: GRANTS_NOTHING, found: [malformed, ...checks] };
  }
  const dates = dateChecks(place, issuer, { what: 'credential', validity, at: judging.at });
  return { issuer, grants: registryGrants(subject.fields['authorities']), found: [...checks, ...dates] };
}

function requireSubject(subject: Reading): void {
  subject.text('registry_id');
  subject.objects('authorities', (each) => each.text('did'));
}

function delegationChecks(
  { place }: OpenCredential,
  issuer: string,
  parent: Parent | null,
  anchors: AnchorGrants,
): readonly CorridorCheck[] {
  const isRoot = parent === null;
  if (isRoot && !anchors.isGranted('authority_registry'))
    return [notChecked('registry', place, issuer, 'no trust anchor says who may issue the first registry')];
  const grants = isRoot ? anchors.grants : parent.grants;
  const by = isRoot ? 'the trust anchors' : parent.credential.place;
  if (grants(issuer, 'authority_registry')) return [passed('registry', place, issuer, `granted authority_registry by ${by}`)];
  const words = `not granted authority_registry by ${by}`;
  return [failed(`${issuer}:not_anchored`, { kind: 'registry', file: place, subject: issuer, words })];
}

/** A digest of the parent is compared; any other reference to the parent only says where to find it. */
function parentChecks({ path, place, document }: OpenCredential, parent: Parent | null): readonly CorridorCheck[] {
  const stated = objectOf(document['credentialSubject'], '', []).fields['parent_registry_ref'];
  if (stated === undefined) return [];
  const pin = readPin(stated);
  const who = statedIssuer(document) ?? path;
  if (pin === null || parent === null) return [notChecked('registry', place, who, 'its parent_registry_ref was not followed')];
  if (digestOfPin(pin) === parent.credential.payloadSha256) return [passed('registry', place, who, 'names its parent')];
  const words = `expected the parent ${digestOfPin(pin)}, found ${parent.credential.payloadSha256}`;
  return [failed(`${who}:not_anchored`, { kind: 'registry', file: place, subject: who, words })];
}
