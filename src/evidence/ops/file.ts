/** A file that is no evidence of its own: only its signatures say something about it, and without one it is not verified. */
import type { Described, Place } from '../contract.ts';
import { createVerdict, NO_COVERAGE, NO_FINDINGS, type Verdict } from '../verdict.ts';
import { placeDigest } from './hashed-file.ts';

export function judge(place: Place): Verdict {
  return createVerdict({
    kind: 'file',
    path: place.given,
    id: null,
    digest: placeDigest(place),
    outcome: 'PARTIAL',
    coverage: { ...NO_COVERAGE, expected: 1, skipped: 1 },
    findings: NO_FINDINGS,
    notChecked: [{ what: 'whose file this is', reason: 'no signature by a trusted signer says so' }],
    root: null,
    report: null,
  });
}

export function describe(place: Place): Described {
  return { id: null, digest: placeDigest(place), created: null, memberCount: 0, members: [] };
}
