/** Judges the members of a lock that are objects below a URL, which the caller named. All of them are read, or a sample. */
import { homedir } from 'node:os';
import { openMemberTree } from '#lock/ops/open-objects';
import { verifyObjects } from '#lock/ops/verify-objects';
import type { VerifyReport } from '#lock/report';
import type { JudgedLock } from '#lock/verify';
import type { Place } from '../contract.ts';
import type { Asked } from './asked.ts';

export interface ObjectsReport {
  readonly report: VerifyReport;
  /** The URL as it may be shown. */
  readonly url: string;
}

export async function judgeObjects(place: Place, lock: JudgedLock, url: string, asked: Asked): Promise<ObjectsReport> {
  const { env, plainHttp, caFile, threads, watch, sample } = asked;
  const tree = await openMemberTree(url, lock.members, { env, home: env['HOME'] ?? homedir(), plainHttp, caFile, jobs: threads });
  try {
    const check = { name: place.given, source: place.path, lock, expect: null, strict: false };
    return {
      report: await verifyObjects(check, { tree, only: [], closed: false, least: 'read', sample, etags: null, watch }),
      url: tree.url,
    };
  } finally {
    tree.close();
  }
}
