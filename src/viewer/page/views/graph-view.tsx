/** What refers to a piece of evidence, as `custody why` reports it, and who signed it: a picture in three columns, and the same as a table. */

import { ColumnHeads } from '../column-heads.tsx';
import type { Run } from '../engine.ts';
import type { SignatureDocument } from '../verdict.ts';
import { parsed, WorkerAnswer } from './worker-answer.tsx';

interface Why {
  readonly evidence: readonly {
    readonly ref: string;
    readonly kind: string;
    readonly created: string | null;
    readonly places: readonly { readonly path: string }[];
  }[];
  readonly runs: readonly {
    readonly ref: string;
    readonly tool: string | null;
    readonly outcome: string | null;
    readonly time: string | null;
  }[];
  readonly findings: readonly {
    readonly by: string;
    readonly relation: string;
    readonly of: string;
    readonly path: string | null;
    readonly time: string | null;
  }[];
}

const SUBJECT = 'subject';
const COLUMN = 320;
const ROW = 44;
const BOX = { width: 240, height: 32 };
const EDGE = 1;
const MOST = 60;

interface Props {
  readonly path: string;
  readonly run: Run;
  readonly signatures: readonly SignatureDocument[];
}

export function GraphView({ path, run, signatures }: Props) {
  return (
    <WorkerAnswer run={run} question={{ about: 'why', path }} read={(answer) => withSignatures(parsed(answer) as Why, signatures)}>
      {(why) => <Graph path={path} why={why} />}
    </WorkerAnswer>
  );
}

/** Each signature is one more thing that refers to the subject. */
function withSignatures(why: Why, signatures: readonly SignatureDocument[]): Why {
  const signed = signatures.map(({ form, path, state, signer, claimed_time: claimed, trusted_time: trusted }) => {
    const by = signer?.name ?? signer?.identity ?? signer?.fingerprint ?? 'a key that is not known';
    return { ref: `signature ${path}`, kind: `${form} by ${by}`, created: trusted ?? claimed, places: [{ path }], state };
  });
  const findings = signed.map(({ ref, created: time, state }) => ({
    by: ref,
    relation: state === 'bad' ? 'claims to sign' : 'signs',
    of: SUBJECT,
    path: null,
    time,
  }));
  // The others are in order of time already.
  const inTime = [...why.findings, ...findings].sort((a, b) => instantOf(a.time) - instantOf(b.time));
  return { ...why, evidence: [...signed, ...why.evidence], findings: inTime };
}

/** What has no time comes last. */
function instantOf(time: string | null): number {
  const instant = Date.parse(time ?? '');
  return Number.isNaN(instant) ? Number.MAX_VALUE : instant;
}

function Graph({ path, why }: { readonly path: string; readonly why: Why }) {
  const names = new Map<string, string>([
    [SUBJECT, path],
    ...why.evidence.map(({ ref, kind, places }) => [ref, `${kind} ${places[0]?.path ?? ''}`] as const),
    ...why.runs.map(({ ref, tool, outcome }) => [ref, `run of ${tool ?? 'a tool'}: ${outcome ?? ''}`] as const),
  ]);
  if (why.findings.length === 0) return <p>Nothing else here refers to it.</p>;
  const columns = [[SUBJECT], why.evidence.map(({ ref }) => ref), why.runs.map(({ ref }) => ref)].map((refs) => refs.slice(0, MOST));
  const places = new Map(columns.flatMap((refs, x) => refs.map((ref, y) => [ref, { x: x * COLUMN + EDGE, y: y * ROW + 8 }] as const)));
  const height = Math.max(...columns.map(({ length }) => length)) * ROW + 16;
  return (
    <>
      <div class="wide" role="group" aria-label="Picture of what refers to what" tabIndex={0}>
        <svg
          class="graph"
          width={2 * COLUMN + BOX.width + 2 * EDGE}
          height={height}
          role="img"
          aria-label="What refers to what; the table below lists the same"
        >
          {why.findings.map(({ by, of }, index) => {
            const [from, to] = [places.get(by), places.get(of)];
            if (from === undefined || to === undefined || from === to) return null;
            const middle = BOX.height / 2;
            return <line key={index} x1={from.x} y1={from.y + middle} x2={to.x + BOX.width} y2={to.y + middle} />;
          })}
          {[...places].map(([ref, { x, y }]) => (
            <g key={ref}>
              <rect x={x} y={y} width={BOX.width} height={BOX.height} rx={4} />
              <text x={x + 8} y={y + 21}>
                {shortened(names.get(ref) ?? ref)}
              </text>
              <title>{names.get(ref)}</title>
            </g>
          ))}
        </svg>
      </div>
      <table class="stacks">
        <caption>What refers to it, in order of time</caption>
        <ColumnHeads of={['Time', 'Who', 'How', 'What']} />
        <tbody>
          {why.findings.map(({ by, relation, of, path: there, time }, index) => (
            <tr key={index}>
              <td class="time" data-label="Time">
                {time ?? 'not stated'}
              </td>
              <th scope="row" data-label="Who">
                {names.get(by) ?? by}
              </th>
              <td data-label="How">{relation}</td>
              <td class="long" data-label="What">
                {names.get(of) ?? of}
                {there === null ? '' : ` as ${there}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function shortened(name: string): string {
  return name.length <= 30 ? name : `${name.slice(0, 14)}…${name.slice(-15)}`;
}
