/**
 * Tells what files are, by their bytes and by parsing them: `fingerprint FILE… --json`.
 *
 *     const { files } = await identifyFiles(['tape.csv.gz']);
 *     files[0]?.contains?.kind                                 'csv'
 */
import type { JsonObject } from '#core/json/value';
import { filesDocument } from '#fingerprint/kinds/report';
import { identifyFiles as identify } from '#fingerprint/ops/identify/identify';
import { version } from '#installation/paths';
import { type ParserLimits, threadSettings } from './fingerprint.ts';
import { absolute } from './given-path.ts';

export interface IdentifiedLayer {
  readonly kind: string;
  readonly media_type: string;
  readonly identified_by: 'bytes' | 'parsing' | 'name';
  readonly facts: JsonObject;
  readonly damage: string | null;
  readonly note: string | null;
  /** What compressed data contains. */
  readonly contains: IdentifiedLayer | null;
}

export interface IdentifiedFileReport extends IdentifiedLayer {
  readonly path: string;
  readonly size: number;
  readonly verdict: 'IDENTIFIED' | 'MISMATCH' | 'DAMAGED' | 'UNKNOWN';
  readonly mismatch: {
    readonly extension: string;
    readonly expected: readonly string[];
    readonly found: string;
    readonly inside: boolean;
  } | null;
}

export interface FingerprintFilesReport {
  readonly version: 'fingerprint-files.v0';
  readonly outcome: 'ALL_MATCHED' | 'PARTIAL';
  readonly files: readonly IdentifiedFileReport[];
  readonly tool_versions: { readonly fingerprint: string };
}

/** Throws a `Refusal` for a file that cannot be read. */
export async function identifyFiles(paths: readonly string[], limits: ParserLimits = {}): Promise<FingerprintFilesReport> {
  const given = paths.map((name) => ({ name, path: absolute(name) }));
  const files = await identify(given, { ...threadSettings(limits), at: 0 });
  return filesDocument(files, version) as unknown as FingerprintFilesReport;
}
