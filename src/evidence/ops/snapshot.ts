/** Judges a snapshot bundle. Nothing is ever written into it. */
import { basename } from 'node:path';
import { sha256Hex } from '#hashing/hashers';
import { expectedOf } from '#replay/expected';
import { loadBundle } from '#replay/ops/load';
import { bundleVerifier } from '#replay/ops/verify';
import { parseBundle } from '#replay/parse';
import type { Described, Place } from '../contract.ts';
import { snapshotVerdict } from '../snapshot.ts';
import type { Verdict } from '../verdict.ts';

export function judge({ given, path }: Place): Verdict {
  const verify = bundleVerifier({ profile: 'auto', writeExpected: false, sync: false, listsFiles: true, against: null });
  const own = verify({ given, path }, { ref: basename(path), attempted: [given] });
  const digest = own.snapshot === null ? null : `sha256:${sha256Hex(own.snapshot)}`;
  return snapshotVerdict({ given, digest, fileCount: own.fileCount }, own);
}

export function describe({ given, path }: Place): Described {
  const { files } = loadBundle({ given, path });
  const { snapshot } = parseBundle(files, { asDoubles: false });
  const first = files.find(({ collection }) => collection === null);
  return {
    id: snapshot === null ? null : expectedOf(snapshot).text || null,
    digest: first === undefined ? null : `sha256:${sha256Hex(first.bytes)}`,
    created: null,
    memberCount: files.length,
    members: files.map(({ file, bytes }) => ({ path: file, digest: `sha256:${sha256Hex(bytes)}`, size: bytes.length })),
  };
}
