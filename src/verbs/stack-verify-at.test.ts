import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { alice, CORRIDOR } from '../../tests/signed-corridor.ts';
import { CORRIDOR_FOLDER, LOCK, lockZone, signedZones, verifyZone } from '../../tests/stack-signed-zone.ts';

const { whole, copy } = signedZones('stack-verify-at');

describe('verifyStack() at another time', () => {
  const before = { at: Date.parse('2025-06-01T00:00:00Z') };

  test('tells what held then, and leaves the verdict on the lock to its own time', async () => {
    const { judged, at, corridors } = await verifyZone(whole, before);
    expect(corridors).toMatchObject([{ activated: true }]);
    expect(at?.time).toBe('2025-06-01T00:00:00Z');
    expect(at?.corridors).toMatchObject([{ activated: false, lockedActivated: true }]);
    expect(judged.findings).toMatchObject([{ kind: 'AT_TIME', id: CORRIDOR, expected: true, actual: false }]);
    expect(judged.findings[0]?.reason).toContain(`${alice.did}:not_yet_effective`);
  });

  test('finds nothing where nothing is other than when it was locked', async () => {
    expect((await verifyZone(whole, { at: Date.parse('2027-06-01T00:00:00Z') })).judged.findings).toEqual([]);
  });

  test('does not let a forged activation pass because it holds at another time', async () => {
    const folder = copy();
    await lockZone(folder, { generatedAt: '2025-06-01T00:00:00Z', isTimeAsked: true });
    const text = readFileSync(join(folder, LOCK), 'utf8');
    expect(text).toContain('"corridor_activated":false');
    writeFileSync(join(folder, LOCK), text.replace('"corridor_activated":false', '"corridor_activated":true'));
    const { judged } = await verifyZone(folder, { at: Date.parse('2027-06-01T00:00:00Z') });
    expect(judged.findings.map(({ kind, field }) => [kind, field])).toEqual([['DIFFERS', 'corridor_activated']]);
  });
});

describe('verifyStack() where corridors must be active', () => {
  test('passes what is active and finds what is not, at the time that was asked for', async () => {
    expect((await verifyZone(whole, { requireActive: true })).judged.findings).toEqual([]);
    const then = await verifyZone(whole, { requireActive: true, at: Date.parse('2025-06-01T00:00:00Z') });
    expect(then.judged.findings.map(({ kind }) => kind)).toEqual(['AT_TIME', 'INACTIVE']);
  });

  test('takes a corridor that could not be judged for one that is not active', async () => {
    const folder = copy();
    rmSync(join(folder, CORRIDOR_FOLDER, 'corridor.vc.json'));
    const { judged } = await verifyZone(folder, { requireActive: true });
    expect(judged.findings.map(({ kind }) => kind).sort()).toEqual(['INACTIVE', 'MISSING']);
  });
});
