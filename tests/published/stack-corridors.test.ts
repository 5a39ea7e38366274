/**
 * Corridors signed by another project are judged as their own entries say: payload, set and file digests, signers and whether they are
 * active. They are read where they lie beside this one, and are not there on every machine.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseYaml } from '#codecs/yaml/read';
import { parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { verifyEd25519 } from '#keys/ed25519-bytes';
import { judgeCorridor } from '#stack/corridor/activation';
import { canonicalBytes } from '#stack/credential/payload';
import type { CorridorFacts, Judging, ReadDocument } from '#stack/inputs/facts';

const published = fileURLToPath(new URL('../../../shared/fixtures/stack', import.meta.url));
const isThere = existsSync(published);
const why = isThere ? '' : ' (skipped: the data of the other project does not lie beside this one)';

const A = 'did:key:z6MkpcPvSoHcaxHrowuHYv6NKhBVpvUsptJUUrQenEQ1aYJX';
const B = 'did:key:z6MkrcX3jnavDvJcR4Kcr6i8G1D4LzZ3X2XZdo3dc91QZbvo';
const GOVERNANCE = 'did:key:z6MkiwVVR6BAAnxmH8sLxKpzGaMCjZJZU2pqNEKiJz6ef8ze';

/** What S4 adds to the original's own blockers. */
const blockers: Readonly<Record<string, readonly string[]>> = {
  agreement_2of2: [],
  party_specific_2of2: [],
  party_specific_1of2_withdraw: [`${B}:withdraw`],
  party_specific_duplicate_party: ['definition:unbound:corridor.yaml', `${A}:duplicate_party`],
};

interface Change {
  readonly name: string;
  readonly edit: (text: string) => string;
}

function factsOf(corridor: string, change?: Change): CorridorFacts {
  const folder = join(published, 'fixtures', corridor);
  const read = (name: string): ReadDocument => {
    const found = readFileSync(join(folder, name));
    const bytes = change?.name === name ? Buffer.from(change.edit(found.toString())) : found;
    const value = name.endsWith('.yaml') ? parseYaml(bytes) : parseJson(bytes);
    return { path: name, place: `corridors/${name}`, sha256: sha256Hex(bytes), bytes, value };
  };
  const manifest = read('corridor.yaml');
  const { corridor_id, agreement_vc_path } = manifest.value as { corridor_id: string; agreement_vc_path: string | readonly string[] };
  return {
    corridorId: corridor_id,
    folder: 'corridors',
    manifest,
    trustAnchors: read('trust-anchors.yaml'),
    keyRotation: read('key-rotation.yaml'),
    definition: read('corridor.vc.json'),
    agreements: [agreement_vc_path].flat().map(read),
    absentAgreements: [],
    authorityRegistries: [],
  };
}

function judgingAt(instant: string): Judging {
  return { at: parseInstant(instant) as number, lawpacks: [], newHasher, verifyEd25519 };
}

const judging = judgingAt('2026-01-15T00:00:00Z');

describe.skipIf(!isThere)(`judgeCorridor() on the corridors of another project${why}`, () => {
  const expected = (isThere ? parseJson(readFileSync(join(published, 'expected_corridor_entries.json'))) : {}) as Record<
    string,
    { lock_entry: Record<string, JsonValue>; definition_payload_sha256: string }
  >;

  test.each(Object.keys(blockers))('%s has the digests, signers and verdict that were published', (corridor) => {
    const { lock_entry, definition_payload_sha256 } = expected[corridor] as (typeof expected)[string];
    const { entry, definitionPayloadSha256 } = judgeCorridor(factsOf(corridor), judging);
    expect({ ...entry }).toEqual({ ...lock_entry, corridor_activation_blockers: blockers[corridor] });
    expect(definitionPayloadSha256).toBe(definition_payload_sha256);
  });

  const agreement = 'corridor.agreement.vc.json';
  const changes: readonly [what: string, change: Change, found: readonly string[]][] = [
    [
      'proof types renamed as the tool was',
      { name: agreement, edit: (text) => text.replaceAll('msez', 'mez').replaceAll('Msez', 'Mez').replaceAll('MSEZ', 'MEZ') },
      [`${A}:invalid_proof`, `${A}:wrong_definition`, `${B}:invalid_proof`, 'role:zone_authority:0/2'],
    ],
    ['a comment in corridor.yaml', { name: 'corridor.yaml', edit: (text) => `# a comment\n${text}` }, ['definition:unbound:corridor.yaml']],
    [
      'one flipped character in the definition',
      { name: 'corridor.vc.json', edit: (text) => text.replace('"XROq', '"XROr') },
      ['definition:invalid_proof'],
    ],
    [
      'no anchor for the definition',
      { name: 'trust-anchors.yaml', edit: (text) => text.replace('- corridor_definition', '- nothing') },
      ['definition:unbound:trust-anchors.yaml', `${GOVERNANCE}:not_anchored`],
    ],
  ];
  test.each(changes)('%s blocks, with the reason', (_what, change, found) => {
    const { entry } = judgeCorridor(factsOf('agreement_2of2', change), judging);
    expect(entry.corridor_activated).toBe(false);
    expect(entry.corridor_activation_blockers).toEqual(found);
  });

  test('a removed proof changes the file digest, and neither the payload nor the set', () => {
    const whole = judgeCorridor(factsOf('agreement_2of2'), judging).entry;
    const edit = (text: string): string => `${text.slice(0, text.lastIndexOf('    },\n'))}    }\n  ]\n}\n`;
    const { entry } = judgeCorridor(factsOf('agreement_2of2', { name: agreement, edit }), judging);
    expect(entry.corridor_agreement_vc_sha256).not.toEqual(whole.corridor_agreement_vc_sha256);
    expect(entry.corridor_agreement_payload_sha256_by_path).toEqual(whole.corridor_agreement_payload_sha256_by_path);
    expect(entry.corridor_agreement_set_sha256).toBe(whole.corridor_agreement_set_sha256);
    expect(entry.corridor_activation_blockers).toEqual([`${B}:missing_signature`, 'role:zone_authority:1/2']);
  });
});

/** Of vectors that are made by other rules: dates rewritten, integers beyond a double. */
const OTHER = /mcf-only|64-bit/;

interface Vector {
  readonly input: string;
  readonly canonical: string | null;
  readonly sha256: string;
  readonly mode?: string;
}

describe.skipIf(!isThere)(`canonicalBytes() on the vectors of another project${why}`, () => {
  const { vectors } = (isThere ? JSON.parse(readFileSync(join(published, 'jcs_vectors.json'), 'utf8')) : { vectors: [] }) as {
    vectors: Vector[];
  };

  test('gives their bytes and digests, but for the two that say they are no JCS', () => {
    const plain = vectors.filter(({ mode }) => mode === undefined || !OTHER.test(mode));
    expect(plain.length).toBe(vectors.length - 2);
    expect(plain.length).toBeGreaterThan(20);
    for (const { input, canonical, sha256 } of plain) {
      const found = canonicalBytes(parseJson(Buffer.from(input)));
      if (!found.ok) throw new Error(input);
      expect(sha256Hex(found.value)).toBe(sha256);
      if (canonical !== null) expect(Buffer.from(found.value).toString()).toBe(canonical);
    }
  });

  test('does not touch what looks like a date, and refuses what does not fit a double', () => {
    const [date, integers] = vectors
      .filter(({ mode }) => mode !== undefined)
      .map(({ input }) => canonicalBytes(parseJson(Buffer.from(input))));
    expect(date?.ok === true && Buffer.from(date.value).toString()).toContain('+05:00');
    expect(integers?.ok).toBe(false);
  });
});
