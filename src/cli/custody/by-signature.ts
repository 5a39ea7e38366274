/** `custody verify PATH --signature FILE`: judges one signature by what the options name. */

import { Refusal } from '#core/refusal';
import { parseInstant } from '#core/time';
import { refusedVerdict } from '#evidence/contract';
import { judgeBySignature } from '#evidence/ops/by-signature';
import type { Verdict } from '#evidence/verdict';
import { localTime, type NamedFile, namesSigner, readTrust, type Trust } from '#sign/ops/trust';
import { parseSshTime } from '#sign/ssh/allowed-signers';
import { type Invocation, UsageError } from '../command.ts';
import { askedSignatures } from './policy-options.ts';

/** What the options name to be trusted. Throws `Refusal`. */
export function trustAsked(invocation: Invocation): Trust {
  const { value, values, has, resolve } = invocation;
  const file = (given: string): NamedFile => ({ given, path: resolve(given) });
  const list = value('--allowed-signers');
  return readTrust({
    keys: values('--key').map(file),
    allowedSigners: list === undefined ? null : file(list),
    roots: values('--trusted-root').map(file),
    identity: value('--identity') ?? null,
    issuer: value('--issuer') ?? null,
    namespace: value('--namespace') ?? null,
    ignoresUnsigned: has('--ignore-unsigned-files'),
    tsaRoots: values('--tsa-root').map(file),
    nonce: nonceAsked(invocation),
    at: timeAsked(invocation),
  });
}

/** As programs print it, with or without 0x. */
function nonceAsked({ value }: Invocation): string | null {
  const typed = value('--nonce');
  if (typed === undefined) return null;
  const [, digits] = /^(?:0x)?([0-9a-f]{1,128})$/i.exec(typed) ?? [];
  if (digits === undefined) throw new UsageError(`--nonce needs hex digits, found '${typed}'`);
  return digits.padStart(digits.length + (digits.length % 2), '0');
}

function timeAsked({ value, context }: Invocation): number {
  const typed = value('--at');
  if (typed === undefined || typed === 'now') return context.now().getTime();
  const time = parseInstant(typed) ?? parseSshTime(typed, localTime);
  if (time === null) throw new UsageError(`--at needs a time such as 2026-01-15T10:30:00Z or 20260115Z, found '${typed}'`);
  return time;
}

/** With a policy, those whom the options name have to have signed besides. */
export async function verifyBySignature(invocation: Invocation, signatures: readonly NamedFile[]): Promise<Verdict> {
  const [given] = invocation.args as [string];
  const document = { given, path: invocation.resolve(given) };
  const { signatures: asked } = await askedSignatures(invocation);
  try {
    const trust = trustAsked(invocation);
    return await judgeBySignature({ document, signatures, trust: asked === undefined || namesSigner(trust) ? trust : null, asked });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusedVerdict(null, document, error);
  }
}
