/**
 * What the annotations of a page say: notes, the targets of links, attached files, and the values of form fields. Each is a detail; those
 * that a person can read are also lines.
 *
 *     details [['field', 'amount', '900,000'], ['note', 'See annex'], ['link', 'https://example.org/']]
 *     lines   ['amount: 900,000', 'See annex']
 */
import { attachedFile } from './attachment.ts';
import type { Engine } from './engine.ts';
import type { Opened } from './page.ts';

const SUBTYPE = { link: 2, fileAttachment: 17, widget: 20 } as const;
const FIELD = { button: 1, checkbox: 2, radio: 3, signature: 7 } as const;
const ACTION = { remote: 2, uri: 3, launch: 4 } as const;

export interface Annotations {
  readonly details: readonly (readonly string[])[];
  readonly lines: readonly string[];
}

export function readAnnotations(opened: Opened, page: number): Annotations {
  const { api } = opened.engine;
  const details: (readonly string[])[] = [];
  const lines: string[] = [];
  for (let index = 0; index < api.FPDFPage_GetAnnotCount(page); index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const found = readAnnotation(opened, annotation);
    details.push(...found);
    lines.push(...found.flatMap(lineOf));
    api.FPDFPage_CloseAnnot(annotation);
  }
  return { details, lines };
}

function readAnnotation(opened: Opened, annotation: number): readonly (readonly string[])[] {
  const { engine } = opened;
  const { api } = engine;
  const subtype = api.FPDFAnnot_GetSubtype(annotation);
  const details = ['Contents', 'RC'].flatMap((key) => {
    const text = engine.text((buffer, length) => api.FPDFAnnot_GetStringValue(annotation, key, buffer, length));
    return text.trim() === '' ? [] : [[key === 'RC' ? 'rich note' : 'note', text]];
  });
  const more =
    subtype === SUBTYPE.widget
      ? fieldOf(opened, annotation)
      : subtype === SUBTYPE.link
        ? linkOf(opened, annotation)
        : subtype === SUBTYPE.fileAttachment
          ? fileOf(engine, annotation)
          : null;
  return more === null ? details : [...details, more];
}

/** Buttons have no value. A signature says who signed the file, not what is in it. */
function fieldOf({ engine, form }: Opened, annotation: number): readonly string[] | null {
  const { api } = engine;
  const type = api.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type < 0 || type === FIELD.button || type === FIELD.signature) return null;
  const name = engine.text((buffer, length) => api.FPDFAnnot_GetFormFieldName(form, annotation, buffer, length));
  const value = engine.text((buffer, length) => api.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length));
  // A value that is written beside the widget, and contradicts the field or the box that is checked: some programs read this one.
  const written = engine.text((buffer, length) => api.FPDFAnnot_GetStringValue(annotation, 'V', buffer, length));
  const other = written === '' || written === value ? [] : ['written', written];
  if (type === FIELD.checkbox || type === FIELD.radio) {
    // Several boxes may share a field: each has its state, and the field has a value.
    const state = engine.text((buffer, length) => api.FPDFAnnot_GetStringValue(annotation, 'AS', buffer, length));
    return ['field', name, state === 'Off' ? '' : state, value, ...other];
  }
  const selected = Array.from({ length: Math.max(0, api.FPDFAnnot_GetOptionCount(form, annotation)) }, (_, index) => index)
    .filter((index) => api.FPDFAnnot_IsOptionSelected(form, annotation, index))
    .map((index) => engine.text((buffer, length) => api.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, length)));
  return ['field', name, value, ...selected, ...other];
}

function linkOf({ engine, document }: Opened, annotation: number): readonly string[] | null {
  const { api } = engine;
  const link = api.FPDFAnnot_GetLink(annotation);
  const action = link === 0 ? 0 : api.FPDFLink_GetAction(link);
  const type = action === 0 ? 0 : api.FPDFAction_GetType(action);
  if (type === ACTION.uri)
    return ['link', engine.bytesText((buffer, length) => api.FPDFAction_GetURIPath(document, action, buffer, length))];
  if (type !== ACTION.remote && type !== ACTION.launch) return null;
  return ['link', engine.bytesText((buffer, length) => api.FPDFAction_GetFilePath(action, buffer, length))];
}

function fileOf(engine: Engine, annotation: number): readonly string[] | null {
  const file = attachedFile(engine, engine.api.FPDFAnnot_GetFileAttachment(annotation));
  return file === null ? null : ['attachment', ...file];
}

function lineOf([kind, ...texts]: readonly string[]): readonly string[] {
  const [first = '', second = ''] = texts.map((text) =>
    text
      .toWellFormed()
      .replace(/[\s\0]+/g, ' ')
      .trim(),
  );
  if (kind === 'note') return [first];
  return kind === 'field' && second !== '' ? [`${first}: ${second}`] : [];
}
