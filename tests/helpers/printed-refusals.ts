/** Every refusal in the expected output of a script, also inside a report, with the command line that was refused. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tools } from '#cli/tools';
import { stepsOf } from './script.ts';
import { parsePipeline } from './script-words.ts';

const folder = fileURLToPath(new URL('../scripts', import.meta.url));

export interface PrintedRefusal {
  /** `lock/verify/refusals.txt`. */
  readonly script: string;
  /** The command line that was refused, without the script's words before it. */
  readonly asked: string;
  /** The tool whose table has the code. */
  readonly tool: string;
  readonly code: string;
  readonly next: string | null;
}

export function printedRefusals(): readonly PrintedRefusal[] {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
  return scripts.toSorted().flatMap((script) =>
    stepsOf(join(folder, script)).flatMap(({ text, expected }) => {
      const asked = lineOf(text);
      return documentsIn(expected.stdout)
        .flatMap(reportsIn)
        .flatMap((document) =>
          refusalsIn(document).map((refusal) => ({ script, asked, tool: toolOf(asked) ?? toolOfVersion(document), ...refusal })),
        );
    }),
  );
}

/** A document is on one line or indented. */
function documentsIn(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{"') && line.endsWith('}'));
  const indented = Array.from(text.matchAll(/^\{\n[^]*?^\}$/gm), ([whole]) => whole);
  return [...lines, ...indented].map((document) => JSON.parse(document) as unknown);
}

/** Of a verdict only the report of the kind: its findings repeat it. */
function reportsIn(document: unknown): readonly unknown[] {
  const { version, verdicts, report } = document as { readonly version?: string; readonly verdicts?: unknown[]; readonly report?: unknown };
  if (version === 'verdicts.v0') return (verdicts ?? []).flatMap(reportsIn);
  return version === 'verdict.v0' && report !== undefined ? [report] : [document];
}

function refusalsIn(value: unknown): readonly Pick<PrintedRefusal, 'code' | 'next'>[] {
  if (typeof value !== 'object' || value === null) return [];
  const { code, next_command: next } = value as { readonly code?: unknown; readonly next_command?: unknown };
  if (typeof code === 'string' && (typeof next === 'string' || next === null)) return [{ code, next }];
  return Object.values(value).flatMap(refusalsIn);
}

/** The command line without the script's words before it; in a line for another shell, the last command that is one of ours. */
function lineOf(text: string): string {
  const line = text.replace(/^(?:(?:!|tty|exit \d+|exec|unprivileged) )+/, '');
  const inner = /^bash -c '(.*)'$/.exec(line)?.[1];
  const ours = /^(custody|vacuum|hashbytes|fingerprint|lock|pack) /;
  const commands = (inner ?? '').split(/;|&&/).map((each) => each.trim());
  return commands.findLast((each) => ours.test(each)) ?? line;
}

/** The last tool of the pipe; the `witness` commands of a tool belong to `witness`. */
function toolOf(asked: string): string | undefined {
  const words = (parsePipeline(asked, {}).stages.at(-1) ?? []).filter((word) => word !== 'custody');
  return words[1] === 'witness' ? 'witness' : tools.find(({ name, binary }) => [name, binary].includes(words[0] ?? ''))?.name;
}

/** The tool of a document in a file: `pack.verify.v0` belongs to pack. */
function toolOfVersion(document: unknown): string {
  const { version } = document as { readonly version?: unknown };
  return ['verdict.v0', 'show.v0', 'why.v0', 'policy-check.v0', 'sign.v0', 'key.v0', 'timestamp.v0'].includes(String(version))
    ? 'custody'
    : String(version).replace(/[.-].*$/, '');
}
