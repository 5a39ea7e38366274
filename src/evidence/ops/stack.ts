/** Judges a deployment lock against the tree above it, at the time of the lock. */
import { readWhole } from '#core/bytes/source';
import type { JsonValue } from '#core/json/value';
import { errorCode, osText } from '#disk/os-error';
import { realPath } from '#disk/path/real-path';
import { rootAbove } from '#stack/ops/gather/tree';
import { type LockFile, parseLockFile } from '#stack/ops/lock-file';
import { verifyStack } from '#stack/ops/verify';
import { digestOfPin, readPin } from '#stack/pin';
import { claimsOf } from '#stack/verify/claims';
import type { Described, Place } from '../contract.ts';
import { cannotRead } from '../refusals.ts';
import { stackVerdict, unreadStackVerdict } from '../stack.ts';
import type { Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';
import { hashedFile } from './hashed-file.ts';

const MAX_BYTES = 1 << 26;

export async function judge(place: Place, { root, selfOnly, cwd, at = null }: Asked): Promise<Verdict> {
  const { given } = place;
  const { lock, digest } = read(place);
  const isUnread = selfOnly || (root === null && rootAbove(realPath(place.path)) === null);
  if (isUnread) {
    const claims = claimsOf(lock.document).length;
    return unreadStackVerdict({ given, digest }, { zoneId: lock.lock.zone_id, claims, selfOnly });
  }
  const { verdict } = await verifyStack({
    lock,
    given: place.path,
    root: root === null ? null : root.path,
    zone: null,
    store: null,
    cwd,
    prefix: 'msez',
    at,
    required: null,
  });
  return stackVerdict({ given, digest, how: root === null ? 'above' : 'option' }, { ...verdict, lock: given });
}

export function describe(place: Place): Described {
  const { lock, digest } = read(place);
  return describeStack(lock, digest);
}

export function describeStack(lock: LockFile, digest: string | null): Described {
  const claims = claimsOf(lock.document);
  return {
    id: lock.lock.zone_id,
    digest,
    created: lock.lock.generated_at,
    memberCount: claims.length,
    members: claims.map(({ section, id, field, value }) => ({
      path: [section, id, field].filter((part) => part !== null).join(' '),
      digest: pinnedDigest(value),
      size: null,
    })),
  };
}

/** The digest of a claim that pins a file; null for any other claim. */
function pinnedDigest(value: JsonValue): string | null {
  const pin = readPin(value);
  return pin === null ? null : `sha256:${digestOfPin(pin)}`;
}

function read({ given, path }: Place): { readonly lock: LockFile; readonly digest: string } {
  try {
    const { value, digest } = hashedFile(path, (source) => readWhole(source, MAX_BYTES));
    if (value === null) throw cannotRead(given, `longer than ${MAX_BYTES} bytes`);
    return { lock: parseLockFile(value, given), digest };
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}
