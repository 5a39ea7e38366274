/**
 * The front door as typed functions: what something is, and whether it is still as it was.
 *
 *     (await recognise('december.lock.json')).found[0].kind      'lock'
 *     (await verify('received')).outcome                         'FAILED'
 */
import { homedir } from 'node:os';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { workingFolder } from '#disk/path/working-folder';
import type { Asked } from '#evidence/ops/asked';
import { type FoundThings, findEvidence } from '#evidence/ops/find';
import { lentPool } from '#evidence/ops/lent-pool';
import { isStoreUrl } from '#evidence/ops/store-url';
import { judgeEvidence } from '#evidence/ops/verify';
import {
  type Coverage,
  emitVerdict,
  type Finding,
  type Findings,
  type KindName,
  type NotChecked,
  type Outcome,
  type PassedOver,
  type Root,
  type Verdict,
  worstOutcome,
} from '#evidence/verdict';
import { processEnv } from '#installation/process-input';
import { absolute } from '../given-path.ts';
import { instantFrom } from '../instant-from.ts';
import { askedPolicy, type PolicySettings } from './policy-settings.ts';
import { type TrustSettings, trustOf } from './trust-settings.ts';

export type {
  Coverage,
  Finding as VerdictFinding,
  Findings as VerdictFindings,
  KindName as EvidenceKind,
  NotChecked,
  Outcome as VerdictOutcome,
  PassedOver,
  Root as VerdictRoot,
};

export interface SearchSettings {
  /** How many levels of folders are searched below the given one; the default is all. */
  readonly depth?: number;
}

export interface VerifySettings extends SearchSettings, PolicySettings, TrustSettings {
  /** Where the members of a lock lie; the default is to find them by the layout. */
  readonly root?: string;
  /** Judges each document by itself, and reads no member. */
  readonly selfOnly?: boolean;
  readonly jobs?: number;
  /** The environment of spaces and stores; the default is that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Allows HTTP without TLS to other machines too. */
  readonly plainHttp?: boolean;
}

export interface RecognisedEvidence {
  readonly path: string;
  /** Null if it is none that is known. */
  readonly kind: KindName | null;
  /** Why it is none, or null. */
  readonly reason: string | null;
}

export interface Recognition {
  readonly found: readonly RecognisedEvidence[];
  readonly passedOver: readonly PassedOver[];
  readonly unknown: number;
}

/** A verdict; `findings` can be read again and again, and are made while they are read. */
export interface EvidenceVerdict extends Omit<Verdict, 'report'> {
  /** The document `verdict.v0`, whole, with the kind's own report. */
  document(): JsonObject;
}

export interface EvidenceVerdicts {
  /** The worst of all. */
  readonly outcome: Outcome;
  readonly verdicts: readonly EvidenceVerdict[];
  readonly passedOver: readonly PassedOver[];
  readonly unknown: number;
}

/** What a file, a folder or the URL of a store is; of a folder that is none itself, what lies in it. Nothing is judged. */
export async function recognise(path: string, settings: SearchSettings = {}): Promise<Recognition> {
  const { found, passedOver, unknown } = await find(path, settings);
  const shown = found.map(({ place, kind, refusal }) => ({ path: place.given, kind, reason: refusal === null ? null : refusal.message }));
  return { found: shown, passedOver, unknown };
}

/** The verdicts of `custody verify`. Something that could not be judged is `REFUSED`; it is not thrown. */
export async function verify(path = '.', settings: VerifySettings = {}): Promise<EvidenceVerdicts> {
  const { root, selfOnly = false, jobs, env = processEnv(), plainHttp = false } = settings;
  if (root !== undefined && selfOnly) throw new RangeError('expected either a root or selfOnly, found both');
  const { found, passedOver, unknown } = await find(path, settings, settings.policy === undefined ? null : absolute(settings.policy));
  const signatures = askedSignatures(settings);
  const at = settings.at === undefined ? null : instantFrom(settings.at, 'at');
  const verdicts: EvidenceVerdict[] = [];
  const pools = lentPool();
  try {
    for (const each of found) {
      const verdict = await judgeEvidence(each, {
        root: root === undefined ? null : { given: root, path: absolute(root) },
        selfOnly,
        threads: jobs,
        pools,
        watch: undefined,
        env: { HOME: homedir(), ...env },
        cwd: workingFolder(),
        plainHttp,
        caFile: undefined,
        at,
        ...signatures,
      });
      verdicts.push(evidenceVerdict(verdict));
    }
  } finally {
    pools.close();
  }
  return { outcome: worstOutcome(verdicts.map(({ outcome }) => outcome)), verdicts, passedOver, unknown };
}

/** Whoever is named has to have signed; with a policy, besides what it asks for. */
function askedSignatures(settings: VerifySettings): Pick<Asked, 'signatures' | 'trust'> {
  const { keys = [], allowedSigners, trustedRoots = [], tsaRoots = [], identity, issuer, namespace, at } = settings;
  const policy = askedPolicy(settings);
  const isNamed =
    keys.length + trustedRoots.length + tsaRoots.length > 0 || (allowedSigners ?? identity ?? issuer ?? namespace) !== undefined;
  if (!isNamed) return policy === undefined ? {} : { signatures: policy };
  if (policy !== undefined && tsaRoots.length > 0) throw new RangeError('expected no tsaRoots beside a policy, which names its own');
  const trust = trustOf(settings, { at: at === undefined ? Date.now() : instantFrom(at, 'at') });
  return { signatures: policy ?? { policy: null, authorities: trust.authorities, at: trust.at }, trust };
}

function find(given: string, { depth }: SearchSettings, policy?: string | null): Promise<FoundThings> {
  const place = { given, path: isStoreUrl(given) ? given : absolute(given) };
  return findEvidence(place, { depth: depth ?? null, ...(policy === undefined ? {} : { policy }) });
}

export function evidenceVerdict({ report, ...verdict }: Verdict): EvidenceVerdict {
  return { ...verdict, document: () => documentOf({ ...verdict, report }) };
}

function documentOf(verdict: Verdict): JsonObject {
  const parts: Uint8Array[] = [];
  emitVerdict(verdict, (bytes) => parts.push(bytes));
  return parseJson(Buffer.concat(parts)) as JsonObject;
}
