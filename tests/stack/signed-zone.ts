/**
 * A stack in a folder with a signed corridor of two parties and a lawpack whose archive is at hand: everything a lock can pin.
 *
 *     signedZone(folder);
 *     const { lock } = await lockZone(folder);
 *     const { judged } = await verifyZone(folder);
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll } from 'vitest';
import type { CorridorFacts } from '#stack/inputs/facts';
import type { LockedStack, LockRequest } from '#stack/ops/lock';
import { parseLockFile } from '#stack/ops/lock-file';
import { type VerifyRequest, verifyStack } from '#stack/ops/verify';
import type { StackVerdict } from '#stack/verify/report';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { zipArchive } from '../helpers/zip-archive.ts';
import { lock } from './locking.ts';
import { AT, alice, bob, CORRIDOR, type CorridorOptions, corridor } from './signed-corridor.ts';
import { smallFiles, smallZone, ZONE } from './small-zone.ts';

export const LOCK = 'zones/one/stack.lock';
export const CORRIDOR_FOLDER = 'modules/corridors/one';
const OLD = 'modules/corridors/swift';

const sha256 = (...parts: readonly (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

const MANIFEST = 'domain: civil\njurisdiction_id: ex-north\nas_of_date: "2025-01-01"\n';
const MANIFEST_JCS = '{"as_of_date":"2025-01-01","domain":"civil","jurisdiction_id":"ex-north"}';
const XML = '<act a="1"></act>';
const ARCHIVE = zipArchive([
  { name: 'akn/main.xml', text: XML },
  { name: 'index.json', text: '{}' },
  { name: 'lawpack.yaml', text: MANIFEST },
  { name: 'raw/notes.txt', text: 'not covered by the digest\n' },
]);
export const LAWPACK_DIGEST = sha256('msez-lawpack-v1\0', `akn/main.xml\0${XML}\0`, 'index.json\0{}\0', `lawpack.yaml\0${MANIFEST_JCS}\0`);
export const ARCHIVE_PLACE = `dist/artifacts/lawpack/${LAWPACK_DIGEST}.lawpack.zip`;
const LAWPACK_LOCK = 'modules/legal/jurisdictions/ex/north/civil/lawpack.lock.json';

const LAWPACK_TEXT = `{
  "lawpack_digest_sha256": "${LAWPACK_DIGEST}",
  "jurisdiction_id": "ex-north",
  "domain": "civil",
  "as_of_date": "2025-01-01",
  "artifact_path": "${ARCHIVE_PLACE}",
  "artifact_sha256": "${sha256(ARCHIVE)}",
  "components": { "akn_sha256": { "akn/main.xml": "${sha256(XML)}" } }
}
`;

/** As its parties signed it, with the paths that lead to its files; with `signers` one agreement for all of them. */
function signedCorridor(options: CorridorOptions = {}): CorridorFacts {
  const { registries = [] } = options;
  const parties = options.signers === undefined ? (options.parties ?? [alice, bob]) : undefined;
  const listed = options.listed ?? (parties ?? [null]).map((_, index) => index);
  return corridor({
    ...options,
    ...(parties === undefined ? {} : { parties }),
    manifest: (manifest) => ({
      definition_vc_path: 'corridor.vc.json',
      agreement_vc_path: listed.map((index) => `agreement.${index}.vc.json`),
      ...(registries.length === 0 ? {} : { authority_registry_vc_path: registries.map((_, index) => `registry.${index}.vc.json`) }),
      ...(options.manifest ?? ((same) => same))(manifest),
    }),
  });
}

export function signedZone(folder: string, options: CorridorOptions = {}, changes: Readonly<Record<string, string | null>> = {}): void {
  const gone = Object.keys(smallFiles).filter((path) => path.startsWith(`${OLD}/`));
  smallZone(folder, {
    ...Object.fromEntries(gone.map((path) => [path, null])),
    [ZONE]: (smallFiles[ZONE] as string).replace('org.example.corridor.swift', CORRIDOR),
    [`${CORRIDOR_FOLDER}/module.yaml`]: smallFiles[`${OLD}/module.yaml`] as string,
    [LAWPACK_LOCK]: LAWPACK_TEXT,
    ...changes,
  });
  write(folder, ARCHIVE_PLACE, ARCHIVE);
  const { manifest, trustAnchors, keyRotation, definition, agreements, authorityRegistries } = signedCorridor(options);
  for (const { path, bytes } of [manifest, trustAnchors, keyRotation, definition, ...(agreements ?? []), ...authorityRegistries])
    write(folder, `${CORRIDOR_FOLDER}/${path}`, bytes);
}

export function write(folder: string, path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
}

export function lockZone(cwd: string, asked: Partial<LockRequest> = {}): Promise<LockedStack> {
  return lock(cwd, { generatedAt: AT, ...asked });
}

export interface SignedZones {
  readonly scratch: string;
  /** Locked, and not to be changed. */
  readonly whole: string;
  copy(): string;
}

export function signedZones(name: string): SignedZones {
  const scratch = scratchFolder(name);
  const whole = join(scratch, 'whole');
  let count = 0;
  beforeAll(async () => {
    mkdirSync(whole);
    signedZone(whole);
    await lockZone(whole);
  });
  return {
    scratch,
    whole,
    copy() {
      const folder = join(scratch, `copy-${count++}`);
      cpSync(whole, folder, { recursive: true });
      return folder;
    },
  };
}

export async function verifyZone(cwd: string, asked: Partial<VerifyRequest> = {}): Promise<StackVerdict> {
  const { verdict } = await verifyStack({
    lock: asked.lock ?? parseLockFile(readFileSync(join(cwd, LOCK)), LOCK),
    given: LOCK,
    root: null,
    zone: null,
    store: null,
    cwd,
    prefix: 'msez',
    at: null,
    required: null,
    ...asked,
  });
  return verdict;
}
