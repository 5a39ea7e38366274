/** Packs for tests, made by the words of pack.md without the program: members of any content, and what the manifest says of each. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openFolder } from '#pack/ops/folder/folder';
import type { OpenPack } from '#pack/ops/read-members';
import { sealLock } from '../lock/seal-lock.ts';
import { sealManifest } from './seal-manifest.ts';

export interface Content {
  readonly text: string;
  /** `other` unless said. */
  readonly type?: string;
  readonly version?: string;
}

/** Makes packs in folders of their own below `scratch`; `fields` go into the manifest. */
export function packMaker(scratch: string): (members: Readonly<Record<string, Content>>, fields?: object) => OpenPack {
  let count = 0;
  return (members, fields = {}) => {
    const path = join(scratch, `pack-${count++}`);
    const entries = Object.entries(members).map(([name, { text, type = 'other', version }]) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
      const hash = createHash('sha256').update(text).digest('hex');
      return { path: name, bytes_hash: `sha256:${hash}`, type, ...(version === undefined ? {} : { artifact_version: version }) };
    });
    const base = { version: 'pack.v0', created: '2026-01-15T10:30:00Z', tool_version: '0.1.0' };
    const manifest = { ...base, members: entries, member_count: entries.length, ...fields };
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'manifest.json'), sealManifest(JSON.stringify(manifest)));
    return { given: path, place: openFolder(path, path) };
  };
}

export function report(text: string | object, version = 'rvl.v0', type = 'report'): Content {
  return { text: typeof text === 'string' ? text : JSON.stringify(text), type, version };
}

export function lock(fields: object, isSealed = true): Content {
  const text = JSON.stringify({ members: [], version: 'lock.v0', lock_hash: '', ...fields });
  return { text: isSealed ? sealLock(text) : text, type: 'lockfile', version: 'lock.v0' };
}

export const rvl = (outcome: string): Content => report({ version: 'rvl.v0', outcome });
