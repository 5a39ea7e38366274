/** `custody timestamp`: asks an authority for timestamps over the seals of documents, or over files, and keeps them beside. */
import { BadDer } from '#core/der/read';
import { derOid } from '#core/der/write';
import { maskedUrl } from '#core/masked-url';
import { type Authority, openAuthority } from '#sign/ops/time/authority';
import { stamp } from '#sign/ops/time/stamp';
import { readAuthorities } from '#sign/ops/trust';
import { type TimestampReport, timestampDocument, timestampLines, timestampOutcome } from '#sign/time/document';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { networkOf } from '../objects/network.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, has, value, record, resolve } = invocation;
  const typed = value('--tsa') ?? '';
  record.params = { subcommand: 'timestamp', paths: [...args], tsa: maskedUrl(typed) };
  const authority = authorityOf(invocation, typed);
  const timestamps: TimestampReport['timestamps'][number][] = [];
  const left: string[] = [];
  let kept = 0;
  try {
    for (const given of args) {
      const result = await stamp({ given, path: resolve(given) }, { authority, again: has('--again'), sync: !has('--no-sync') });
      record.inputs.push({ path: given, hash: result.digest, bytes: null });
      timestamps.push(...result.stamped);
      left.push(...result.left);
      kept += result.kept;
    }
  } finally {
    authority.close();
  }
  const report = { tsa: authority.url, timestamps, kept, left };
  show(invocation, { document: () => timestampDocument(report), lines: () => [...timestampLines(report)].map(escapeControls) });
  return { exit: 0, outcome: timestampOutcome(report) };
}

function authorityOf(invocation: Invocation, typed: string): Authority {
  const { value, values, resolve, context } = invocation;
  const policy = value('--policy-oid') ?? null;
  requireOid(policy);
  const trust = readAuthorities(values('--tsa-root').map((given) => ({ given, path: resolve(given) })));
  return openAuthority(urlOf(typed), networkOf(invocation), { policy, trust, now: () => context.now().getTime() });
}

/** The text is not repeated: it may have a password. */
function urlOf(typed: string): URL {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('--tsa needs a URL that begins with http:// or https://');
  return url;
}

function requireOid(policy: string | null): void {
  try {
    if (policy !== null) derOid(policy);
  } catch (error) {
    if (error instanceof BadDer) throw new UsageError(`--policy-oid: ${error.message}`);
    throw error;
  }
}
