/**
 * A small stack in a folder: one zone, one profile, two modules, a corridor without agreements and a lawpack lock. Each test changes what it
 * is about: a text replaces a file, null removes it.
 *
 *     smallZone(folder, { 'modules/aml/module.yaml': null })
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ZONE = 'zones/one/zone.yaml';

export const smallFiles: Readonly<Record<string, string>> = {
  [ZONE]: `zone_id: org.example.zone.one
jurisdiction_id: ex
zone_name: Example Zone
profile: {profile_id: org.example.profile.fin, version: 0.4.44}
jurisdiction_stack: [ex-north]
lawpack_domains: [civil]
overlays: [{module_id: org.example.reg.aml, patches: [overlays/aml.patch]}]
params_overrides: {org.example.reg.aml: {tier: 3}}
corridors: [org.example.corridor.swift]
`,
  'zones/one/overlays/aml.patch': '--- a\n+++ b\n',
  'profiles/fin/profile.yaml': `profile_id: org.example.profile.fin
stack_spec_version: 0.4.44
modules:
- {module_id: org.example.reg.aml, version: 0.1.0, variant: risk-based, params: {tier: 2, mode: strict}}
- {module_id: org.example.corridor.swift.module, version: 0.2.0, variant: plain}
`,
  'modules/aml/module.yaml': `module_id: org.example.reg.aml
version: 0.1.0
kind: regulatory
description: Checks
variants: [risk-based]
provides:
- {interface: example.policy.v1, path: src/}
parameters:
  tier: {type: integer, default: 1}
  mode: {type: enum, values: [strict, lenient]}
  rate: {type: number, default: 0.5}
`,
  'modules/corridors/swift/module.yaml': `module_id: org.example.corridor.swift.module
version: 0.2.0
kind: corridor
description: Payments
variants: [{variant_id: plain}]
depends_on:
- {module_id: org.example.reg.aml, constraint: '>=0.1.0,<0.3.0'}
`,
  'modules/corridors/swift/corridor.yaml': `corridor_id: org.example.corridor.swift
settlement: {}
recognition: {}
attestations: {}
definition_vc_path: corridor.vc.json
`,
  'modules/corridors/swift/trust-anchors.yaml': 'version: 1\ntrust_anchors: []\n',
  'modules/corridors/swift/key-rotation.yaml': `version: 1
policy: {rotation_days: 90, grace_days: 14, max_key_age_days: 365, revocation: {method: manual}}
`,
  'modules/corridors/swift/corridor.vc.json':
    '{"type":["VerifiableCredential"],"credentialSubject":{"corridor_id":"org.example.corridor.swift"}}\n',
  'modules/legal/jurisdictions/ex/north/civil/lawpack.lock.json': `{"lawpack_digest_sha256":"${'ab'.repeat(32)}","jurisdiction_id":"ex-north","domain":"civil","as_of_date":"2025-01-01","artifact_path":"dist/lawpacks/civil.zip","components":{}}\n`,
};

export function smallZone(folder: string, changes: Readonly<Record<string, string | null>> = {}): void {
  for (const [path, text] of Object.entries({ ...smallFiles, ...changes })) {
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    if (text === null) rmSync(full, { force: true });
    else writeFileSync(full, text);
  }
}
