import { expect, test } from 'vitest';
import type { CorridorVerdict } from '../corridor/activation.ts';
import { failed, notChecked, passed } from '../corridor/check.ts';
import { blockersOf, type ExplainedCorridor, explainDocument, explainOutcome } from './explain.ts';
import { explainLines } from './explain-text.ts';

const STYLE = {
  show: (text: string) => text.replaceAll('\n', '\\n'),
  good: (text: string) => text,
  bad: (text: string) => text,
  warn: (text: string) => text,
};
const ENTRY = {
  corridor_id: 'c.one',
  corridor_manifest_sha256: '1',
  trust_anchors_sha256: '2',
  key_rotation_sha256: '3',
  corridor_definition_vc_sha256: '4',
  corridor_definition_signers: [],
};

const VERDICT: CorridorVerdict = {
  entry: { ...ENTRY, corridor_activated: false, corridor_activation_blockers: ['did:key:b:missing_signature', 'role:authority:1/2'] },
  definitionPayloadSha256: 'ff',
  parties: [
    { id: 'did:key:a', role: 'authority', name: 'Zone A', hasSigned: true, commitment: 'agree', counts: true, blockers: [] },
    {
      id: 'did:key:b',
      role: 'authority',
      name: null,
      hasSigned: false,
      commitment: null,
      counts: false,
      blockers: ['did:key:b:missing_signature'],
    },
  ],
  thresholds: [{ role: 'authority', signed: 1, required: 2, participants: 2, of: 3, isMet: false }],
  checks: [
    passed('proof', 'c/a.vc.json', 'did:key:a', 'the signature holds'),
    failed('did:key:b:missing_signature', { kind: 'party', file: 'c/a.vc.json', subject: 'did:key:b', words: 'has not signed' }),
    failed('role:authority:1/2', { kind: 'threshold', file: null, subject: 'authority', words: '1 of 2 needed' }),
    notChecked('revocation', 'c/key-rotation.yaml', null, 'revocation by http is not checked'),
  ],
};

const EXPLAINED: ExplainedCorridor = { corridorId: 'c.one', lockedActivated: true, verdict: VERDICT, notJudged: null, findings: [] };

function explanation(corridors: readonly ExplainedCorridor[]) {
  return { lock: 'stack.lock', generatedAt: '2026-01-15T00:00:00Z', judgedAt: '2027-01-15T00:00:00Z', corridors };
}

function stateOf(activated: boolean | undefined): ExplainedCorridor {
  const entry = activated === undefined ? ENTRY : { ...ENTRY, corridor_activated: activated };
  return { ...EXPLAINED, verdict: { ...VERDICT, entry } };
}

test('explainOutcome() is STACK_OK if the files are those that the lock pins, active or not', () =>
  expect(explainOutcome({ corridors: [stateOf(true), stateOf(false), stateOf(undefined)] })).toBe('STACK_OK'));

test('explainOutcome() is STACK_DRIFT for other files', () => {
  const finding = {
    kind: 'CHANGED',
    section: 'corridors',
    id: 'c.one',
    field: 'f',
    file: 'x',
    expected: 'a',
    actual: 'b',
    reason: null,
  } as const;
  expect(explainOutcome({ corridors: [stateOf(true), { ...stateOf(true), findings: [finding] }] })).toBe('STACK_DRIFT');
});

test('blockersOf() gives every blocker the messages of its checks', () => {
  expect(blockersOf(VERDICT)).toEqual([
    { blocker: 'did:key:b:missing_signature', reasons: ['c/a.vc.json: has not signed'] },
    { blocker: 'role:authority:1/2', reasons: ['1 of 2 needed'] },
  ]);
});

test('blockersOf() reports failed checks in a corridor without agreements, which has no blockers in the lock', () => {
  expect(blockersOf({ ...VERDICT, entry: ENTRY }).map(({ blocker }) => blocker)).toEqual([
    'did:key:b:missing_signature',
    'role:authority:1/2',
  ]);
});

test('explainDocument() has every party, threshold and check', () => {
  expect(explainDocument(explanation([EXPLAINED]))).toMatchObject({
    version: 'stack-explain.v0',
    outcome: 'STACK_OK',
    judged_at: '2027-01-15T00:00:00Z',
    corridors: [
      {
        corridor_id: 'c.one',
        activated: false,
        locked_activated: true,
        definition_payload_sha256: 'ff',
        parties: [{ id: 'did:key:a', has_signed: true }, { has_signed: false }],
        thresholds: [{ role: 'authority', is_met: false }],
        checks: [{ verdict: 'pass' }, { verdict: 'fail' }, { verdict: 'fail' }, { verdict: 'not_checked', kind: 'revocation' }],
      },
    ],
  });
});

test('explainLines() shows the reasons first, then parties, roles and all checks', () => {
  expect([...explainLines(explanation([EXPLAINED]), STYLE)]).toEqual([
    'stack explain: STACK_OK  stack.lock, judged at 2027-01-15T00:00:00Z',
    '  corridor c.one: not active, locked as active',
    '    blocked by did:key:b:missing_signature',
    '        c/a.vc.json: has not signed',
    '    blocked by role:authority:1/2',
    '        1 of 2 needed',
    '    party did:key:a (Zone A), authority: signed, agree',
    '    party did:key:b, authority: has not signed, does not count',
    '    role authority: 1 of 2 needed, 2 participants, 3 expected — not met',
    '    ok proof did:key:a in c/a.vc.json: the signature holds',
    '    !! party did:key:b in c/a.vc.json: has not signed',
    '    !! threshold authority: 1 of 2 needed',
    '    -- revocation in c/key-rotation.yaml: revocation by http is not checked',
  ]);
});

test('explainLines() reports why a corridor cannot be judged', () => {
  const finding = {
    kind: 'MISSING',
    section: 'corridors',
    id: 'c.one',
    field: 'f',
    file: 'c/x\n',
    expected: 'a',
    actual: null,
    reason: 'gone',
  } as const;
  const rests = { ...EXPLAINED, verdict: null, notJudged: 'it rests on registries' };
  expect([...explainLines(explanation([rests]), STYLE)]).toEqual([
    'stack explain: STACK_OK  stack.lock, judged at 2027-01-15T00:00:00Z',
    '  corridor c.one: cannot be judged',
    '    it rests on registries',
  ]);
  expect([...explainLines(explanation([{ ...EXPLAINED, verdict: null, findings: [finding] }]), STYLE)]).toEqual([
    'stack explain: STACK_DRIFT  stack.lock, judged at 2027-01-15T00:00:00Z',
    '  corridor c.one: cannot be judged',
    '    MISSING f — c/x\\n — gone',
  ]);
});
