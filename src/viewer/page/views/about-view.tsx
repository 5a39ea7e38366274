/** What a document says, as `custody show` reports it: when, by which tools, its largest members, its reports. */
import { counted, grouped } from '#core/count-text';
import type { Run } from '../engine.ts';
import { sizeText } from '../size-text.ts';
import { parsed, WorkerAnswer } from './worker-answer.tsx';

interface Group {
  readonly name: string;
  readonly members: number;
  readonly bytes: number | null;
}

interface Fact {
  readonly name: string;
  readonly value: string | number | boolean | null;
}

interface Shown {
  readonly created: string | null;
  readonly tools: Readonly<Record<string, string>>;
  readonly note: string | null;
  readonly facts: readonly Fact[];
  readonly members: {
    readonly count: number;
    readonly bytes: number | null;
    readonly by_type: readonly Group[];
    readonly largest: readonly { readonly path: string; readonly size: number }[];
  };
  readonly skipped: { readonly count: number; readonly paths: readonly string[] };
  readonly details: readonly { readonly title: string; readonly items: readonly Fact[] }[];
}

export function AboutView({ path, run }: { readonly path: string; readonly run: Run }) {
  return (
    <WorkerAnswer run={run} question={{ about: 'show', path }} read={(answer) => parsed(answer) as Shown}>
      {(shown) => (
        <>
          <p>This is what the document says; the verdict above says what of it was verified.</p>
          <FactTable
            title="The document"
            facts={[
              { name: 'made', value: shown.created ?? 'not stated' },
              ...Object.entries(shown.tools).map(([name, value]) => ({ name: `tool ${name}`, value })),
              ...(shown.note === null ? [] : [{ name: 'note', value: shown.note }]),
              {
                name: 'members',
                value: `${grouped(shown.members.count)}${shown.members.bytes === null ? '' : `, ${sizeText(shown.members.bytes)}`}`,
              },
              ...(shown.skipped.count === 0 ? [] : [{ name: 'skipped', value: counted(shown.skipped.count, 'path') }]),
              ...shown.facts,
            ]}
          />
          {shown.members.by_type.length > 0 && (
            <FactTable
              title="Members by type"
              facts={shown.members.by_type.map(({ name, members, bytes }) => ({
                name,
                value: `${counted(members, 'member')}${bytes === null ? '' : `, ${sizeText(bytes)}`}`,
              }))}
            />
          )}
          {shown.members.largest.length > 0 && (
            <FactTable
              title="The largest members"
              facts={shown.members.largest.map(({ path: name, size }) => ({ name, value: sizeText(size) }))}
            />
          )}
          {shown.details.map(({ title, items }) => (
            <FactTable key={title} title={title} facts={items} />
          ))}
        </>
      )}
    </WorkerAnswer>
  );
}

function FactTable({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <table class="facts">
      <caption>{title}</caption>
      <tbody>
        {facts.map(({ name, value }, index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td class="long">{String(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
