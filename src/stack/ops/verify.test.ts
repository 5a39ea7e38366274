import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alice, bob, CORRIDOR } from '../../../tests/stack/signed-corridor.ts';
import {
  ARCHIVE_PLACE,
  CORRIDOR_FOLDER,
  LAWPACK_DIGEST,
  LOCK,
  lockZone,
  signedZone,
  signedZones,
  verifyZone,
  write,
} from '../../../tests/stack/signed-zone.ts';
import { ZONE } from '../../../tests/stack/small-zone.ts';
import type { Finding } from '../verify/findings.ts';
import { verifyOutcome } from '../verify/report.ts';
import { parseLockFile } from './lock-file.ts';

const { scratch, whole, copy } = signedZones('stack-verify');

async function findingsAfter(change: (folder: string) => void): Promise<readonly Finding[]> {
  const folder = copy();
  change(folder);
  return (await verifyZone(folder)).judged.findings;
}

const inCorridor = (kind: string, field: string, file: string | null = null) => [
  kind,
  CORRIDOR,
  field,
  file && `${CORRIDOR_FOLDER}/${file}`,
];

function edited(path: string, from: string, to: string): (folder: string) => void {
  return (folder) => {
    const text = readFileSync(join(folder, path), 'utf8');
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    writeFileSync(join(folder, path), text.replace(from, to));
  };
}

const short = ({ kind, id, field, file }: Finding): readonly (string | null)[] => [kind, id, field, file];

test('verifyStack() verifies a lock against the tree it was made from, and reports what it did not check', async () => {
  const verdict = await verifyZone(whole);
  expect(verdict.judged.findings).toEqual([]);
  expect(verifyOutcome(verdict)).toBe('STACK_OK');
  expect(verdict.judged.notChecked.map(({ field }) => field)).toEqual(['generated_at']);
  expect(verdict.notLookedUp.map(({ field }) => field)).toEqual(['revocation', 'state today']);
  expect(verdict.corridors).toEqual([{ corridorId: CORRIDOR, activated: true, blockers: [], lockedActivated: true }]);
  expect(verdict.evidence).toEqual({ root: '.', zone: ZONE, stores: [] });
});

test('verifyStack() accepts a lock in every format that can be written', async () => {
  for (const asked of [{ emitArtifactRefs: true }, { format: 'yaml' }, { format: 'pretty-json' }] as const) {
    const folder = copy();
    await lockZone(folder, asked);
    expect((await verifyZone(folder)).judged.findings).toEqual([]);
  }
});

test('verifyStack() reports STACK_OK for an inactive corridor that was locked as inactive', async () => {
  const folder = join(scratch, 'inactive');
  signedZone(folder, { parties: [alice] });
  await lockZone(folder);
  const verdict = await verifyZone(folder);
  expect(verifyOutcome(verdict)).toBe('STACK_OK');
  expect(verdict.corridors).toMatchObject([{ activated: false, lockedActivated: false }]);
  expect(verdict.corridors[0]?.blockers).toContain(`${bob.did}:missing_signature`);
});

test.each<[string, (folder: string) => void, readonly (readonly (string | null)[])[]]>([
  [
    'a patch that is gone',
    (folder) => rmSync(join(folder, 'zones/one/overlays/aml.patch')),
    [['MISSING', 'org.example.reg.aml', 'patches_sha256[0]', 'zones/one/overlays/aml.patch']],
  ],
  [
    'an agreement that is gone',
    (folder) => rmSync(join(folder, CORRIDOR_FOLDER, 'agreement.1.vc.json')),
    [
      inCorridor('DIFFERS', 'corridor_activated'),
      inCorridor('DIFFERS', 'corridor_activation_blockers'),
      inCorridor('DIFFERS', 'corridor_agreement_set_sha256'),
      inCorridor('DIFFERS', 'corridor_agreement_signers'),
      inCorridor('MISSING', 'corridor_agreement_payload_sha256_by_path.agreement.1.vc.json', 'agreement.1.vc.json'),
      inCorridor('MISSING', 'corridor_agreement_vc_sha256[1]', 'agreement.1.vc.json'),
    ],
  ],
  [
    'a pinned file that is a link now',
    (folder) => {
      renameSync(join(folder, CORRIDOR_FOLDER, 'trust-anchors.yaml'), join(folder, 'anchors'));
      symlinkSync(join(folder, 'anchors'), join(folder, CORRIDOR_FOLDER, 'trust-anchors.yaml'));
    },
    [inCorridor('UNREADABLE', 'trust_anchors_sha256', 'trust-anchors.yaml')],
  ],
  [
    'a corridor whose folder is gone',
    (folder) => rmSync(join(folder, CORRIDOR_FOLDER), { recursive: true }),
    [['MISSING', 'org.example.corridor.swift.module', 'module_manifest_sha256', null], inCorridor('MISSING', 'corridor_manifest_sha256')],
  ],
  [
    'a module that lost its name',
    edited('modules/aml/module.yaml', 'module_id: org.example.reg.aml', 'module_id: org.example.reg.amk'),
    [['CHANGED', 'org.example.reg.aml', 'module_manifest_sha256', 'modules/aml/module.yaml']],
  ],
  [
    'a corridor that lost its name',
    edited(`${CORRIDOR_FOLDER}/corridor.yaml`, '"org.example.corridor.one"', '"org.example.corridor.onf"'),
    [inCorridor('CHANGED', 'corridor_manifest_sha256', 'corridor.yaml')],
  ],
  [
    'two files that cannot be read, both',
    (folder) => {
      writeFileSync(join(folder, 'modules/aml/module.yaml'), '{');
      writeFileSync(join(folder, CORRIDOR_FOLDER, 'corridor.yaml'), 'a: [');
    },
    [
      ['CHANGED', 'org.example.reg.aml', 'module_manifest_sha256', 'modules/aml/module.yaml'],
      inCorridor('CHANGED', 'corridor_manifest_sha256', 'corridor.yaml'),
    ],
  ],
  ['another parameter in the zone', edited(ZONE, 'tier: 3', 'tier: 4'), [['DIFFERS', 'org.example.reg.aml', 'params', null]]],
  ['another version of the profile', edited(ZONE, 'version: 0.4.44', 'version: 0.4.45'), [['DIFFERS', null, 'profile.version', ZONE]]],
  [
    'a zone without its overlay',
    edited(ZONE, 'overlays: [{module_id: org.example.reg.aml, patches: [overlays/aml.patch]}]', 'overlays: []'),
    [
      ['MISSING', null, 'order', null],
      ['MISSING', 'org.example.reg.aml', 'patches[0]', null],
      ['MISSING', 'org.example.reg.aml', 'patches_sha256[0]', null],
    ],
  ],
])('verifyStack() finds %s', async (_, change, expected) => expect((await findingsAfter(change)).map(short)).toEqual(expected));

test('verifyStack() names every claim that an edited agreement contradicts, with the file', async () => {
  const findings = await findingsAfter(edited(`${CORRIDOR_FOLDER}/agreement.1.vc.json`, 'urn:example:terms', 'urn:example:termz'));
  expect(findings.map(short)).toEqual([
    inCorridor('DIFFERS', 'corridor_activated'),
    inCorridor('DIFFERS', 'corridor_activation_blockers'),
    inCorridor('DIFFERS', 'corridor_agreement_set_sha256'),
    inCorridor('DIFFERS', 'corridor_agreement_signers'),
    inCorridor('DIFFERS', 'corridor_agreement_payload_sha256_by_path.agreement.1.vc.json', 'agreement.1.vc.json'),
    inCorridor('CHANGED', 'corridor_agreement_vc_sha256[1]', 'agreement.1.vc.json'),
  ]);
});

test('verifyStack() still judges the corridor if a module cannot be read', async () => {
  const folder = copy();
  writeFileSync(join(folder, 'modules/aml/module.yaml'), '{');
  edited(`${CORRIDOR_FOLDER}/agreement.0.vc.json`, '"jws": "', '"jws": "A')(folder);
  const { judged, corridors } = await verifyZone(folder);
  expect(corridors).toMatchObject([{ activated: false, lockedActivated: true }]);
  expect(judged.findings.map(({ file }) => file)).toContain('modules/aml/module.yaml');
  expect(judged.findings.map(({ file }) => file)).toContain(`${CORRIDOR_FOLDER}/agreement.0.vc.json`);
});

test('verifyStack() checks every section that a bad file in another section does not affect', async () => {
  const folder = copy();
  rmSync(join(folder, CORRIDOR_FOLDER, 'key-rotation.yaml'));
  const { judged } = await verifyZone(folder);
  expect(judged.findings).toHaveLength(1);
  expect(new Set(judged.notChecked.map(({ section }) => section))).toEqual(new Set(['document', 'corridors']));
  edited(ZONE, 'tier: 3', 'tier: 4')(folder);
  expect((await verifyZone(folder)).judged.findings.map(({ field }) => field)).toEqual(['params', 'key_rotation_sha256']);
});

test('verifyStack() compares agreements with the pins of the lock if a lawpack cannot be read', async () => {
  const folder = copy();
  writeFileSync(join(folder, 'modules/legal/jurisdictions/ex/north/civil/lawpack.lock.json'), '{');
  const { judged, corridors } = await verifyZone(folder);
  expect(corridors).toMatchObject([{ activated: true }]);
  expect(judged.findings.map(({ kind, field }) => [kind, field])).toEqual([['CHANGED', 'lawpack_lock_sha256']]);
});

test('verifyStack() detects any forged claim in the lock itself', async () => {
  const text = readFileSync(join(whole, LOCK), 'utf8');
  const forgeries: readonly (readonly [string, string, string])[] = [
    ['"corridor_activated":true', '"corridor_activated":false', 'corridor_activated'],
    ['"corridor_activation_blockers":[]', '"corridor_activation_blockers":["x"]', 'corridor_activation_blockers'],
    ['"tier":3', '"tier":2', 'params'],
    ['"version":"0.1.0"', '"version":"0.1.1"', 'version'],
    ['"as_of_date":"2025-01-01"', '"as_of_date":"2024-01-01"', 'as_of_date'],
    ['"stack_spec_version":"0.4.44"', '"stack_spec_version":"0.4.43"', 'stack_spec_version'],
    [`"lawpack_artifact_path":"${ARCHIVE_PLACE}"`, '"lawpack_artifact_path":"elsewhere.zip"', 'lawpack_artifact_path'],
  ];
  for (const [from, to, field] of forgeries) {
    expect(text).toContain(from);
    const lock = parseLockFile(Buffer.from(text.replace(from, to)), LOCK);
    expect((await verifyZone(whole, { lock })).judged.findings.map((finding) => finding.field)).toEqual([field]);
  }
});

test('verifyStack() reports a lawpack archive that differs from its lock, in covered and in other parts', async () => {
  const bytes = readFileSync(join(whole, ARCHIVE_PLACE));
  for (const part of ['akn/main.xml', 'raw/notes.txt']) {
    const at = bytes.indexOf(part);
    const folder = copy();
    const other = Buffer.from(bytes);
    other[at + part.length] = (other[at + part.length] as number) ^ 1;
    write(folder, ARCHIVE_PLACE, other);
    const { judged } = await verifyZone(folder);
    expect(judged.findings.map(short)).toEqual([['CHANGED', 'ex-north:civil', 'lawpack_digest_sha256', ARCHIVE_PLACE]]);
  }
});

test('verifyStack() reports a missing archive, and does not count as verified what it would prove', async () => {
  const folder = copy();
  rmSync(join(folder, ARCHIVE_PLACE));
  const { judged } = await verifyZone(folder);
  expect(judged.findings).toMatchObject([
    { kind: 'MISSING', field: 'lawpack_artifact_path', file: ARCHIVE_PLACE, expected: ARCHIVE_PLACE, reason: 'the archive is not there' },
  ]);
  expect(judged.notChecked.map(({ field }) => field)).toEqual(['generated_at', 'lawpack_digest_sha256']);
  expect(judged.verified.filter(({ field }) => /lawpack_(?:digest|artifact)/.test(field))).toEqual([]);
});

test('verifyStack() still reports a digest that differs from the lock of the lawpack if the archive is missing', async () => {
  const folder = copy();
  rmSync(join(folder, ARCHIVE_PLACE));
  const text = readFileSync(join(folder, LOCK), 'utf8');
  writeFileSync(
    join(folder, LOCK),
    text.replaceAll(`"lawpack_digest_sha256":"${LAWPACK_DIGEST}"`, `"lawpack_digest_sha256":"${'0'.repeat(64)}"`),
  );
  const { judged } = await verifyZone(folder);
  expect(judged.findings.map(({ kind, field }) => [kind, field])).toContainEqual(['DIFFERS', 'lawpack_digest_sha256']);
});

test('verifyStack() refuses if the fault is not in a pinned file', async () => {
  const folder = copy();
  write(folder, 'modules/other/module.yaml', '{');
  await expect(verifyZone(folder)).toRefuse('E_BAD_MODULE');
  rmSync(join(folder, 'modules/other'), { recursive: true });
  write(folder, 'profiles/fin/profile.yaml', '{');
  await expect(verifyZone(folder)).toRefuse('E_BAD_PROFILE');
});
