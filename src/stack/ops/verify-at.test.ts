import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AT, alice, CORRIDOR } from '../../../tests/stack/signed-corridor.ts';
import { CORRIDOR_FOLDER, LOCK, lockZone, signedZones, verifyZone } from '../../../tests/stack/signed-zone.ts';
import { ZONE } from '../../../tests/stack/small-zone.ts';

const atLock = { at: null, corridors: null };
const { whole, copy } = signedZones('stack-verify-at');

describe('verifyStack() at another time', () => {
  const before = { at: Date.parse('2025-06-01T00:00:00Z') };

  test('reports the state at that time, and judges the lock at its own time', async () => {
    const { judged, at, corridors } = await verifyZone(whole, before);
    expect(corridors).toMatchObject([{ activated: true }]);
    expect(at?.time).toBe('2025-06-01T00:00:00Z');
    expect(at?.corridors).toMatchObject([{ activated: false, lockedActivated: true }]);
    expect(judged.findings).toMatchObject([{ kind: 'AT_TIME', id: CORRIDOR, expected: true, actual: false }]);
    expect(judged.findings[0]?.reason).toContain(`${alice.did}:not_yet_effective`);
  });

  test('finds nothing if nothing differs from the time of the lock', async () => {
    expect((await verifyZone(whole, { at: Date.parse('2027-06-01T00:00:00Z') })).judged.findings).toEqual([]);
  });

  test('does not accept a forged activation that would be true at another time', async () => {
    const folder = copy();
    await lockZone(folder, { generatedAt: '2025-06-01T00:00:00Z', isTimeAsked: true });
    const text = readFileSync(join(folder, LOCK), 'utf8');
    expect(text).toContain('"corridor_activated":false');
    writeFileSync(join(folder, LOCK), text.replace('"corridor_activated":false', '"corridor_activated":true'));
    const { judged } = await verifyZone(folder, { at: Date.parse('2027-06-01T00:00:00Z') });
    expect(judged.findings.map(({ kind, field }) => [kind, field])).toEqual([['DIFFERS', 'corridor_activated']]);
  });
});

describe('verifyStack() if corridors must be active', () => {
  test('accepts active corridors and reports others, at the requested time', async () => {
    const passed = await verifyZone(whole, { required: atLock });
    expect(passed.judged.findings).toEqual([]);
    expect(passed.required).toEqual({ time: AT, corridors: [CORRIDOR] });
    const early = Date.parse('2025-06-01T00:00:00Z');
    const then = await verifyZone(whole, { required: { at: early, corridors: null }, at: early });
    expect(then.judged.findings.map(({ kind }) => kind)).toEqual(['AT_TIME', 'INACTIVE']);
    expect(then.judged.findings[1]?.reason).toMatch(/^at 2025-06-01T00:00:00Z, /);
  });

  test('does not compare with the lock at a time for which only activation is required', async () => {
    const folder = copy();
    await lockZone(folder, { generatedAt: '2025-06-01T00:00:00Z', isTimeAsked: true });
    const { judged, at } = await verifyZone(folder, { required: { at: Date.parse(AT), corridors: null } });
    expect({ findings: judged.findings, at }).toEqual({ findings: [], at: null });
  });

  test('reports a lock without corridors, and refuses an unknown corridor', async () => {
    const folder = copy();
    const zone = join(folder, ZONE);
    writeFileSync(zone, readFileSync(zone, 'utf8').replace(`corridors: [${CORRIDOR}]`, 'corridors: []'));
    await lockZone(folder, { isTimeAsked: true });
    const { judged } = await verifyZone(folder, { required: atLock });
    expect(judged.findings).toMatchObject([{ kind: 'INACTIVE', id: null, reason: `at ${AT}, the lock has no corridor` }]);
    await expect(verifyZone(whole, { required: { at: null, corridors: [CORRIDOR, 'org.example.other'] } })).toRefuse('E_NOT_FOUND');
  });

  test('treats a corridor that could not be judged as not active', async () => {
    const folder = copy();
    rmSync(join(folder, CORRIDOR_FOLDER, 'corridor.vc.json'));
    const { judged } = await verifyZone(folder, { required: atLock });
    expect(judged.findings.map(({ kind }) => kind).sort()).toEqual(['INACTIVE', 'MISSING']);
  });
});
