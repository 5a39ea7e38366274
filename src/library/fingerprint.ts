/**
 * Fingerprints as typed functions: the same operations as the command line. A function that waits for threads returns a promise.
 *
 *     const records = await fingerprint(hash(vacuum('data')), ['csv.v0']);
 */

import { homedir } from 'node:os';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { workingFolder } from '#disk/path/working-folder';
import { chooseFingerprints } from '#fingerprint/ops/choose';
import { type AvailableDefinitions, findDefinitions } from '#fingerprint/ops/definitions';
import { readDelivered } from '#fingerprint/ops/delivered-files';
import { listDocument, listOf } from '#fingerprint/ops/list';
import { fingerprintRecords } from '#fingerprint/ops/records';
import type { ThreadSettings } from '#fingerprint/ops/threads';
import { readLocatedYaml } from '#fingerprint/ops/yaml-mistakes';
import { structCheck, structFindingObject } from '#fingerprint/structure/struct-check';
import { readStructRules } from '#fingerprint/structure/struct-rules';
import { version } from '#installation/paths';
import { processEnv } from '#installation/process-input';
import { badRules, unreadableFile } from '#stream/fingerprint-refusals';
import type { FingerprintListReport, FingerprintRecord, StructCheckRecord } from './fingerprint-reports.ts';
import { absolute } from './given-path.ts';
import { linesOf } from './record-lines.ts';

export interface FingerprintSettings extends ParserLimits {
  /** Definitions (trusted, because they are named here) and folders of installed ones. */
  readonly definitions?: readonly string[];
  /** Judges all assertions, and reports expected and found values. */
  readonly diagnose?: boolean;
  /** The time for definitions with a period of validity; the default is the current time. */
  readonly at?: Date;
}

export interface ParserLimits {
  readonly jobs?: number;
  /** The time limit for one file, and again for every 64 MiB of a longer one; the default is 30. */
  readonly timeoutSeconds?: number;
  /** The greatest size in bytes of files that are read completely into memory. */
  readonly maxSize?: number;
  /** The memory limit for one file in MiB, whatever `jobs` is; the default is 1024. */
  readonly maxMemoryMb?: number;
}

/** Returns the hashed records with what their files were recognised as, in the same order; the first of `ids` that matches wins. */
export async function fingerprint(
  records: Iterable<JsonObject>,
  ids: readonly string[],
  settings: FingerprintSettings = {},
): Promise<FingerprintRecord[]> {
  if (ids.length === 0) throw new RangeError('expected at least one fingerprint, found none');
  const asked = chooseFingerprints(ids, await openDefinitions(settings.definitions));
  const told: FingerprintRecord[] = [];
  await fingerprintRecords(
    linesOf(records),
    {
      ...threadSettings(settings),
      asked,
      cwd: workingFolder(),
      version,
      at: (settings.at ?? new Date()).getTime(),
      diagnose: settings.diagnose ?? false,
    },
    (line) => told.push(parseJson(encodeUtf8(line)) as FingerprintRecord),
  );
  return told;
}

/** The document of `fingerprint --list --json`. */
export async function listFingerprints(settings: Pick<FingerprintSettings, 'definitions'> = {}): Promise<FingerprintListReport> {
  return listDocument(listOf(await openDefinitions(settings.definitions))) as unknown as FingerprintListReport;
}

/** Checks scanned records against the rules in a file: `fingerprint struct-check`. */
export function checkStructure(records: Iterable<JsonObject>, rules: string): StructCheckRecord[] {
  const yaml = readLocatedYaml(absolute(rules));
  if (yaml.kind === 'mistake') throw yaml.isUnread ? unreadableFile(rules, yaml.mistake.message) : badRules(rules, [yaml.mistake]);
  const read = readStructRules(yaml.value);
  if (read.kind === 'faults') throw badRules(rules, yaml.locate(read.faults));
  const { files, toolVersions } = readDelivered(linesOf(records));
  const versions = { ...toolVersions, fingerprint: version };
  return structCheck(read.rules, files).map((finding) => structFindingObject(finding, versions) as StructCheckRecord);
}

export function openDefinitions(definitions: readonly string[] = []): Promise<AvailableDefinitions> {
  return findDefinitions({ env: processEnv(), cwd: workingFolder(), home: processEnv()['HOME'] ?? homedir(), given: definitions });
}

export function threadSettings({ jobs, timeoutSeconds, maxSize, maxMemoryMb }: ParserLimits): ThreadSettings {
  return { threads: jobs, timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000, maxSize, maxMemoryMb };
}
