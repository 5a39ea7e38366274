/**
 * What every kind of evidence gives: it is recognised (`kinds.ts`), it has an id and a digest, it consists of members, and it is judged.
 *
 *     const { judge } = await kindOps('lock');
 *     await judge({ given: 'dec.lock.json', path: '/data/dec.lock.json' }, asked)     a Verdict
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { type Refusal, refusalEnvelope } from '#core/refusal';
import { createVerdict, type Finding, type Findings, findingsOf, type KindName, NO_COVERAGE, type Verdict } from './verdict.ts';

/** A thing that was recognised. `given` is its path or URL as shown to the user, `path` the absolute path, or the URL. */
export interface Place {
  readonly given: string;
  readonly path: string;
}

/** One of the things that evidence names. */
export interface EvidenceMember {
  /** Relative to the evidence or its root. */
  readonly path: string;
  /** With its algorithm, or null. */
  readonly digest: string | null;
  readonly size: number | bigint | null;
}

/** What a document says about itself. Members are made while they are read, and can be read again. */
export interface Described {
  readonly id: string | null;
  readonly digest: string | null;
  /** When it was made, as it states; null if it states none. */
  readonly created: string | null;
  readonly memberCount: number;
  readonly members: Iterable<EvidenceMember>;
  /** What else it names by its digest: the profiles of a lock. */
  readonly named?: readonly EvidenceMember[];
}

/** The version that the refusals of a kind carry, as its own command prints them. */
const REPORT_VERSIONS: Readonly<Record<KindName, string>> = {
  lock: 'lock-verify.v0',
  pack: 'pack.verify.v0',
  'pack-archive': 'pack.verify.v0',
  'pack-store': 'pack.store-verify.v0',
  'chain-lock': 'chain-verify.v0',
  snapshot: 'replay-result.v1',
  'stack-lock': 'stack-verify.v0',
  ledger: 'witness-verify.v0',
  records: 'hash.v0',
  file: 'verdict.v0',
  model: 'verdict.v0',
};

/** The verdict on something that could not be judged. */
export function refusedVerdict(kind: KindName | null, { given }: Place, refusal: Refusal, digest: string | null = null): Verdict {
  const { code, message, nextCommand } = refusal;
  const envelope = refusalEnvelope(kind === null ? 'verdict.v0' : REPORT_VERSIONS[kind], refusal);
  return createVerdict({
    kind,
    path: given,
    id: null,
    digest,
    outcome: 'REFUSED',
    coverage: NO_COVERAGE,
    findings: findingsOf([{ code, path: null, wanted: null, found: null, message, next_command: nextCommand }]),
    notChecked: [],
    root: null,
    report: documentReport(envelope),
  });
}

export function documentReport(document: JsonObject): NonNullable<Verdict['report']> {
  return (emit) => emit(encodeUtf8(formatSpine(document)));
}

const RUN = 1024;

/** The same for a document whose list `field`, empty here, may have a million items: they are written in pieces. */
export function listedReport<T>(
  document: JsonObject,
  field: string,
  items: Iterable<T>,
  format: (item: T) => JsonObject,
): NonNullable<Verdict['report']> {
  return (emit) => {
    const text = formatSpine({ ...document, [field]: [] });
    // A quote in a value is escaped, so that only the field itself has this text.
    const at = text.indexOf(`"${field}":[]`) + field.length + 4;
    emit(encodeUtf8(text.slice(0, at)));
    let run: string[] = [];
    let isFirst = true;
    const flush = (): void => {
      emit(encodeUtf8(`${isFirst ? '' : ','}${run.join(',')}`));
      isFirst = false;
      run = [];
    };
    for (const item of items) {
      run.push(formatSpine(format(item)));
      if (run.length === RUN) flush();
    }
    if (run.length > 0) flush();
    emit(encodeUtf8(text.slice(at)));
  };
}

/** Findings that are made from the items of the kind's own list while they are read. */
export function mappedFindings<T>(items: Iterable<T> & { readonly length: number }, map: (item: T) => Finding): Findings {
  return {
    count: items.length,
    *[Symbol.iterator]() {
      for (const item of items) yield map(item);
    },
  };
}
