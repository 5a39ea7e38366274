import { expect, it } from 'vitest';
import { parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { type JudgedPolicy, type JudgedSignature, type SignatureState, UNKNOWN_SIGNER } from '#sign/judged';
import { compile } from '../../tests/schemas/published-schema.ts';
import { withSignatures } from './signatures.ts';
import { createVerdict, emitVerdict, NO_COVERAGE, NO_FINDINGS, type Verdict } from './verdict.ts';

const DIGEST = `sha256:${'2'.repeat(64)}`;
const common = { path: 'a', id: null, digest: DIGEST, findings: NO_FINDINGS, notChecked: [], root: null, report: null };
const LOCK: Verdict = { ...common, kind: 'lock', outcome: 'OK', coverage: { ...NO_COVERAGE, expected: 1, verified: 1 } };
const reason = [{ what: 'whose file this is', reason: 'no signature' }];
const FILE: Verdict = {
  ...common,
  kind: 'file',
  outcome: 'PARTIAL',
  coverage: { ...NO_COVERAGE, expected: 1, skipped: 1 },
  notChecked: reason,
};

function signature(state: SignatureState): JudgedSignature {
  const finding = { code: 'X', path: null, wanted: null, found: null, message: state, next_command: null };
  return {
    form: 'seal',
    path: 'a.seals.jsonl:1',
    state,
    signer: { ...UNKNOWN_SIGNER, keyid: 'a'.repeat(64), algorithm: 'ed25519' },
    role: null,
    claimed_time: '2026-01-15T10:30:00Z',
    trusted_time: null,
    finding: state === 'trusted' ? null : finding,
  };
}

const policy = (state: JudgedPolicy['state']): JudgedPolicy => {
  const missing = { code: 'MISSING_SIGNATURE', path: null, wanted: '1', found: '0', message: 'missing', next_command: null };
  const rules = [{ require: '1 of [producer]', met: state === 'met', counted: [], could_sign: ['alice'] }];
  return {
    path: 'p.yaml',
    digest: DIGEST,
    at: '2026-01-15T10:30:00Z',
    state,
    rules: state === 'no_rule' ? [] : rules,
    findings: state === 'not_met' ? [missing] : [],
  };
};

it.each<[Verdict, readonly SignatureState[], JudgedPolicy | null, boolean, string]>([
  [LOCK, [], null, false, 'OK'],
  [LOCK, ['unknown_signer'], null, false, 'OK'],
  [LOCK, ['unknown_signer'], null, true, 'FAILED'],
  [LOCK, ['unknown_signer', 'trusted'], null, true, 'OK'],
  [LOCK, ['trusted', 'bad'], null, false, 'FAILED'],
  [LOCK, ['unchecked'], null, false, 'OK'],
  [LOCK, ['not_counted'], policy('not_met'), false, 'FAILED'],
  [LOCK, ['trusted'], policy('met'), false, 'OK'],
  [LOCK, ['trusted', 'bad'], policy('met'), false, 'FAILED'],
  [LOCK, [], policy('no_rule'), false, 'PARTIAL'],
  [FILE, [], null, false, 'PARTIAL'],
  [FILE, ['unknown_signer'], null, false, 'PARTIAL'],
  [FILE, ['trusted'], null, false, 'OK'],
  [FILE, ['trusted', 'bad'], null, false, 'FAILED'],
  [FILE, ['trusted'], policy('not_met'), false, 'FAILED'],
  [FILE, ['trusted'], policy('met'), false, 'OK'],
])('withSignatures(%#) keeps the form, and the outcome follows from what was signed', (base, states, judged, mustTrust, outcome) => {
  const verdict = withSignatures(createVerdict(base), { signatures: states.map(signature), policy: judged, mustTrust });
  expect(verdict.outcome).toBe(outcome);
  const parts: Uint8Array[] = [];
  emitVerdict(verdict, (bytes) => parts.push(bytes));
  const text = Buffer.concat(parts).toString();
  expect(formatSpine(parseJson(Buffer.from(text)))).toBe(text);
  const holds = compile('verdict.v0.json');
  expect([holds(JSON.parse(text)), holds.errors]).toEqual([true, null]);
});
