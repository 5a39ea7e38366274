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

type Form = 'text' | 'json' | 'json-lines';

const FORMS: Readonly<Record<Form, () => Promise<(invocation: Invocation) => Renderer>>> = {
  text: async () => (await import('./render-text.ts')).textRenderer,
  json: async () => (await import('./render-json.ts')).jsonRenderer,
  'json-lines': async () => (await import('./render-json.ts')).jsonLinesRenderer,
};

export async function newRenderer(invocation: Invocation): Promise<Renderer> {
  return (await FORMS[formOf(invocation)]())(invocation);
}

function formOf({ has }: Invocation): Form {
  if (has('--json') && has('--json-lines')) throw new UsageError('expected either --json or --json-lines, found both');
  if (has('--json-lines')) return 'json-lines';
  return has('--json') ? 'json' : 'text';
}
