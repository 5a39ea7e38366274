/** The verdict on a store of packs, or on one pack in it, from `pack.store-verify.v0`: its members are manifests and blobs. */
import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import { documentReport } from './contract.ts';
import { createVerdict, type Finding, findingsOf, type Verdict } from './verdict.ts';

/** The result of reading a store, as `verifyStore` gives it. */
export interface StoreFacts {
  readonly packs: number;
  readonly badManifests: readonly { readonly packId: string; readonly error: string }[];
  readonly sound: { readonly blobs: number };
  readonly damaged: readonly BadBlob[];
  readonly missing: readonly BadBlob[];
  readonly unreferenced: { readonly blobs: number } | null;
  /** Files that packs refer to in other stores. */
  readonly elsewhere: number;
  readonly seals: {
    readonly bad: readonly { readonly packId: string; readonly code: string; readonly message: string }[];
    readonly unread: number;
    readonly unknown: readonly unknown[];
  };
}

interface BadBlob {
  readonly digest: string;
  readonly found: string | null;
  readonly packs: readonly string[];
}

export interface JudgedStore {
  readonly given: string;
  /** The pack that was asked for, or null for all packs of the store. */
  readonly packId: string | null;
  /** The digest of the manifest of that pack, or null. */
  readonly digest: string | null;
  /** The report of `pack store verify`. */
  readonly report: JsonObject;
  /** The command that reads the whole store again, or null. */
  readonly next: string | null;
}

export function storeVerdict({ given, packId, digest, report, next }: JudgedStore, own: StoreFacts): Verdict {
  const extra = own.unreferenced?.blobs ?? 0;
  const failed = own.badManifests.length + own.damaged.length + own.missing.length;
  const verified = own.packs - own.badManifests.length + own.sound.blobs - extra;
  return createVerdict({
    kind: 'pack-store',
    path: given,
    id: packId,
    digest,
    outcome: failed + own.seals.bad.length > 0 ? 'FAILED' : own.elsewhere > 0 ? 'PARTIAL' : 'OK',
    coverage: { expected: verified + failed + own.elsewhere, verified, failed, skipped: own.elsewhere, not_selected: 0, extra },
    findings: findingsOf([
      ...own.badManifests.map(({ packId: id, error }): Finding => {
        return {
          code: 'BAD_MANIFEST',
          path: id,
          wanted: id,
          found: null,
          message: `the manifest of ${id} is wrong: ${error}`,
          next_command: next,
        };
      }),
      ...own.damaged.map((blob) => blobFinding('DAMAGED', blob, next)),
      ...own.missing.map((blob) => blobFinding('MISSING', blob, next)),
      ...own.seals.bad.map(({ packId: id, code, message }): Finding => {
        return { code, path: id, wanted: null, found: null, message: `a seal of ${id}: ${message}`, next_command: next };
      }),
    ]),
    notChecked: [
      ...(own.seals.unread === 0 ? [] : [{ what: counted(own.seals.unread, 'seal'), reason: 'a pack has too many' }]),
      ...(own.seals.unknown.length === 0
        ? []
        : [{ what: `the seals of ${counted(own.seals.unknown.length, 'pack')}`, reason: 'the store did not give them' }]),
      ...(own.elsewhere === 0 ? [] : [{ what: counted(own.elsewhere, 'file'), reason: 'packs refer to them in other stores' }]),
      ...(own.unreferenced === null && packId === null
        ? [{ what: 'blobs that no pack names', reason: 'this store cannot list its blobs' }]
        : []),
      ...(packId === null ? [{ what: 'tags', reason: 'whoever may write to the store can move them; pack list shows them' }] : []),
    ],
    root: null,
    report: documentReport(report),
  });
}

function blobFinding(code: 'DAMAGED' | 'MISSING', { digest, found, packs }: BadBlob, next: string | null): Finding {
  const named = packs.length === 0 ? '' : `, a member of ${packs[0]}${packs.length === 1 ? '' : ` and ${packs.length - 1} more`}`;
  const message = `the blob ${digest}${named}, is ${code === 'MISSING' ? 'missing' : 'damaged'}`;
  return { code, path: digest, wanted: digest, found, message, next_command: next };
}
