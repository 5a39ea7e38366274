/**
 * Two of three must sign: every way in which that can be written down, and every way in which somebody could be counted who has not signed,
 * or counted twice. The judge alone, then a folder that is locked, and verified when a file comes or goes.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { without } from '#stack/credential/payload';
import { putPinned } from '#stack/ops/artifacts/put-pinned';
import { openArtifactStore } from '#stack/ops/artifacts/store';
import { parseLockFile } from '#stack/ops/lock-file';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { activation, firstProof, inSubject, only, set, sorted } from './corridor-changes.ts';
import {
  alice,
  blockersOf,
  bob,
  type CorridorOptions,
  corridor,
  governance,
  judged,
  judgingAt,
  mallory,
  type Signer,
  sign,
  signerNamed,
} from './signed-corridor.ts';
import { CORRIDOR_FOLDER, LOCK, lockZone, signedZone, verifyZone } from './signed-zone.ts';

const carol = signerNamed('carol');
const three = [alice, bob, carol];
const role = (signer: Signer, name = 'approver') => ({ id: signer.did, role: name });
const unmet = (have: number): string => `role:approver:${have}/2`;

const anchorOf = (signer: Signer, attestation: string): JsonObject => ({
  anchor_id: signer.did,
  type: 'did',
  identifier: signer.did,
  allowed_attestations: [attestation],
});

/** Of three approvers two must sign; each change comes after that. */
function twoOfThree(options: CorridorOptions = {}): CorridorOptions {
  const { agreement = (subject) => subject } = options;
  return {
    ...options,
    manifest: (manifest) => (options.manifest ?? ((same) => same))({ ...manifest, participants: three.map(({ did }) => did) }),
    anchors: (anchors) => ({
      ...anchors,
      trust_anchors: [...three, mallory]
        .map((each) => anchorOf(each, 'corridor_agreement'))
        .concat(anchorOf(governance, 'corridor_definition')),
    }),
    agreement: (subject, party) => {
      const own = party === null ? {} : { party: role(party) };
      const thresholds = [{ role: 'approver', required: 2, of: 3 }];
      return agreement({ ...activation({ thresholds })(subject), participants: three.map((each) => role(each)), ...own }, party);
    },
  };
}

const unsigned = (document: JsonObject): JsonObject => without(document, 'proof');
const blocked = (options: CorridorOptions): readonly string[] => blockersOf(corridor(twoOfThree(options)));

describe('two of three, written in each of the ways there are', () => {
  test('a file for each, the third not there yet', () => {
    for (const absent of [0, 1, 2]) expect(blocked({ parties: three, absent: [absent] })).toEqual([]);
    const { entry, parties } = judged(corridor(twoOfThree({ parties: three, absent: [2] })));
    expect(entry.corridor_agreement_signers).toEqual([alice.did, bob.did].sort());
    expect(entry.corridor_agreement_vc_sha256).toHaveLength(2);
    expect(Object.keys(entry.corridor_agreement_payload_sha256_by_path ?? {})).toEqual(['agreement.0.vc.json', 'agreement.1.vc.json']);
    expect(parties.map(({ hasSigned, counts }) => [hasSigned, counts])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  test('a file for each, the third there and not signed', () => {
    for (const one of three) expect(blocked({ parties: three, signedAgreement: only(one, unsigned) })).toEqual([]);
  });

  test('a file for each, the third pending, signed or not', () => {
    const agreement = only(carol, set('commitment', 'Pending'));
    expect(blocked({ parties: three, agreement })).toEqual([]);
    expect(blocked({ parties: three, agreement, signedAgreement: only(carol, unsigned) })).toEqual([]);
    expect(blocked({ parties: three, agreement: only(alice, set('commitment', 'pending')) })).toEqual([]);
  });

  test('one file for all, issued by one of them: who issues as a party signs', () => {
    expect(blocked({ signers: [alice, bob] })).toEqual([]);
    expect(blocked({ signers: [bob, carol] })).toEqual([`${alice.did}:missing_signature`]);
  });

  test('one file for all by an issuer who is no party, and need not sign', () => {
    const envelope = set('issuer', mallory.did);
    expect(blocked({ envelope, signers: [bob, carol] })).toEqual([]);
    expect(blocked({ envelope, signers: [bob] })).toEqual(
      sorted(`${alice.did}:missing_signature`, `${carol.did}:missing_signature`, unmet(1)),
    );
    // Whoever signs is to be a participant, an issuer too.
    expect(blocked({ envelope, signers: [bob, carol, mallory] })).toEqual([`${mallory.did}:not_participant`]);
  });

  test('one file for all by an issuer who takes part in another role', () => {
    const participants = [...three.map((each) => role(each)), role(mallory, 'chair')];
    const manifest = set(
      'participants',
      [...three, mallory].map(({ did }) => did),
    );
    const options = { manifest, agreement: set('participants', participants), envelope: set('issuer', mallory.did) };
    expect(blocked({ ...options, signers: [bob, carol, mallory] })).toEqual([]);
    expect(blocked({ ...options, signers: [bob, carol] })).toEqual([`${mallory.did}:missing_signature`]);
  });
});

describe('one of three', () => {
  const missing = (signer: Signer): string => `${signer.did}:missing_signature`;

  test('is not enough, and the others are named', () => {
    expect(blocked({ parties: three, absent: [1, 2] })).toEqual(sorted(missing(bob), missing(carol), unmet(1)));
    expect(blocked({ parties: three, signedAgreement: (document, party) => (party === alice ? document : unsigned(document)) })).toEqual(
      sorted(missing(bob), missing(carol), unmet(1)),
    );
    expect(blocked({ parties: three, absent: [2], agreement: only(bob, set('commitment', 'pending')) })).toEqual(
      sorted(`${bob.did}:pending`, missing(carol), unmet(1)),
    );
  });

  test('nor is nobody at all', () => {
    expect(blocked({ parties: three, absent: [0, 1, 2] })).toEqual(['agreement:missing']);
    expect(blocked({ parties: three, signedAgreement: unsigned })).toEqual(sorted(...three.map(missing), unmet(0)));
    expect(blocked({ signers: [] })).toEqual(sorted(...three.map(missing), unmet(0)));
    expect(blocked({ parties: three, agreement: set('commitment', 'pending') })).toEqual(
      sorted(...three.map(({ did }) => `${did}:pending`), unmet(0)),
    );
  });

  test('nor one who is counted twice', () => {
    expect(blocked({ parties: [alice, alice, bob], absent: [2] })).toEqual(
      sorted(`${alice.did}:duplicate_party`, missing(bob), missing(carol), unmet(1)),
    );
    expect(blocked({ parties: three, listed: [0, 0, 2], absent: [2] })).toContain(`${alice.did}:duplicate_party`);
    const twice = { agreement: set('participants', [role(alice), role(alice), role(bob)]) };
    expect(blocked({ parties: [alice], ...twice })).toContain(`${alice.did}:duplicate_party`);
  });

  test('nor a word beside which the same party has another', () => {
    const change = (document: JsonObject) => ({ ...document, issuanceDate: '2026-01-02T00:00:00Z' });
    let count = 0;
    const facts = corridor(
      twoOfThree({
        parties: [alice, bob, bob],
        envelope: (document, party) => (party === bob && count++ === 0 ? change(document) : document),
      }),
    );
    expect(blockersOf(facts)).toEqual([`${bob.did}:duplicate_party`]);
    const draft = corridor(
      twoOfThree({
        parties: [alice, bob, bob],
        signedAgreement: only(bob, (document) => (count++ % 2 === 0 ? unsigned(document) : document)),
      }),
    );
    expect(blockersOf(draft)).toContain(`${bob.did}:duplicate_party`);
  });

  test('nor one who says pending in one file for all and agrees in another', () => {
    const [agreed, pending] = [{}, { agreement: set('commitment', 'pending') }].map((each) =>
      corridor(twoOfThree({ signers: [alice, bob], ...each })),
    );
    const [one, other] = [agreed?.agreements?.[0], pending?.agreements?.[0]];
    if (agreed === undefined || one === undefined || other === undefined) throw new Error('no files');
    const second = { ...other, path: 'second.vc.json', place: 'corridors/one/second.vc.json' };
    for (const agreements of [
      [one, second],
      [second, one],
    ])
      expect(blockersOf({ ...agreed, agreements })).toEqual(sorted(`${alice.did}:duplicate_party`, `${bob.did}:duplicate_party`));
  });

  test('is enough where pending is accepted by nobody, whatever the agreement lists', () => {
    const agreement = (subject: JsonObject, party: Signer | null) =>
      activation({ accept_commitments: ['agree', 'pending'] })(party === alice ? subject : { ...subject, commitment: 'pending' });
    expect(blocked({ parties: three, agreement })).toEqual(sorted(`${bob.did}:pending`, `${carol.did}:pending`, unmet(1)));
  });

  test('and one who signs later is not enough yet', () => {
    const options: CorridorOptions = {
      parties: three,
      absent: [2],
      type: 'DataIntegrityProof',
      created: (signer) => (signer === bob ? '2026-07-01T00:00:00Z' : '2026-01-01T00:00:00Z'),
    };
    expect(blocked(options)).toEqual(sorted(`${bob.did}:not_yet_effective`, missing(carol), unmet(1)));
    expect(blockersOf(corridor(twoOfThree(options)), judgingAt('2026-07-01T00:00:00Z'))).toEqual([]);
    // Two have signed already: the third may do so whenever they like.
    expect(blocked({ ...options, absent: [] })).toEqual([]);
  });
});

describe('what nobody has signed decides nothing', () => {
  test('neither how many must sign, nor who, nor what for', () => {
    const weaker = activation({ thresholds: [{ role: 'approver', required: 1 }] });
    const strangers = set('participants', [role(alice), role(mallory)]);
    for (const change of [weaker, strangers, set('terms', 'others'), set('corridor_id', 'org.example.other')]) {
      const options = { parties: three, agreement: only(alice, change), signedAgreement: only(alice, unsigned) };
      expect(blocked(options)).toEqual([]);
      expect(blocked({ ...options, absent: [2] })).toEqual(
        sorted(`${alice.did}:missing_signature`, `${carol.did}:missing_signature`, unmet(1)),
      );
      // The same, signed: it is somebody's word, and another one.
      expect(blocked({ parties: three, agreement: only(alice, change) })).not.toEqual([]);
    }
  });

  test('nor may it have a form that cannot be read, or a proof that does not hold', () => {
    expect(blocked({ parties: three, agreement: only(carol, set('more', 1)), signedAgreement: only(carol, unsigned) })).toContain(
      `${carol.did}:malformed`,
    );
    const agreement = only(carol, set('commitment', 'pending'));
    const broken = firstProof({ jws: 'A'.repeat(86) });
    expect(blocked({ parties: three, agreement, signedAgreement: only(carol, broken) })).toEqual([`${carol.did}:invalid_proof`]);
    expect(blocked({ parties: three, signedAgreement: only(carol, broken) })).toEqual([`${carol.did}:invalid_proof`]);
    const forged = only(carol, (document) => sign(unsigned(document), mallory));
    expect(blocked({ parties: three, signedAgreement: forged })).toContain(`${carol.did}:missing_signature`);
  });

  test('a word other than pending blocks, whoever else has signed', () => {
    expect(blocked({ parties: three, agreement: only(carol, set('commitment', 'withdraw')) })).toEqual([`${carol.did}:withdraw`]);
    expect(blocked({ parties: three, agreement: only(carol, set('definition_payload_sha256', '0'.repeat(64))) })).toContain(
      `${carol.did}:wrong_definition`,
    );
  });

  test('a role that must sign is missed, though another has enough', () => {
    const agreement = (subject: JsonObject, party: Signer | null) => {
      const name = (each: Signer): string => (each === carol ? 'legal' : 'approver');
      const own = party === null ? {} : { party: role(party, name(party)) };
      const thresholds = [
        { role: 'approver', required: 1, of: 2 },
        { role: 'legal', required: 1, of: 1 },
      ];
      return { ...activation({ thresholds })(subject), participants: three.map((each) => role(each, name(each))), ...own };
    };
    expect(blocked({ parties: three, agreement, absent: [2] })).toEqual(sorted(`${carol.did}:missing_signature`, 'role:legal:0/1'));
    expect(blocked({ parties: three, agreement, absent: [1] })).toEqual([]);
  });

  test('of one who has not signed no lawpack is required', () => {
    const definition = inSubject(set('lawpack_compatibility', { required_domains: ['civil'] }));
    const agreement = set('pinned_lawpacks', [{ jurisdiction_id: 'ex', domain: 'civil', lawpack_digest_sha256: '1'.repeat(64) }]);
    expect(blocked({ parties: three, definition, agreement, absent: [2] })).toEqual([]);
  });
});

describe('a lock of two of three', () => {
  const scratch = scratchFolder('stack-two-of-three');
  let count = 0;

  /** Locked without the file of `absent`, which lies aside. */
  async function lockedWithout(absent: number): Promise<{ readonly folder: string; readonly file: string; readonly aside: string }> {
    const folder = join(scratch, `tree-${count++}`);
    mkdirSync(folder);
    signedZone(folder, twoOfThree({ parties: three }));
    const [file, aside] = [join(folder, CORRIDOR_FOLDER, `agreement.${absent}.vc.json`), join(folder, 'aside')];
    renameSync(file, aside);
    const { lock, warnings } = await lockZone(folder);
    expect(lock.corridors[0]?.corridor_activated).toBe(true);
    expect(warnings).toEqual([`${CORRIDOR_FOLDER}/agreement.${absent}.vc.json is listed but does not exist: its party has not signed`]);
    return { folder, file, aside };
  }

  test.each([0, 1, 2])('verifies, and is found to lack a file that comes later, %i', async (absent) => {
    const { folder, file, aside } = await lockedWithout(absent);
    const before = await verifyZone(folder, { required: { at: null, corridors: null } });
    expect(before.judged.findings).toEqual([]);
    expect(before.notLookedUp.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('has not signed'));
    renameSync(aside, file);
    const { judged: after } = await verifyZone(folder);
    const place = `${CORRIDOR_FOLDER}/agreement.${absent}.vc.json`;
    expect(after.findings.map(({ kind, field, file: shown }) => [kind, field, shown])).toEqual([
      ['DIFFERS', 'corridor_agreement_set_sha256', null],
      ['DIFFERS', 'corridor_agreement_signers', null],
      ['UNPINNED', `corridor_agreement_payload_sha256_by_path.agreement.${absent}.vc.json`, place],
      ['UNPINNED', 'corridor_agreement_vc_sha256[2]', place],
    ]);
  });

  test('is found to lack a file that comes later without a signature', async () => {
    const { folder, file, aside } = await lockedWithout(1);
    const document = JSON.parse(readFileSync(aside, 'utf8'));
    writeFileSync(file, JSON.stringify(unsigned(document)));
    const { judged: after } = await verifyZone(folder);
    expect(after.findings.map(({ kind }) => kind)).toEqual(['DIFFERS', 'UNPINNED', 'UNPINNED']);
  });

  test.each([0, 1])('tells which file is gone, %i, and leaves the places of the others', async (gone) => {
    const { folder } = await lockedWithout(2);
    rmSync(join(folder, CORRIDOR_FOLDER, `agreement.${gone}.vc.json`));
    const { judged: after } = await verifyZone(folder);
    const pins = after.findings.filter(({ field }) => field.startsWith('corridor_agreement_vc_sha256'));
    expect(pins).toMatchObject([
      { kind: 'MISSING', field: `corridor_agreement_vc_sha256[${gone}]`, file: `${CORRIDOR_FOLDER}/agreement.${gone}.vc.json` },
    ]);
    expect(after.verified.map(({ field }) => field)).toContain(`corridor_agreement_vc_sha256[${1 - gone}]`);
  });

  test('is derived anew from a store, which says what it cannot show', async () => {
    const { folder } = await lockedWithout(0);
    const store = openArtifactStore([{ path: join(folder, 'kept'), shown: 'kept' }]);
    const lock = parseLockFile(readFileSync(join(folder, LOCK)), LOCK);
    await putPinned(store, { document: lock.document, root: folder, shown: '.' }, { prefix: 'msez', sync: false });
    const { judged: after, notLookedUp } = await verifyZone(folder, { store, required: { at: null, corridors: null } });
    expect(after.findings).toEqual([]);
    expect(notLookedUp).toContainEqual(
      expect.objectContaining({ field: 'agreement.0.vc.json', reason: expect.stringContaining('does not pin it') }),
    );
  });

  test('does not follow a link in the place of a file that is not there', async () => {
    const { folder, file } = await lockedWithout(2);
    symlinkSync('nowhere', file);
    await expect(lockZone(folder)).toRefuse('E_UNSAFE_PATH');
  });
});
