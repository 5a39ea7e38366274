/** Findings, grouped by their code; long groups are opened in steps. */

import { useState } from 'preact/hooks';
import { counted, grouped } from '#core/count-text';
import type { Finding } from './verdict.ts';

const STEP = 50;

export function FindingList({ findings, count }: { readonly findings: readonly Finding[]; readonly count: number }) {
  if (findings.length === 0) return null;
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.code);
    if (group === undefined) groups.set(finding.code, [finding]);
    else group.push(finding);
  }
  return (
    <section>
      <h3>{counted(count, 'finding')}</h3>
      {count > findings.length && <p>The first {grouped(findings.length)} are shown here. The saved verdict has all of them.</p>}
      {[...groups].map(([code, group]) => (
        <Group key={code} code={code} findings={group} />
      ))}
    </section>
  );
}

function Group({ code, findings }: { readonly code: string; readonly findings: readonly Finding[] }) {
  const [count, setCount] = useState(STEP);
  return (
    <section>
      <h4>
        {code} ({findings.length})
      </h4>
      <ul class="findings">
        {findings.slice(0, count).map((finding, index) => (
          <li key={index}>
            <p>{finding.message}</p>
            {(finding.wanted !== null || finding.found !== null) && (
              <p class="code">
                wanted {finding.wanted ?? 'nothing'}
                <br />
                found {finding.found ?? 'nothing'}
              </p>
            )}
            {finding.next_command !== null && (
              <p>
                On a command line: <span class="code">{finding.next_command}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {count < findings.length && (
        <button type="button" onClick={() => setCount(count + STEP)}>
          {counted(Math.min(STEP, findings.length - count), 'more finding')} of {findings.length}
        </button>
      )}
    </section>
  );
}
