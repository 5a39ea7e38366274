/**
 * The forms in which verdicts are printed, by name. A renderer gets each verdict as soon as it is known, and the end. A new form is one row
 * here and one file.
 *
 *     const renderer = await newRenderer(invocation);
 *     renderer.verdict(verdict); renderer.end({ outcomes: ['OK'], passedOver: [], unknown: 0 });
 */
import type { Outcome, PassedOver, Verdict } from '#evidence/verdict';
import { type Invocation, UsageError } from '../command.ts';

export interface Renderer {
  verdict(verdict: Verdict): void;
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

export async function newRenderer(invocation: Invocation): Promise<Renderer> {
  return (await FORMS[formOf(invocation)]())(invocation);
}

/** `--json` and `--json-lines` are short for two of the forms. */
function formOf({ has, value }: Invocation): Form {
  const asked = ['json', 'json-lines'].filter((form) => has(`--${form}`));
  const [form = 'text', other] = [...asked, ...(value('--format') === undefined ? [] : [value('--format')])];
  if (other !== undefined) throw new UsageError('expected one of --json, --json-lines and --format, found more');
  return form as Form;
}
