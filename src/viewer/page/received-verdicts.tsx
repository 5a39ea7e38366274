/** Verdicts that somebody else made and sent: shown as what they say, which nothing here proves. */

import { useEffect, useState } from 'preact/hooks';
import { counted } from '#core/count-text';
import type { PageFile } from '../engine/messages.ts';
import { ColumnHeads } from './column-heads.tsx';
import { parseShallow } from './shallow-json.ts';

const MAX_BYTES = 1 << 24;
const MOST = 100;

/** Any value may be in any field. */
interface SaidVerdict {
  readonly path?: unknown;
  readonly id?: unknown;
  readonly outcome?: unknown;
  readonly coverage?: { readonly verified?: unknown; readonly expected?: unknown } | null;
  readonly findings?: unknown;
}

interface Said {
  readonly path: string;
  readonly verdicts: readonly SaidVerdict[];
}

export function ReceivedVerdicts({ files }: { readonly files: readonly PageFile[] }) {
  const [said, setSaid] = useState<readonly Said[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void verdictsIn(files).then((found) => isCurrent && setSaid(found));
    return () => {
      isCurrent = false;
    };
  }, [files]);
  return (
    <>
      {said.map(({ path, verdicts }) => (
        <section key={path}>
          <h2>What {path} says</h2>
          <p>This is a verdict that somebody made elsewhere. This page has not verified it.</p>
          <table class="stacks">
            <ColumnHeads of={['Evidence', 'Said', 'Verified', 'Findings']} />
            <tbody>
              {verdicts.slice(0, MOST).map((verdict, index) => (
                <tr key={index}>
                  <th scope="row">
                    {shown(verdict.path)} <span class="code">{shown(verdict.id)}</span>
                  </th>
                  <td data-label="Said">said to be {shown(verdict.outcome)}</td>
                  <td data-label="Verified">
                    {shown(verdict.coverage?.verified)} of {shown(verdict.coverage?.expected)}
                  </td>
                  <td data-label="Findings">
                    {Array.isArray(verdict.findings) ? counted(verdict.findings.length, 'finding') : 'not stated'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {verdicts.length > MOST && <p>{counted(verdicts.length - MOST, 'more verdict')}.</p>}
        </section>
      ))}
    </>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not stated');
}

/** Reads only files that are named like a verdict, because the delivery may be large. */
async function verdictsIn(files: readonly PageFile[]): Promise<readonly Said[]> {
  const named = files.filter(({ path, file }) => /verdict[^/]*\.json$/i.test(path) && file.size <= MAX_BYTES);
  const found = await Promise.all(
    named.map(async ({ path, file }): Promise<Said | null> => {
      try {
        const document = parseShallow(await file.text()) as { readonly version?: unknown; readonly verdicts?: unknown };
        const verdicts = document.version === 'verdict.v0' ? [document] : document.verdicts;
        return Array.isArray(verdicts) ? { path, verdicts: verdicts.filter(isObject) } : null;
      } catch {
        return null;
      }
    }),
  );
  return found.filter((each) => each !== null);
}

function isObject(value: unknown): value is SaidVerdict {
  return typeof value === 'object' && value !== null;
}
