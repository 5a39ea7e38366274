/**
 * Checks the indentation as Python does: only a colon at the end of a line opens a block, and the result must not depend on the width of a tab.
 *
 *     if debug:
 *         level = 1        one block deeper
 *     done = 1             back in the module
 */
import { failAt } from '../error.ts';
import { endOfLine } from './string.ts';

/** The indentation of a line: its columns with tab stops of 8, and with tabs of width 1. */
export interface Indent {
  readonly wide: number;
  readonly narrow: number;
}

const MAX_DEPTH = 100;
const TAB_STOP = 8;

const TAB = 0x09;
const NEWLINE = 0x0a;
const FORM_FEED = 0x0c;
const SPACE = 0x20;
const HASH = 0x23;
const BACKSLASH = 0x5c;

interface LineStart {
  /** The offset of the first token of the line. */
  readonly at: number;
  readonly indent: Indent;
}

/** Returns the next line from `at` that is not blank, or the end of the text. */
export function nextLine(text: string, at: number): LineStart {
  let line = indentation(text, at);
  for (;;) {
    const code = text.charCodeAt(line.at);
    if (code === HASH) line = indentation(text, endOfLine(text, line.at));
    else if (code === NEWLINE) line = indentation(text, line.at + 1);
    else return line.at < text.length ? line : { at: line.at, indent: { wide: 0, narrow: 0 } };
  }
}

function indentation(text: string, start: number): LineStart {
  let [wide, narrow, continued] = [0, 0, 0];
  let at = start;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE) {
      wide++;
      narrow++;
    } else if (code === TAB) {
      wide = (Math.floor(wide / TAB_STOP) + 1) * TAB_STOP;
      narrow++;
    } else if (code === FORM_FEED) {
      wide = 0;
      narrow = 0;
    } else if (code === BACKSLASH) {
      // A continued line has the indentation of its first part, unless that part is empty.
      continued ||= wide;
      at = afterContinuation(text, at) - 1;
    } else return { at, indent: continued === 0 ? { wide, narrow } : { wide: continued, narrow: continued } };
  }
}

/** Returns the offset after a backslash that continues the line. */
export function afterContinuation(text: string, at: number): number {
  return text[at + 1] === '\n' ? at + 2 : failAt('expected the line to end after its backslash', text, at);
}

/** Updates the open blocks, the innermost last, for a new line. `opensBlock` is true if the line before ends with a colon. */
export function enterLine(blocks: Indent[], { at, indent }: LineStart, text: string, opensBlock: boolean): void {
  let block = blocks.at(-1) as Indent;
  if (opensBlock !== indent.wide > block.wide) failAt(opensBlock ? 'expected an indented block' : 'unexpected indentation', text, at);
  if (opensBlock) {
    if (indent.narrow <= block.narrow) mixedTabs(text, at);
    if (blocks.length === MAX_DEPTH) failAt(`expected at most ${MAX_DEPTH} blocks in each other`, text, at);
    blocks.push(indent);
    return;
  }
  while (indent.wide < block.wide) {
    blocks.pop();
    block = blocks.at(-1) as Indent;
  }
  if (indent.wide !== block.wide) failAt('expected the indentation of an outer block', text, at);
  if (indent.narrow !== block.narrow) mixedTabs(text, at);
}

function mixedTabs(text: string, at: number): never {
  return failAt('inconsistent use of tabs and spaces', text, at);
}
