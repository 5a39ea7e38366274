/** `lock verify`: checks the lockfile against its own hash and, with `--root`, against the files. */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { Glob } from '#core/glob/glob';
import { lazy } from '#core/lazy';
import { maskedUrl } from '#core/masked-url';
import { realPath } from '#disk/path/real-path';
import { statIfThere } from '#disk/path/stat-if-there';
import { type ContentReport, MAX_DIFFERENCES, USUAL_DIFFERENCES } from '#lock/content/content';
import { isMemberUrl } from '#lock/ops/member-url';
import { type LockfileCheck, openRoot, type RootCheck, verifyLockfile } from '#lock/ops/verify';
import type { Against } from '#lock/ops/verify-content';
import { emitReport, outcomeOf, type VerifyReport } from '#lock/report';
import { reportLines } from '#lock/report-text';
import type { SampleQuestion } from '#lock/sample';
import { isAtLeast, type Strength } from '#lock/strength';
import type { JudgedLock } from '#lock/verify';
import { parseGlobs } from '#stream/filter';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { expectedId } from '../expect.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { progressWatch, startProgress } from '../progress.ts';
import { namesPlace } from './named-place.ts';
import { openLockfile } from './open-lockfile.ts';
import { refuseOutputBelowRoot, refuseReportOverMember } from './output-in-root.ts';
import { profileReader } from './profiles.ts';
import { sampleOption } from './sample.ts';

const NEEDS_ROOT = [
  '--shard',
  '--strength',
  '--cache',
  '--only',
  '--closed',
  '--confined',
  '--no-follow',
  '--jobs',
  '--content',
  '--sample',
];
/** They need every member. */
const NOT_SAMPLED = ['--strict', '--cache', '--content'];
const NEEDS_SHARD = ['--created'];
const NEEDS_CACHE = ['--cache-file', '--max-age', '--budget'];
const NEEDS_CONTENT = ['--against', '--definitions', '--timeout', '--max-size', '--max-memory'];

export async function run(invocation: Invocation): Promise<Finished> {
  const root = invocation.value('--root') ?? null;
  const strict = invocation.has('--strict');
  const url = root !== null && isMemberUrl(root) ? root : null;
  invocation.record.params = { subcommand: 'verify', root: root === null ? null : maskedUrl(root), strict, ...optionParams(invocation) };
  const misplaced = NEEDS_ROOT.find((flag) => root === null && invocation.has(flag));
  if (misplaced !== undefined) throw new UsageError(`${misplaced} needs --root`);
  const objects = url === null ? null : await import('./verify-objects.ts');
  if (url !== null) objects?.requireObjectOptions(invocation, url);
  if (url === null && invocation.has('--receipt')) throw new UsageError('--receipt needs the URL of a store as --root');
  if (root !== null && invocation.has('--shard'))
    return (await import('./verify-shard.ts')).verifyShard(invocation, root, objects?.judgeObjectShard ?? null);
  const alone = NEEDS_SHARD.find((flag) => invocation.has(flag));
  if (alone !== undefined) throw new UsageError(`${alone} needs --shard`);
  const without = NEEDS_CONTENT.find((flag) => !invocation.has('--content') && invocation.has(flag));
  if (without !== undefined) throw new UsageError(`${without} needs --content`);
  const uncached = NEEDS_CACHE.find((flag) => !invocation.has('--cache') && invocation.has(flag));
  if (uncached !== undefined) throw new UsageError(`${uncached} needs --cache`);
  if (strict && !isAtLeast(leastStrength(invocation), 'read'))
    throw new UsageError('--strict needs --strength read: what is not read is not verified');
  const sample = sampleOf(invocation);
  const against = againstOf(invocation, root);
  const expect = expectedId(invocation);
  const only = parseGlobs(invocation.values('--only'));
  requireWritableOutput(invocation);
  if (root !== null && url === null) refuseOutputBelowRoot(invocation, root);
  if (against !== undefined) refuseOutputBelowRoot(invocation, against.given);
  const profiles = await profileReader(invocation);
  const cached = await cacheJudge(invocation, root);
  const check = root === null ? null : { ...rootCheck(invocation, root, only), sample, judge: cached?.judge };
  const { lock, judged } =
    objects === null || url === null
      ? judge(invocation, check, { expect, profiles }, cached)
      : await objects.judgeObjects(invocation, url, { only, least: leastStrength(invocation), sample, expect, profiles });
  const report = invocation.has('--content')
    ? { ...judged, content: await contentOf(invocation, judged, lock, { only, against }) }
    : judged;
  if (url === null) refuseReportOverMember(invocation, report, lock);
  show(invocation, report);
  const outcome = outcomeOf(report);
  return { exit: outcome === 'VERIFY_OK' ? 0 : 1, outcome };
}

/** A sample is read. Its seed is recorded, so that the run can be repeated. */
function sampleOf(invocation: Invocation): SampleQuestion | undefined {
  const sample = sampleOption(invocation);
  if (sample === undefined) return undefined;
  const misplaced = NOT_SAMPLED.find((flag) => invocation.has(flag));
  if (misplaced !== undefined) throw new UsageError(`${misplaced} needs every member, and does not go with --sample`);
  if (leastStrength(invocation) !== 'read') throw new UsageError('--sample needs --strength read: a sample is read');
  invocation.record.params = { ...invocation.record.params, sample: sample.asked, seed: sample.seed };
  return sample;
}

function leastStrength(invocation: Invocation): Strength {
  return (invocation.value('--strength') as Strength | undefined) ?? (invocation.has('--cache') ? 'cached' : 'read');
}

interface CacheJudge {
  readonly judge: NonNullable<RootCheck['judge']>;
  /** Files are looked at while the lockfile is still read. */
  lookAhead(): void;
  close(): void;
}

/** The code of the cache is loaded only where it is used. */
async function cacheJudge(invocation: Invocation, root: string | null): Promise<CacheJudge | null> {
  if (root === null || !invocation.has('--cache')) return null;
  const [{ budgetOption, durationOption, openCache }, { verifyByCache }] = await Promise.all([
    import('./cache.ts'),
    import('#lock/ops/cache/verify-by-cache'),
  ]);
  const how = { least: leastStrength(invocation), maxAge: durationOption(invocation, '--max-age'), isOver: budgetOption(invocation) };
  const cache = lazy(() => openCache(invocation, root));
  const lockfile = invocation.resolve(invocation.args[0] as string);
  if (namesPlace(invocation, '--cache-file', lockfile)) throw new UsageError('--cache-file names the lockfile');
  const isFolder = statIfThere(invocation.resolve(root))?.isDirectory() === true;
  return {
    judge: (lock, pool, check) => verifyByCache(lock, pool, check, { ...how, cache: cache() }),
    lookAhead: () => isFolder && !invocation.has('--only') && cache().lookAhead(invocation.integer('--jobs', 0)),
    close: () => isFolder && cache().close(),
  };
}

/** The threads start before the lockfile is read, and end here. */
function judge(
  invocation: Invocation,
  check: RootCheck | null,
  asked: Pick<LockfileCheck, 'expect' | 'profiles'>,
  cached: CacheJudge | null,
): { lock: JudgedLock; judged: VerifyReport } {
  const [name] = invocation.args as [string];
  const source = invocation.resolve(name);
  const root = check && openRoot(check, source);
  try {
    cached?.lookAhead();
    const lock = openLockfile(invocation, name);
    const [strict, tools] = [invocation.has('--strict'), invocation.has('--tools')];
    return { lock, judged: verifyLockfile({ name, source, lock, strict, root, tools, ...asked }) };
  } finally {
    root?.pool.close();
    cached?.close();
  }
}

/** Null where the members themselves were not judged. The code that fingerprints files is loaded only here. */
async function contentOf(
  invocation: Invocation,
  { members }: VerifyReport,
  lock: JudgedLock,
  { only, against }: { readonly only: readonly Glob[]; readonly against: Against | undefined },
): Promise<ContentReport | null> {
  if (members === null) return null;
  const [{ verifyContent }, { threadSettings, openDefinitions }] = await Promise.all([
    import('#lock/ops/verify-content'),
    import('../fingerprint/settings.ts'),
  ]);
  const definitions = await openDefinitions(invocation);
  const progress = startProgress(invocation, { tool: 'lock', total: lock.members.count, measure: () => null });
  try {
    const confined = invocation.has('--confined');
    return await verifyContent(lock, {
      root: members.root,
      only,
      confined,
      definitions,
      settings: threadSettings(invocation),
      against,
      onMember: () => progress.advance(1),
    });
  } finally {
    progress.done();
  }
}

/** Files are not compared with themselves. */
function againstOf(invocation: Invocation, root: string | null): Against | undefined {
  const given = invocation.value('--against');
  const most = invocation.integer('--max-differences', 1);
  if (given === undefined) {
    if (most !== undefined) throw new UsageError('--max-differences needs --against');
    return undefined;
  }
  if (most !== undefined && most > MAX_DIFFERENCES)
    throw new UsageError(`--max-differences needs a whole number of at most ${MAX_DIFFERENCES}, found '${most}'`);
  const path = invocation.resolve(given);
  if (root !== null && realPath(path) === realPath(invocation.resolve(root)))
    throw new UsageError('--against names the same folder as --root: the files would be compared with themselves');
  return { given, root: path, most: most ?? USUAL_DIFFERENCES };
}

export function rootCheck(invocation: Invocation, given: string, only: readonly Glob[]): RootCheck {
  return {
    given,
    path: invocation.resolve(given),
    only,
    closed: invocation.has('--closed'),
    follow: !invocation.has('--no-follow'),
    confined: invocation.has('--confined'),
    threads: invocation.integer('--jobs', 0),
    watch: progressWatch(invocation, 'lock'),
  };
}

function optionParams(invocation: Invocation): Record<string, boolean | string | readonly string[]> {
  return {
    ...(invocation.has('--only') ? { only: invocation.values('--only') } : {}),
    ...(invocation.has('--closed') ? { closed: true } : {}),
    ...(invocation.has('--confined') ? { confined: true } : {}),
    ...(invocation.has('--no-follow') ? { no_follow: true } : {}),
    ...(invocation.has('--cache') ? { cache: true } : {}),
    ...(invocation.has('--cache-file') ? { cache_file: invocation.values('--cache-file') } : {}),
    ...(invocation.has('--max-age') ? { max_age: invocation.values('--max-age') } : {}),
    ...(invocation.has('--budget') ? { budget: invocation.values('--budget') } : {}),
    ...(invocation.has('--strength') ? { strength: leastStrength(invocation) } : {}),
    ...(invocation.has('--expect') ? { expect: invocation.values('--expect') } : {}),
    ...(invocation.has('--profile') ? { profile: invocation.values('--profile') } : {}),
    ...(invocation.has('--tools') ? { tools: true } : {}),
    ...(invocation.has('--content') ? { content: true } : {}),
    ...(invocation.has('--against') ? { against: invocation.values('--against') } : {}),
    ...(invocation.has('--max-differences') ? { max_differences: invocation.values('--max-differences') } : {}),
    ...(invocation.has('--definitions') ? { definitions: invocation.values('--definitions') } : {}),
  };
}

function show(invocation: Invocation, report: VerifyReport): void {
  if (invocation.has('--json')) {
    writePayload(invocation, (write) => emitReport(report, write));
    return;
  }
  const { good, bad, warn } = invocation.paint;
  writePayload(invocation, (write) => {
    for (const line of reportLines(report, { path: escapeControls, good, bad, warn })) write(encodeUtf8(`${line}\n`));
  });
  if (report.lockHash.valid && report.members === null && invocation.context.stderr.isTTY) {
    invocation.say('no file was read; add --root DIR to check the members');
  }
}
