/**
 * A zone of many modules and signed corridors, the same in every run, with keys derived from their names. Every signature is also written
 * separately for the peer that checks them: key, message, signature.
 *
 *     root/zones/one/zone.yaml
 *     root/modules/unit-007/module.yaml
 *     root/modules/corridor-012/{module,corridor,trust-anchors,key-rotation}.yaml, corridor.vc.json, party-{0..4}.vc.json
 *     signatures.jsonl       {"key":"302a…","message":"7b22…","signature":"a41c…"}
 *
 * This file shares no code with the program: the signatures that the program accepts were made independently.
 */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ISSUED = '2026-01-01T00:00:00Z';
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function makeSignedZone(folder, { modules, corridors, parties }) {
  const root = join(folder, 'root');
  const signatures = [];
  const council = signerNamed('council');
  const units = Array.from({ length: modules - corridors }, (_, number) => `unit-${digits(number)}`);
  const ways = Array.from({ length: corridors }, (_, number) => `corridor-${digits(number)}`);
  for (const [number, name] of units.entries()) put(root, `modules/${name}/module.yaml`, unitText(name, units[number - 1]));
  for (const name of ways) makeCorridor(root, name, { council, parties, signatures });
  put(root, 'profiles/one/profile.yaml', profileText([...units, ...ways]));
  put(root, 'zones/one/zone.yaml', zoneText(ways));
  writeFileSync(join(folder, 'signatures.jsonl'), signatures.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

function makeCorridor(root, name, { council, parties, signatures }) {
  const folder = `modules/${name}`;
  const members = Array.from({ length: parties }, (_, number) => signerNamed(`${name} party ${number}`));
  const files = members.map((_, number) => `party-${number}.vc.json`);
  put(
    root,
    `${folder}/module.yaml`,
    `module_id: org.example.${name}\nversion: 1.0.0\nkind: corridor\ndescription: An agreement of ${parties}\n`,
  );
  const bound = {
    corridor_manifest: { path: 'corridor.yaml', text: corridorText(name, members, files) },
    trust_anchors: { path: 'trust-anchors.yaml', text: anchorsText(council, members) },
    key_rotation: { path: 'key-rotation.yaml', text: ROTATION },
  };
  for (const { path, text } of Object.values(bound)) put(root, `${folder}/${path}`, text);
  const artifacts = Object.fromEntries(Object.entries(bound).map(([key, { path, text }]) => [key, { path, sha256: sha256(text) }]));
  const definition = credential(council.did, { corridor_id: idOf(name), ruleset: 'org.example.rules.v1', artifacts });
  put(root, `${folder}/corridor.vc.json`, signed(definition, council, signatures));
  const participants = members.map(({ did }, number) => ({ id: did, role: 'authority', name: `Party ${number}` }));
  for (const [number, member] of members.entries()) {
    const agreement = credential(member.did, {
      corridor_id: idOf(name),
      definition_payload_sha256: sha256(canonical(definition)),
      participants,
      activation: { thresholds: [{ role: 'authority', required: parties, of: parties }], effectiveFrom: ISSUED },
      party: { id: member.did, role: 'authority' },
      commitment: 'agree',
      terms: { notes: 'paid over on the next working day', limit: 250_000, currencies: ['EUR', 'USD'] },
    });
    put(root, `${folder}/${files[number]}`, signed(agreement, member, signatures));
  }
}

const ROTATION = `version: 1
policy: {rotation_days: 180, grace_days: 14, max_key_age_days: 365, revocation: {method: manual}}
`;

function unitText(name, needed) {
  return `module_id: org.example.${name}
version: 1.0.0
kind: regulatory
description: One of many units of a deployment, with parameters and what it provides
variants: [strict, lenient]
${needed === undefined ? '' : `depends_on:\n- {module_id: org.example.${needed}, constraint: '>=1.0.0,<2.0.0'}\n`}provides:
- {interface: org.example.policy.v1, path: src/policy/, media_type: text/plain}
- {interface: org.example.report.v1, path: src/report/, media_type: application/json}
parameters:
  tier: {type: integer, default: 1}
  review: {type: enum, values: [daily, weekly, monthly], default: weekly}
  limit: {type: integer, default: 10000}
`;
}

function profileText(names) {
  const rows = names.map(
    (name) => `- {module_id: org.example.${name}, version: 1.0.0${name.startsWith('unit') ? ', variant: strict, params: {tier: 2}' : ''}}`,
  );
  return `profile_id: org.example.profile\nstack_spec_version: 0.4.44\nmodules:\n${rows.join('\n')}\n`;
}

function zoneText(corridors) {
  return `zone_id: org.example.zone.many
jurisdiction_id: ex
zone_name: Many units and corridors
profile: {profile_id: org.example.profile, version: 1.0.0}
jurisdiction_stack: []
corridors:
${corridors.map((name) => `- ${idOf(name)}`).join('\n')}
`;
}

function corridorText(name, members, files) {
  return `corridor_id: ${idOf(name)}
settlement: {asset: EUR, finality: T+1}
recognition: {mutual: true}
attestations: {required: [corridor_agreement]}
participants:
${members.map(({ did }) => `- ${did}`).join('\n')}
definition_vc_path: corridor.vc.json
agreement_vc_path:
${files.map((file) => `- ${file}`).join('\n')}
`;
}

function anchorsText(council, members) {
  const anchor = ({ did }, id, attestation) =>
    `- {anchor_id: ${id}, type: did, identifier: '${did}', allowed_attestations: [${attestation}]}`;
  const rows = [
    anchor(council, 'council', 'corridor_definition'),
    ...members.map((each, number) => anchor(each, `party-${number}`, 'corridor_agreement')),
  ];
  return `version: 1\ntrust_anchors:\n${rows.join('\n')}\n`;
}

function idOf(name) {
  return `org.example.way.${name}`;
}

function credential(issuer, credentialSubject) {
  return {
    '@context': ['https://www.w3.org/2018/credentials/v1'],
    type: ['VerifiableCredential'],
    issuer,
    issuanceDate: ISSUED,
    credentialSubject,
  };
}

function signed(document, { did, privateKey, publicKey }, signatures) {
  const message = Buffer.from(canonical(document));
  const signature = sign(null, message, privateKey);
  signatures.push({ key: publicKey.toString('hex'), message: message.toString('hex'), signature: signature.toString('hex') });
  const proof = {
    type: 'MsezEd25519Signature2025',
    created: ISSUED,
    verificationMethod: `${did}#key-1`,
    proofPurpose: 'assertionMethod',
    jws: signature.toString('base64url'),
  };
  return `${JSON.stringify({ ...document, proof }, null, 2)}\n`;
}

function signerNamed(name) {
  const seed = createHash('sha256').update(`bench key ${name}`).digest();
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey, did: `did:key:z${base58(Buffer.concat([Buffer.from([0xed, 0x01]), publicKey.subarray(-32)]))}` };
}

/** The first byte must not be zero. */
function base58(bytes) {
  let text = '';
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text;
  return text;
}

/** Sufficient for ASCII texts and small integers. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

function put(root, path, text) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

function digits(number) {
  return String(number).padStart(3, '0');
}
