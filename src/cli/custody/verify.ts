/** `custody verify`: recognises evidence of any kind, judges each, and prints a verdict each and one line for all. */
import { maskedUrl } from '#core/masked-url';
import type { Asked } from '#evidence/ops/asked';
import { type FoundThings, findEvidence } from '#evidence/ops/find';
import { lentPool } from '#evidence/ops/lent-pool';
import { isStoreUrl } from '#evidence/ops/store-url';
import { judgeEvidence } from '#evidence/ops/verify';
import { type Outcome, worstOutcome } from '#evidence/verdict';
import type { Watch } from '#hashing/watch';
import type { NamedFile } from '#sign/ops/trust';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { sampleOption } from '../lock/sample.ts';
import { type Progress, progressWatch, startProgress } from '../progress.ts';
import { askedBy } from './asked.ts';
import { depthOf } from './depth.ts';
import { askedSignatures, policyInForce, policyParams } from './policy-options.ts';
import { newRenderer } from './render.ts';
import { namesTrust, signaturesAsked } from './signature-options.ts';
import { finishedBy } from './verdict-exit.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { record, args } = invocation;
  const depth = depthOf(invocation);
  const root = invocation.value('--root');
  const selfOnly = invocation.has('--self-only');
  if (root !== undefined && selfOnly) throw new UsageError('expected either --root or --self-only, found both');
  const sample = sampleOption(invocation);
  if (sample !== undefined && selfOnly) throw new UsageError('expected either --sample or --self-only, found both');
  const store = invocation.value('--store');
  const reports = invocation.values('--report');
  record.params = {
    subcommand: 'verify',
    paths: args.map(maskedUrl),
    root: root === undefined ? null : maskedUrl(root),
    self_only: selfOnly,
    ...(store === undefined ? {} : { store: maskedUrl(store) }),
    ...(sample === undefined ? {} : { sample: sample.asked, seed: sample.seed }),
    ...(reports.length === 0 ? {} : { reports: [...reports] }),
    ...policyParams(invocation),
  };
  const signatures = signaturesAsked(invocation);
  if (signatures !== null) return bySignatures(invocation, signatures);
  const renderer = await newRenderer(invocation);
  const { found, passedOver, unknown } = await findAll(invocation, depth);
  const whole = found.length === 1 ? undefined : wholeProgress(invocation);
  const base = await askedOf(invocation, whole?.watch ?? progressWatch(invocation, 'custody'));
  const trust = namesTrust(invocation) ? (await import('./by-signature.ts')).trustAsked(invocation) : undefined;
  const at = invocation.has('--at') ? (trust?.at ?? null) : null;
  const asked = { ...base, sample, store, trust, at };
  const outcomes: Outcome[] = [];
  try {
    for (const [index, each] of found.entries()) {
      const verdict = await judgeEvidence(each, asked);
      outcomes.push(verdict.outcome);
      record.inputs.push({ path: verdict.path, hash: verdict.digest, bytes: null });
      whole?.clear();
      renderer.verdict(verdict, index === found.length - 1);
    }
  } finally {
    whole?.done();
    asked.pools?.close();
  }
  renderer.end({ outcomes, passedOver, unknown });
  return finishedBy(worstOutcome(outcomes));
}

async function bySignatures(invocation: Invocation, signatures: readonly NamedFile[]): Promise<Finished> {
  const { verifyBySignature } = await import('./by-signature.ts');
  const renderer = await newRenderer(invocation);
  const verdict = await verifyBySignature(invocation, signatures);
  invocation.record.params = {
    ...invocation.record.params,
    signature: signatures.length === 1 ? (signatures[0]?.given ?? null) : signatures.map(({ given }) => given),
  };
  invocation.record.inputs.push({ path: verdict.path, hash: verdict.digest, bytes: null });
  renderer.verdict(verdict, true);
  renderer.end({ outcomes: [verdict.outcome], passedOver: [], unknown: 0 });
  return finishedBy(verdict.outcome);
}

/** In the order of the arguments. A thing that two arguments lead to is judged once. */
async function findAll(invocation: Invocation, depth: number | null): Promise<FoundThings> {
  const { args, resolve } = invocation;
  const all = { found: new Map<string, FoundThings['found'][number]>(), passedOver: new Map<string, FoundThings['passedOver'][number]>() };
  let unknown = 0;
  const policy = policyInForce(invocation);
  for (const given of args.length === 0 ? ['.'] : args) {
    const things = await findEvidence({ given, path: isStoreUrl(given) ? given : resolve(given) }, { depth, policy });
    for (const each of things.found) if (!all.found.has(each.place.path)) all.found.set(each.place.path, each);
    for (const each of things.passedOver) all.passedOver.set(each.path, each);
    unknown += things.unknown;
  }
  return { found: [...all.found.values()], passedOver: [...all.passedOver.values()], unknown };
}

/** The files and bytes of all evidence together. How many there will be is known only when the last document was read. */
function wholeProgress(invocation: Invocation): Pick<Progress, 'clear' | 'done'> & { readonly watch: Watch } {
  const progress = startProgress(invocation, { tool: 'custody', measure: () => ({}) });
  return { ...progress, watch: () => ({ advance: (count) => progress.advance(count), done: () => {} }) };
}

async function askedOf(invocation: Invocation, watch: Watch): Promise<Asked> {
  const { value, has, integer, resolve } = invocation;
  const root = value('--root');
  return {
    ...askedBy(invocation),
    root: root === undefined ? null : { given: root, path: isStoreUrl(root) ? root : resolve(root) },
    selfOnly: has('--self-only'),
    threads: integer('--jobs', 0),
    pools: lentPool(),
    watch,
    ...(await askedSignatures(invocation)),
  };
}
