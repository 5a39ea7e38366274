/**
 * The id that somebody was sent, and has typed: whether what was judged has it. `custody verify` has no such question, so the verdict that is
 * saved does not know of it; `lock verify --expect` asks the same.
 *
 *     typedId('december.lock.json  sha256:49CF…')          { is: 'id', id: 'sha256:49cf…' }
 *     identityOf({ is: 'id', id: 'sha256:49cf…' }, verdicts)      { is: 'same', id, paths: ['december.lock.json'] }
 */
import { worstOutcome } from '#evidence/verdict';
import type { Outcome, VerdictDocument } from './verdict.ts';

export type TypedId = { readonly is: 'none' | 'incomplete' | 'several' } | { readonly is: 'id'; readonly id: string };

/** Ids in a line from a mail or a ticket, such as a command prints it; without a name before it, the digits are those of a SHA-256. */
const IDS = /(?<![0-9a-z])(?:(sha256|blake3):\s*)?([0-9a-f]{64})(?![0-9a-z])/gi;

/** Anything but one whole id is compared with nothing: its beginning could be that of another. */
export function typedId(text: string): TypedId {
  if (text.trim() === '') return { is: 'none' };
  const ids = new Set([...text.matchAll(IDS)].map(([, name = 'sha256', digits = '']) => `${name}:${digits}`.toLowerCase()));
  const [id] = ids;
  if (id === undefined) return { is: 'incomplete' };
  return ids.size === 1 ? { is: 'id', id } : { is: 'several' };
}

type Judged = Pick<VerdictDocument, 'kind' | 'path' | 'id' | 'digest' | 'outcome' | 'findings'>;

export type Identity =
  | { readonly is: 'none' | 'incomplete' | 'several' }
  /** `paths` are those of the evidence that has it. */
  | { readonly is: 'same'; readonly id: string; readonly paths: readonly string[] }
  /** `stated` are those of the evidence that says it has the id, which is not proven. */
  | { readonly is: 'other'; readonly id: string; readonly stated: readonly string[] };

export function identityOf(typed: TypedId, verdicts: readonly Judged[]): Identity {
  if (typed.is !== 'id') return typed;
  const { id } = typed;
  const pathsOf = (some: readonly Judged[]): readonly string[] => some.map(({ path }) => path);
  const paths = pathsOf(verdicts.filter((verdict) => hasId(verdict, id)));
  return paths.length > 0 ? { is: 'same', id, paths } : { is: 'other', id, stated: pathsOf(verdicts.filter((each) => each.id === id)) };
}

/** The SHA-256 of its bytes was computed here; what it states as its own id counts if that was found to be right. */
export function hasId(verdict: Judged, id: string): boolean {
  return verdict.digest === id || (verdict.id === id && isOwnIdRight(verdict));
}

/** Ids of other kinds are names, which anybody can give. Findings on the whole are the first ones, so that a shortened list has them. */
function isOwnIdRight({ kind, outcome, findings }: Judged): boolean {
  const isWithout = (code: string): boolean => outcome !== 'REFUSED' && !findings.some((finding) => finding.code === code);
  switch (kind) {
    case 'lock':
      return isWithout('TAMPERED');
    case 'pack':
    case 'pack-archive':
      return isWithout('PACK_ID_MISMATCH');
    case 'ledger':
    case 'snapshot':
      return outcome === 'OK' || outcome === 'PARTIAL';
    default:
      return false;
  }
}

/** The outcome that the page shows in large letters: other evidence than the one that was meant is never shown as good. */
export function shownOutcome(outcome: Outcome, { is }: Identity): Outcome {
  const atBest: Outcome = is === 'other' ? 'FAILED' : is === 'incomplete' || is === 'several' ? 'PARTIAL' : 'OK';
  return worstOutcome([outcome, atBest]);
}
