/**
 * Reads the metadata in the leading comment of a tool (K8): `key: value` lines in the comment block that starts the file, after its `#!` line.
 *
 *     #!/bin/sh                          <!--
 *     # version: 1.0.0                   version: 1.0.0
 *     # tool_type: shell                 tool_type: prompt
 *     # executor_id: runtimes/shell      executor_id: runtimes/prompt
 *                                        -->
 *
 * A value is the text after the colon, without spaces around it and without enclosing quotes; an empty value, or `null` without quotes, is null.
 * Other lines of the comment are prose. The block may follow blank lines and ends with the first line that is not a comment. In Markdown, comments
 * on consecutive lines are one block.
 */
import type { JsonValue } from '#core/json/value';
import { failAt } from './error.ts';
import type { CommentMarks } from './extensions.ts';
import { DOCUMENT_NAMES, type Field, type Fields } from './fields.ts';

const ENTRY = /^[ \t]*(version|tool_type|executor_id)[ \t]*:([^]*)$/;

/** A line of the comment without its marks, and its offset in the text. */
interface CommentLine {
  readonly words: string;
  readonly at: number;
}

/** Throws `MetadataError`. */
export function readHeader(text: string, { open, close }: CommentMarks): Fields {
  const fields = new Map<Field, JsonValue>();
  const start = text.startsWith('\u{feff}') ? 1 : 0;
  for (const { words, at } of close === '' ? markedLines(text, start, open) : enclosedLines(text, start, { open, close })) {
    const [, key, value] = ENTRY.exec(words) ?? [];
    if (key === undefined || value === undefined) continue;
    const field = DOCUMENT_NAMES.get(key) as Field;
    if (fields.has(field)) failAt(`expected ${key} once`, text, at);
    fields.set(field, valueOf(value.trim(), text, at));
  }
  return fields;
}

function valueOf(value: string, text: string, at: number): JsonValue {
  if (value === '' || value === 'null') return null;
  const quote = value[0] as string;
  if (quote !== '"' && quote !== "'") return value;
  const inside = value.slice(1, -1);
  if (value.length < 2 || !value.endsWith(quote) || inside.includes(quote))
    failAt(`expected one ${quote} at each end of the value`, text, at);
  return inside;
}

function* markedLines(text: string, start: number, open: string): Generator<CommentLine> {
  let at = text.startsWith('#!', start) ? nextLineAt(text, start) : start;
  at = afterBlankLines(text, at);
  for (; text.startsWith(open, at); at = nextLineAt(text, at)) yield { words: lineAt(text, at).slice(open.length), at };
}

function* enclosedLines(text: string, start: number, { open, close }: CommentMarks): Generator<CommentLine> {
  let at = afterBlankLines(text, start);
  while (text.startsWith(open, at)) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) failAt(`unterminated ${open}`, text, at);
    for (let line = at + open.length; line < end; line = nextLineAt(text, line)) yield { words: lineAt(text, line, end), at: line };
    // Text after the closing mark on the same line is not a comment.
    if (lineAt(text, end + close.length).trim() !== '') return;
    at = nextLineAt(text, end + close.length);
  }
}

function afterBlankLines(text: string, start: number): number {
  let at = start;
  while (at < text.length && lineAt(text, at).trim() === '') at = nextLineAt(text, at);
  return at;
}

function lineAt(text: string, at: number, most = text.length): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 || end > most ? most : end);
}

function nextLineAt(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
