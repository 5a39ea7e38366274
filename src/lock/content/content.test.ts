import { expect, it } from 'vitest';
import {
  contentChecked,
  emitContent,
  type FoundContent,
  judgeContent,
  newContentReport,
  type PinnedContent,
  pinnedContent,
} from './content.ts';

const pinned: PinnedContent = {
  path: 'a.csv',
  size: 3,
  bytesHash: 'sha256:aa',
  fingerprintId: 'csv.v0',
  fingerprintVersion: '0.1.0',
  contentHash: 'blake3:cc',
};

function judged(found: FoundContent): Record<string, unknown> {
  const report = newContentReport();
  judgeContent(report, pinned, found);
  expect(contentChecked(report)).toBe(1);
  const runs: Uint8Array[] = [];
  emitContent(report, 'CHANGED', (bytes) => runs.push(bytes.slice()));
  return JSON.parse(Buffer.concat(runs).toString());
}

it.each([
  ['the same bytes and content', 'sha256:aa', 'blake3:cc', { verified: 1, rewritten: 0, changed: 0 }],
  ['other bytes, the same content', 'sha256:bb', 'blake3:cc', { verified: 0, rewritten: 1, rewrites: [{ path: 'a.csv' }] }],
  ['other bytes and content', 'sha256:bb', 'blake3:dd', { verified: 0, changed: 1, changes: [{ bytes: 'CHANGED', actual: 'blake3:dd' }] }],
  ['the same bytes, other content', 'sha256:aa', 'blake3:dd', { verified: 0, changed: 1, changes: [{ bytes: 'SAME' }] }],
  ['no content any more', 'sha256:bb', null, { verified: 0, changed: 1, changes: [{ actual: null, detail: 'why' }] }],
])('judgeContent tells %s apart', (_, bytesHash, contentHash, expected) =>
  expect(judged({ kind: 'judged', bytesHash, contentHash, reason: contentHash === null ? 'why' : null })).toMatchObject(expected),
);

it('judgeContent never counts a member as verified that was not judged', () => {
  expect(judged({ kind: 'not judged', reason: 'NO_DEFINITION', detail: 'x' })).toMatchObject({
    verified: 0,
    skipped: 1,
    skips: [{ detail: 'x', fingerprint_id: 'csv.v0', path: 'a.csv', reason: 'NO_DEFINITION' }],
  });
});

const member = (fingerprint: unknown) => ({ path: 'a', size: 1, bytes_hash: 'sha256:aa', fingerprint }) as never;
const named = { fingerprint_id: 'csv.v0', fingerprint_version: '0.1.0', matched: true, content_hash: 'blake3:cc' };

it('pinnedContent takes the content hash only of a fingerprint that matched', () => {
  expect(pinnedContent(member(null))).toBeNull();
  expect(pinnedContent(member(named))).toMatchObject({ contentHash: 'blake3:cc', fingerprintId: 'csv.v0' });
  expect(pinnedContent(member({ ...named, matched: false }))).toMatchObject({ contentHash: null });
  expect(pinnedContent(member({ ...named, content_hash: null }))).toMatchObject({ contentHash: null });
});
