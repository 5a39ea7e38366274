/** The reports of a pack in a folder or an archive, and the text of one, which counts only if it has the hash of the manifest. */

import { readWhole } from '#core/bytes/source';
import { decodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import type { Place } from '#evidence/contract';
import { reportsIn } from '#evidence/ops/show/pack-content';
import type { PackMember } from '#pack/document';
import { openPlace } from '#pack/ops/place';
import { type OpenPack, readMembers } from '#pack/ops/read-members';
import { readManifest } from '#pack/read';

/** A longer report is not shown: a browser would need too long to draw it. */
const MAX_REPORT = 1 << 20;

export function reportsOf(place: Place): readonly JsonObject[] {
  return opened(place).reports.map(({ path, type, artifactVersion }) => ({ path, type, version: artifactVersion }));
}

/** Throws `Refusal` if it is not the file that was sealed. */
export function reportText(place: Place, member: string): string {
  const { pack, reports } = opened(place);
  const report = reports.find(({ path }) => path === member);
  if (report === undefined) throw new Error(`${member} is no report of ${place.given}`);
  let bytes: Uint8Array | null = null;
  readMembers(pack, new Map([[member, report.bytesHash]]), (_, source) => {
    bytes = readWhole(source, MAX_REPORT);
  });
  if (bytes === null) throw new Error(`${member} is longer than ${MAX_REPORT} bytes`);
  return decodeUtf8(bytes);
}

function opened({ given, path }: Place): { readonly pack: OpenPack; readonly reports: readonly PackMember[] } {
  const place = openPlace(given, path, undefined, 'sha256');
  return { pack: { given, place }, reports: reportsIn(readManifest(place.manifestBytes(), given).members) };
}
