/** Verdicts that somebody else made and sent: shown as what they say, which nothing here proves. */
import { useEffect, useState } from 'preact/hooks';
import type { PageFile } from '../engine/messages.ts';
import { countText, grouped } from './text.ts';
import { readAnswer, type VerdictDocument } from './verdict.ts';

const MAX_BYTES = 1 << 24;
const MOST = 100;

interface Said {
  readonly path: string;
  readonly verdicts: readonly VerdictDocument[];
}

export function SaidVerdicts({ files }: { readonly files: readonly PageFile[] }) {
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
          <table>
            <thead>
              <tr>
                <th scope="col">Evidence</th>
                <th scope="col">Said</th>
                <th scope="col">Verified</th>
                <th scope="col">Findings</th>
              </tr>
            </thead>
            <tbody>
              {verdicts.slice(0, MOST).map((verdict, index) => (
                <tr key={index}>
                  <th scope="row">
                    {String(verdict.path)} <span class="code">{String(verdict.id)}</span>
                  </th>
                  <td>said to be {String(verdict.outcome)}</td>
                  <td>
                    {grouped(Number(verdict.coverage?.verified))} of {grouped(Number(verdict.coverage?.expected))}
                  </td>
                  <td>{Array.isArray(verdict.findings) ? countText(verdict.findings.length, 'finding') : 'not stated'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {verdicts.length > MOST && <p>{countText(verdicts.length - MOST, 'more verdict')}.</p>}
        </section>
      ))}
    </>
  );
}

/** Of files whose name says so: the delivery may be large. */
async function verdictsIn(files: readonly PageFile[]): Promise<readonly Said[]> {
  const named = files.filter(({ path, file }) => /verdict[^/]*\.json$/i.test(path) && file.size <= MAX_BYTES);
  const found = await Promise.all(
    named.map(async ({ path, file }): Promise<Said | null> => {
      try {
        const { verdicts } = readAnswer(new Uint8Array(await file.arrayBuffer()));
        return Array.isArray(verdicts) ? { path, verdicts: verdicts.filter((each) => typeof each === 'object' && each !== null) } : null;
      } catch {
        return null;
      }
    }),
  );
  return found.filter((each) => each !== null);
}
