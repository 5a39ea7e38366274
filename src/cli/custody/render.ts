/**
 * The forms in which verdicts are printed, by name. A renderer gets each verdict as soon as it is known, and the end. A new form is one row
 * here and one file.
 *
 *     const renderer = await newRenderer(invocation);
 *     renderer.verdict(verdict, true); renderer.end({ outcomes: ['OK'], passedOver: [], unknown: 0 });
 */

import { formatBytes } from '#core/bytes/size';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import { statIfThere } from '#disk/path/stat-if-there';
import { requireReplaceable, writeWhole } from '#disk/write/whole-file';
import { cannotWrite, reportExists } from '#evidence/refusals';
import type { Outcome, PassedOver, Verdict } from '#evidence/verdict';
import { Interrupted } from '#threads/interruptible';
import { announce } from '../announce.ts';
import { type Invocation, UsageError } from '../command.ts';

export interface Renderer {
  /** `isLast`: the end comes next. */
  verdict(verdict: Verdict, isLast: boolean): void;
  end(summary: Summary): void;
}

export interface Summary {
  readonly outcomes: readonly Outcome[];
  readonly passedOver: readonly PassedOver[];
  readonly unknown: number;
}

/** The names of the table. */
type Form = 'text' | 'json' | 'json-lines' | 'junit' | 'sarif' | 'markdown' | 'html' | 'github';

const FORMS: Readonly<Record<Form, () => Promise<(invocation: Invocation) => Renderer>>> = {
  text: async () => (await import('./render-text.ts')).textRenderer,
  json: async () => (await import('./render-json.ts')).jsonRenderer,
  'json-lines': async () => (await import('./render-json.ts')).jsonLinesRenderer,
  junit: async () => (await import('./render-reports.ts')).junitRenderer,
  sarif: async () => (await import('./render-reports.ts')).sarifRenderer,
  markdown: async () => (await import('./render-reports.ts')).markdownRenderer,
  html: async () => (await import('./render-reports.ts')).htmlRenderer,
  github: async () => (await import('./render-reports.ts')).githubRenderer,
};

/** What a run prints, and the reports that it writes to files. */
export async function newRenderer(invocation: Invocation): Promise<Renderer> {
  const printed = (await FORMS[formOf(invocation)]())(invocation);
  const reports: Renderer[] = [];
  for (const given of invocation.values('--report')) reports.push(await reportFile(invocation, given));
  const all = [...reports, printed];
  return {
    verdict: (verdict, isLast) => all.forEach((each) => each.verdict(verdict, isLast)),
    end: (summary) => all.forEach((each) => each.end(summary)),
  };
}

/** The forms that are written at the end only. A search in the folder of the file sees nothing of it. */
const REPORTS: readonly string[] = ['json', 'junit', 'sarif', 'markdown', 'html', 'github'] satisfies readonly Form[];

/** `junit=report.xml`: the same verdicts in another form, in a new file that appears whole. */
async function reportFile(invocation: Invocation, given: string): Promise<Renderer> {
  const [, form = '', name = ''] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
  if (!REPORTS.includes(form) || name === '')
    throw new UsageError(`--report needs FORM=FILE with one of ${REPORTS.join(', ')}, found '${given}'`);
  const path = invocation.resolve(name);
  attempt(name, () => {
    if (statIfThere(path) !== undefined) throw reportExists(name);
    requireReplaceable(path);
  });
  const pieces: { write: (bytes: Uint8Array) => void } = { write: () => {} };
  const renderer = (await FORMS[form as Form]())({ ...invocation, stdout: { write: (bytes) => pieces.write(bytes) } });
  return {
    verdict: (verdict, isLast) => renderer.verdict(verdict, isLast),
    end(summary) {
      let length = 0;
      const content = (write: (bytes: Uint8Array) => void): void => {
        pieces.write = (bytes) => {
          write(bytes);
          length += bytes.length;
        };
        renderer.end(summary);
      };
      attempt(name, () => writeWhole(path, content, { sync: !invocation.has('--no-sync'), mustBeNew: true }));
      announce(invocation, { place: name, facts: [formatBytes(length)] });
    },
  };
}

function attempt(name: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (error instanceof Refusal || error instanceof Interrupted) throw error;
    throw errorCode(error) === 'EEXIST' ? reportExists(name) : cannotWrite(name, osText(error));
  }
}

/** `--json` and `--json-lines` are short for two of the forms. */
function formOf({ has, value }: Invocation): Form {
  const asked = ['json', 'json-lines'].filter((form) => has(`--${form}`));
  const [form = 'text', other] = [...asked, ...(value('--format') === undefined ? [] : [value('--format')])];
  if (other !== undefined) throw new UsageError('expected one of --json, --json-lines and --format, found more');
  return form as Form;
}
