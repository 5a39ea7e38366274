import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { both, firstProof, only, proofs, set, sorted, unmet } from '../../../tests/stack/corridor-changes.ts';
import {
  alice,
  blockersOf,
  bob,
  type CorridorOptions,
  corridor,
  governance,
  mallory,
  type Signer,
  sign,
} from '../../../tests/stack/signed-corridor.ts';
import type { ProofType } from './create-proof.ts';

describe('judgeSigned() of proofs that cover their creation time', () => {
  const made = (created: string, who: Signer, type: ProofType = 'DataIntegrityProof') =>
    blockersOf(corridor({ type, created: (signer) => (signer === who ? created : '2026-01-01T00:00:00Z') }));

  it('does not count a proof that was created later', () => {
    expect(made('2026-06-01T00:00:01Z', bob)).toEqual(sorted(`${bob.did}:not_yet_effective`, unmet(1)));
    expect(made('2026-06-01T00:00:01Z', governance)).toEqual([`${governance.did}:not_yet_effective`]);
  });

  it('counts a proof created within the judged second', () => {
    expect(made('2026-06-01T00:00:00.999Z', bob)).toEqual([]);
    expect(made('2026-06-01T02:00:00+02:00', bob)).toEqual([]);
  });

  it('ignores a time that is not signed', () => expect(made('2027-01-01T00:00:00Z', bob, 'MsezEd25519Signature2025')).toEqual([]));
});

const NOBODY = sorted(`${alice.did}:missing_signature`, `${bob.did}:missing_signature`, unmet(0));
const UNANCHORED = [alice, bob, governance].map(({ did }) => `${did}:not_anchored`).sort();
const signedBy = (signer: Signer) => (document: JsonObject) => sign({ ...document, proof: [] }, signer);
const cases: readonly [what: string, options: CorridorOptions, found: readonly string[]][] = [
  ['a proof that is missing', { signers: [alice] }, sorted(`${bob.did}:missing_signature`, unmet(1))],
  ['the same party signing twice', { signers: [alice, alice] }, sorted(`${bob.did}:missing_signature`, unmet(1))],
  ['no proof at all', { signers: [] }, NOBODY],
  ['an empty list of proofs', { signedAgreement: proofs(() => []) }, NOBODY],
  [
    'a proof that is no object',
    { signedAgreement: set('proof', 'signed') },
    sorted(`${alice.did}:invalid_proof`, `${alice.did}:missing_signature`, `${bob.did}:missing_signature`, unmet(0)),
  ],
  ['a third proof that is null', { signedAgreement: proofs((all) => [...all, null]) }, [`${alice.did}:invalid_proof`]],
  [
    'a stranger who signs beside the parties',
    { signers: [alice, bob, mallory] },
    sorted(`${mallory.did}:not_anchored`, `${mallory.did}:not_participant`),
  ],
  [
    'a stranger who signs for a party',
    { parties: both, signedAgreement: only(bob, signedBy(mallory)) },
    sorted(`${bob.did}:missing_signature`, `${mallory.did}:not_anchored`, `${mallory.did}:not_participant`, unmet(1)),
  ],
  [
    'one party who signs the file of another',
    { parties: both, signedAgreement: only(bob, signedBy(alice)) },
    sorted(`${bob.did}:missing_signature`, unmet(1)),
  ],
  [
    'a party whose file is issued by another',
    { parties: both, envelope: only(bob, set('issuer', alice.did)), signedAgreement: only(bob, (document) => sign(document, alice)) },
    [`${bob.did}:wrong_issuer`],
  ],
  [
    'a proof over other bytes',
    { signedAgreement: set('type', ['VerifiableCredential', 'Other']) },
    sorted(`${alice.did}:invalid_proof`, `${bob.did}:invalid_proof`, unmet(0)),
  ],
  [
    'a proof taken from another agreement',
    { signedAgreement: firstProof({ jws: 'A'.repeat(86) }) },
    sorted(`${alice.did}:invalid_proof`, unmet(1)),
  ],
  [
    'a proof that states another who signed',
    {
      signedAgreement: proofs(([first, second]) => [
        first as JsonObject,
        { ...second, verificationMethod: first?.['verificationMethod'] as string },
      ]),
    },
    sorted(`${alice.did}:invalid_proof`, `${bob.did}:missing_signature`, unmet(1)),
  ],
  [
    'two proofs of one party of which one is bad',
    { signedAgreement: proofs((all) => [...all, { ...(all[0] as JsonObject), created: '2026-01-01' }]) },
    [`${alice.did}:invalid_proof`],
  ],
  [
    'a party that is not anchored',
    { anchors: (anchors) => ({ ...anchors, trust_anchors: (anchors['trust_anchors'] as JsonObject[]).slice(1) }) },
    [`${alice.did}:not_anchored`],
  ],
  ['no anchors at all', { anchors: set('trust_anchors', []) }, UNANCHORED],
  ['anchors that are no list', { anchors: set('trust_anchors', 'everybody') }, UNANCHORED],
];
it.each(cases)('judgeSigned() is blocked by %s', (_what, options, found) =>
  expect(blockersOf(corridor(options))).toEqual([...new Set(found)]),
);
