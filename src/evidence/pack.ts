/** The verdict on a pack in a folder or an archive, from `pack.verify.v0`. */
import { counted } from '#core/count-text';
import { shellPath } from '#core/shell-words';
import type { FindingCode, Finding as PackFinding } from '#pack/findings';
import { findingFields, reportDocument } from '#pack/report';
import type { PackVerdict } from '#pack/verify';
import { listedReport, mappedFindings } from './contract.ts';
import { type Coverage, createVerdict, type Finding, type NotChecked, type Verdict } from './verdict.ts';

export interface JudgedPack {
  readonly kind: 'pack' | 'pack-archive';
  readonly given: string;
  readonly digest: string | null;
}

export function packVerdict({ kind, given, digest }: JudgedPack, own: PackVerdict): Verdict {
  return createVerdict({
    kind,
    path: given,
    id: own.manifest.packId,
    digest,
    outcome: own.outcome === 'INVALID' ? 'FAILED' : own.outcome,
    coverage: coverageOf(own),
    findings: mappedFindings(own.findings, (finding) => common(given, kind, finding)),
    notChecked: [...notRead(own), ...notOpened(own)],
    root: null,
    report: listedReport(reportDocument({ ...own, findings: [] }), 'invalid', own.findings, findingFields),
  });
}

/** A reference whose file was not read is not verified, although the document itself was read. */
function coverageOf({ manifest: { members }, failed, extra, references }: PackVerdict): Coverage {
  const skipped = references.asked === null ? references.files.length : 0;
  return { expected: members.length, verified: members.length - failed - skipped, failed, skipped, not_selected: 0, extra };
}

function notRead({ references }: PackVerdict): readonly NotChecked[] {
  const unread = references.asked === null ? references.files : [];
  if (unread.length === 0) return [];
  const stores = [...new Set(unread.map(({ store }) => store))];
  const where = `${stores.slice(0, 3).join(', ')}${stores.length > 3 ? ` and ${stores.length - 3} more` : ''}`;
  return [{ what: counted(unread.length, 'file'), reason: `kept by reference in ${where}, and not read; --store URL reads them` }];
}

/** A lock that was edited before it was sealed is as it was sealed. */
function notOpened({ manifest: { members } }: PackVerdict): readonly NotChecked[] {
  const sealed = members.filter(({ type }) => type === 'lockfile' || type === 'pack').length;
  if (sealed === 0) return [];
  return [
    {
      what: `the hash that ${counted(sealed, 'sealed document')} states of itself`,
      reason: 'pack verify --deep checks it in locks and packs',
    },
  ];
}

function common(given: string, kind: JudgedPack['kind'], { code, path, field, expected, actual }: PackFinding): Finding {
  const message = sentence(code, path ?? given, field);
  const next = kind === 'pack' && path !== undefined ? lookAt(given, code, path) : null;
  return { code, path: path ?? null, wanted: expected ?? null, found: actual ?? null, message, next_command: next };
}

/** Nothing outside of the pack is looked at, and a member that is missing cannot be: its folder may be missing too. */
function lookAt(pack: string, code: FindingCode, path: string): string | null {
  if (code === 'UNSAFE_MEMBER_PATH') return null;
  return code === 'MISSING_MEMBER' ? `ls -la ${shellPath(pack)}` : `ls -ld ${shellPath(`${pack}/${path}`)}`;
}

function sentence(code: FindingCode, path: string, field: string | undefined): string {
  switch (code) {
    case 'DUPLICATE_MEMBER_PATH':
      return `the manifest names ${path} more than once`;
    case 'EXTRA_MEMBER':
      return `${path} lies in the pack and is not in its manifest`;
    case 'HASH_MISMATCH':
      return `${path} has other bytes than when it was sealed`;
    case 'LOCK_HASH_MISMATCH':
      return `the lock ${path} was edited after it was made`;
    case 'MEMBER_COUNT_MISMATCH':
      return 'the manifest states another number of members than it lists';
    case 'MISSING_MEMBER':
      return `${path} is missing`;
    case 'MISSING_REFERENCE':
      return `the store does not have the file that ${path} refers to`;
    case 'NON_REGULAR_MEMBER':
      return `${path} is not a regular file`;
    case 'PACK_ID_MISMATCH':
      return 'the manifest was edited after it was sealed: its pack_id does not match';
    case 'REFERENCE_MISMATCH':
      return `the store has other bytes than the file that ${path} refers to`;
    case 'RESERVED_MEMBER_PATH':
      return `${path} is a name that no member may have`;
    case 'SCHEMA_VIOLATION':
      return `${path} does not keep the schema of its version`;
    case 'UNEXPECTED_ID':
      return 'this is another pack than the expected one';
    case 'UNKNOWN_FIELD':
      return `unknown field ${field ?? ''} in the manifest`;
    case 'UNSAFE_MEMBER_PATH':
      return `${path} could lead out of the pack and was not read`;
    case 'UNSORTED_MEMBERS':
      return `the members of the manifest are not sorted: ${path}`;
    default:
      return code satisfies never;
  }
}
