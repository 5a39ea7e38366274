/**
 * Signs a copy of the example again, with keys of your own:
 *
 *     cp -r examples/stack /tmp/stack && node examples/stack/sign.mjs /tmp/keys /tmp/stack
 *
 * The arguments are KEYS and ROOT. For each name in ROOT/signers.json a key is made in the folder KEYS, which must not have one yet; its DID
 * replaces the old one in every corridor. Then definitions are bound to their files and signed, agreements are bound to their definitions and
 * signed, and the zone is locked. The private keys stay in KEYS: nothing here needs them afterwards.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const custody = join(here, '../../bin/custody');
const [keys, root] = process.argv.slice(2);
if (root === undefined) throw new Error('usage: node examples/stack/sign.mjs KEYS ROOT');

const SIGNED_AT = '2026-01-01T00:00:00Z';
const LOCKED_AT = '2026-01-15T10:30:00Z';
const DEFINITION = 'corridor.vc.json';
const BOUND = ['corridor_manifest', 'trust_anchors', 'key_rotation'];

mkdirSync(keys, { recursive: true });
const signers = readJson(join(root, 'signers.json'));
const fresh = Object.fromEntries(Object.keys(signers).map((name) => [name, stack('vc', 'keygen', '--out', keyOf(name)).trim()]));
writeJson(join(root, 'signers.json'), fresh);

const corridors = join(root, 'modules/corridors');
for (const name of readdirSync(corridors)) signCorridor(join(corridors, name));
console.log(stack('lock', join(root, 'zones/harbour/zone.yaml'), '--created', LOCKED_AT).trimEnd());

function signCorridor(folder) {
  for (const file of readdirSync(folder)) renameSigners(join(folder, file));
  const definition = join(folder, DEFINITION);
  const document = readJson(definition);
  for (const bound of BOUND) {
    const artifact = document.credentialSubject.artifacts[bound];
    artifact.sha256 = createHash('sha256').update(readFileSync(join(folder, artifact.path))).digest('hex');
  }
  sign(definition, document, [document.issuer]);
  const payload = stack('vc', 'payload-hash', definition).trim();
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.vc.json') && each !== DEFINITION)) {
    const agreement = readJson(join(folder, file));
    const { party, participants } = agreement.credentialSubject;
    agreement.credentialSubject.definition_payload_sha256 = payload;
    sign(join(folder, file), agreement, party === undefined ? participants.map(({ id }) => id) : [party.id]);
  }
}

function renameSigners(file) {
  const text = readFileSync(file, 'utf8');
  const renamed = Object.keys(signers).reduce((changed, name) => changed.replaceAll(signers[name], fresh[name]), text);
  if (renamed !== text) writeFileSync(file, renamed);
}

/** By each of these DIDs, in their order. */
function sign(file, document, dids) {
  const { proof: _, ...unsigned } = document;
  writeJson(file, unsigned);
  for (const did of dids) {
    const name = Object.keys(fresh).find((each) => fresh[each] === did);
    stack('vc', 'sign', file, '--key', keyOf(name), '--created', SIGNED_AT);
  }
}

function keyOf(name) {
  return join(keys, `${name}.key`);
}

function stack(...words) {
  return execFileSync(custody, ['stack', ...words, '--no-witness'], { encoding: 'utf8' });
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
