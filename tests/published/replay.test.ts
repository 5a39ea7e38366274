/** The hashes that are published, and those that the specification derives from the same bundles. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type BundleFiles, makeBundle, replay } from '../replay/bundle.ts';
import { embeddedDigest, goBytesDigest } from '../replay/reference.ts';

const folder = scratchFolder('replay-published');
const DEMO = '273910B657210EECE942EFC038F6E06994711DA6399422E57225CE2394299E55';
const DEMO_CRLF = '5CEE930BE97BA365CF2222BFAFF2730F56C626F67517ACF5E8BCAC03851C2AEB';
const EMBEDDED = 'CEED6850EF783B9B34ABAAE86125B6180DC7D078E114C5309C4E042060BB7EDD';
const BOM = '\u{feff}';

const claim = '{\n  "claim_id": "claim1",\n  "subject": "demo",\n  "assertion": "example"\n}\n';
const snapshot = (expected: string) =>
  JSON.stringify({ ref: 'demo', expected_hash_v1: expected, state: { hello: 'world', n: 1 } }, null, 2);
const demo = (expected: string, text = claim) => ({ 'snapshot.json': snapshot(expected), 'claims/claim1.json': text });
const crlf = claim.replaceAll('\n', '\r\n');

async function judged(files: BundleFiles, ...flags: readonly string[]) {
  makeBundle(join(folder, 'snapshots/demo'), files);
  const { exit, result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo', ...flags);
  return { exit, ok: result.ok, got: result.got, profile: result.profile };
}

describe('the published demo bundle', () => {
  it.each([
    ['LF', claim, DEMO],
    ['CRLF', crlf, DEMO_CRLF],
    ['LF behind a byte order mark', `${BOM}${claim}`, DEMO],
  ])('go-bytes gives the published hash: %s', async (_, text, hash) => {
    expect(await judged(demo(hash, text), '--profile', 'go-bytes')).toEqual({ exit: 0, ok: true, got: hash, profile: 'go-bytes' });
    expect(await judged(demo(hash, text))).toEqual({ exit: 0, ok: true, got: hash, profile: 'go-bytes' });
    expect(await judged(demo(hash, text), '--profile', 'auto')).toEqual({ exit: 0, ok: true, got: hash, profile: 'go-bytes' });
    expect(await judged(demo(hash, text), '--profile', 'embedded')).toEqual({ exit: 2, ok: false, got: EMBEDDED, profile: 'embedded' });
  });

  it.each([
    ['LF', claim],
    ['CRLF', crlf],
    ['LF behind a byte order mark', `${BOM}${claim}`],
    ['compact', '{"subject":"demo","claim_id":"claim1","assertion":"example"}'],
  ])('embedded gives one hash whatever the form of the claim: %s', async (_, text) => {
    expect(await judged(demo(EMBEDDED, text), '--profile', 'embedded')).toEqual({ exit: 0, ok: true, got: EMBEDDED, profile: 'embedded' });
    expect(await judged(demo(EMBEDDED, text))).toEqual({ exit: 0, ok: true, got: EMBEDDED, profile: 'embedded' });
    expect(await judged(demo(EMBEDDED, text), '--profile', 'go-bytes')).toMatchObject({ exit: 2, ok: false, profile: 'go-bytes' });
  });

  it('auto tells the embedded digest where neither is the declared one', async () => {
    expect(await judged(demo('0'.repeat(64)))).toEqual({ exit: 2, ok: false, got: EMBEDDED, profile: 'embedded' });
  });

  it('the second reckoning of the tests gives the same', () =>
    expect([goBytesDigest(demo('')), goBytesDigest(demo('', crlf)), embeddedDigest(demo(''))]).toEqual([DEMO, DEMO_CRLF, EMBEDDED]));

  it('neither hash covers the declared value, wherever and however it stands', async () => {
    const text = `{"state":{"n":1.0,"hello":"\\u0077orld"},\t"ref":"demo","expected_hash_v1":"${DEMO.toLowerCase()}"}`;
    expect(await judged({ 'snapshot.json': text, 'claims/claim1.json': claim })).toEqual({
      exit: 0,
      ok: true,
      got: DEMO,
      profile: 'go-bytes',
    });
    expect(await judged({ 'snapshot.json': `${BOM}${text}`, 'claims/claim1.json': claim }, '--profile', 'embedded')).toMatchObject({
      got: EMBEDDED,
    });
  });
});
