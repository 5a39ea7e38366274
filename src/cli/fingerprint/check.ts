/**
 * `fingerprint check FILE…`: every mistake in a definition, with its line and column.
 *
 *     ✗ tape.fp.yaml — 1 mistake
 *       tape.fp.yaml:5:7: expected a cell such as B12, found "B0" (assertions[0].cell_eq.cell)
 */

import type { JsonObject } from '#core/json/value';
import { type DefinitionFile, readDefinitionFile } from '#fingerprint/ops/definition-file';
import { version } from '#installation/paths';
import { unreadableFile } from '#stream/fingerprint-refusals';
import type { Finished, Invocation } from '../command.ts';
import { recordInput } from '../file-argument.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';

interface Checked {
  readonly path: string;
  readonly file: DefinitionFile;
}

export function run(invocation: Invocation): Finished {
  const paths = invocation.args;
  invocation.record.params = { subcommand: 'check', files: [...paths] };
  const checked = paths.map((path) => ({ path, file: readChecked(invocation, path) }));
  const outcome = checked.every(({ file }) => file.kind === 'definition') ? 'CHECK_OK' : 'CHECK_FAILED';
  show(invocation, { document: () => document(checked, outcome), lines: () => lines(invocation, checked) });
  return { exit: outcome === 'CHECK_OK' ? 0 : 1, outcome };
}

function readChecked(invocation: Invocation, path: string): DefinitionFile {
  const absolute = invocation.resolve(path);
  recordInput(invocation, path);
  const file = readDefinitionFile(path, absolute, { isInstalled: false });
  if (file.kind === 'broken' && file.isUnread) throw unreadableFile(path, file.mistakes[0]?.message ?? '');
  return file;
}

function document(checked: readonly Checked[], outcome: string): JsonObject {
  const files = checked.map(({ path, file }) =>
    file.kind === 'definition'
      ? { fingerprint_id: file.definition.id, fingerprint_version: file.definition.version, mistakes: [], path, valid: true }
      : { fingerprint_id: file.id, fingerprint_version: null, mistakes: file.mistakes, path, valid: false },
  );
  return { files, outcome, tool_versions: { fingerprint: version }, version: 'fingerprint-check.v0' };
}

function* lines({ paint }: Invocation, checked: readonly Checked[]): Generator<string, undefined, undefined> {
  for (const { path, file } of checked) {
    const name = escapeControls(path);
    if (file.kind === 'definition') {
      yield `${paint.good('✓')} ${name} — ${file.definition.id} (${file.definition.format}), ${file.definition.version}`;
      continue;
    }
    yield `${paint.bad('✗')} ${name} — ${file.mistakes.length === 1 ? '1 mistake' : `${file.mistakes.length} mistakes`}`;
    for (const { line, column, message, path: place } of file.mistakes) {
      const where = line === null ? name : `${name}:${line}:${column}`;
      yield `  ${where}: ${escapeControls(message)}${place === '' ? '' : ` (${escapeControls(place)})`}`;
    }
  }
  return undefined;
}
