/**
 * The formula of a cell. It is needed where its value is not saved, or will be calculated again when the workbook is opened.
 *
 *     <f t="shared" ref="D2:D9" si="0">B2*2</f>        'B2*2'
 *     <f t="shared" si="0"/>                           'B2*2': the other cells have only its number
 */
import type { XmlTag } from '../xml/events.ts';
import { plainText } from './cell-text.ts';

export class FormulaReader {
  readonly #shared = new Map<string, string>();
  #sharedId: string | undefined;
  /** Null in a cell without a formula. */
  text: string | null = null;

  open(tag: XmlTag): void {
    this.text = '';
    this.#sharedId = tag.get('si');
  }

  close(): void {
    if (this.#sharedId === undefined) return;
    if (this.text) this.#shared.set(this.#sharedId, this.text);
    else this.text = this.#shared.get(this.#sharedId) ?? '';
  }

  /** As the text of its cell. That of a data table is empty, `=`. */
  shown(): string | null {
    return this.text === null ? null : plainText(`=${this.text}`);
  }
}
