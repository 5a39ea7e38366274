/**
 * The verdict of `pack verify --json`, `pack.verify.v0`. Every field is always present; an unknown value is null.
 *
 *     {"version":"pack.verify.v0","outcome":"OK","pack_id":"sha256:…","checks":{…},"invalid":[],"refusal":null}
 */
import type { JsonObject } from '#core/json/value';
import type { Refusal } from '#core/refusal';
import type { Checks, Finding, FindingList } from './findings.ts';
import { fileFields, type ReferenceReport, unreadFiles } from './references.ts';
import type { PackVerdict } from './verify.ts';

const REPORT_VERSION = 'pack.verify.v0';

const NOTHING_CHECKED: Checks = {
  manifest_parse: false,
  member_count: false,
  member_paths: false,
  extra_members: false,
  member_hashes: false,
  pack_id: false,
  schema_validation: 'skipped',
};

export function reportDocument({ outcome, manifest, checks, findings, references }: PackVerdict): JsonObject {
  const optional = references.files.length === 0 ? {} : { references: referenceFields(references) };
  return { version: REPORT_VERSION, outcome, pack_id: manifest.packId, ...judgementFields(checks, findings), ...optional, refusal: null };
}

/** Only for a pack that has references: how many files were read, from which store, and which were not. */
function referenceFields(references: ReferenceReport): JsonObject {
  const unread = unreadFiles(references);
  return {
    files: references.files.length,
    read: references.files.length - unread.length,
    store: references.asked,
    not_read: unread.map(fileFields),
  };
}

/** The findings and checks, as the report and the detail of a refusal show them. */
export function judgementFields(checks: Checks, findings: FindingList): JsonObject {
  return { checks: { ...checks }, invalid: Array.from(findings, findingFields) };
}

/** `packId` is the pack_id of the manifest, or null if the manifest could not be read. */
export function refusedReport(refusal: Refusal, packId: string | null): JsonObject {
  const { code, message, detail, nextCommand } = refusal;
  return {
    version: REPORT_VERSION,
    outcome: 'REFUSAL',
    pack_id: packId,
    ...judgementFields({ ...NOTHING_CHECKED, manifest_parse: packId !== null }, []),
    refusal: { code, message, detail, next_command: nextCommand },
  };
}

export function findingFields({ code, path, field, expected, actual }: Finding): JsonObject {
  return {
    code,
    ...(path === undefined ? {} : { path }),
    ...(field === undefined ? {} : { field }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}
