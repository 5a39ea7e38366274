/**
 * `fingerprint infer FILE…`: writes a definition from good samples. What is left out or left open is a comment in the definition and
 * a line on standard error.
 *
 *     fingerprint infer november.csv december.csv --id loan-tape.v1 --output loan-tape.fp.yaml
 */
import { compileLinear } from '#codecs/regex';
import { parseDateFormat } from '#fingerprint/assert/dates';
import { isFingerprintId } from '#fingerprint/define/definition';
import { Mistake } from '#fingerprint/define/faults';
import type { FieldType } from '#fingerprint/define/fields';
import { DELIMITER, QUOTE, THOUSANDS } from '#fingerprint/define/read-dialect';
import { formatsFor, TREE_FORMATS } from '#fingerprint/formats';
import { inferDefinition, type Stated } from '#fingerprint/ops/infer-definition';
import { badSample } from '#stream/fingerprint-refusals';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { recordRegular, requireNewOutput, writeNewOutput } from './definition-output.ts';
import { threadSettings } from './settings.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const paths = invocation.args;
  const stated = statedIn(invocation);
  const isCsv = paths.every((path) => formatsFor(null, path, ['csv']).length > 0);
  const csvOnly = ['--delimiter', '--quote', '--encoding'].find((flag) => invocation.has(flag));
  if (csvOnly !== undefined && !isCsv) throw new UsageError(`${csvOnly} is for csv`);
  if (stated.sheet !== null && !paths.every((path) => formatsFor(null, path, ['xlsx']).length > 0))
    throw new UsageError('--sheet is for workbooks');
  const tableOnly = ['--header-row', '--decimal', '--thousands', '--dates'].find((flag) => invocation.has(flag));
  if (tableOnly !== undefined && paths.some((path) => formatsFor(null, path, TREE_FORMATS).length > 0))
    throw new UsageError(`${tableOnly} is for tables, not for json`);
  const settings = threadSettings(invocation);
  requireNewOutput(invocation);
  invocation.record.params = { subcommand: 'infer', files: [...paths] };
  for (const path of paths) if (!recordRegular(invocation, path)) throw badSample(path, 'it is not a regular file');
  const samples = paths.map((path) => ({ name: path, path: invocation.resolve(path) }));
  const { id, text, notes } = await inferDefinition(samples, stated, { ...settings, at: invocation.context.now().getTime() });
  for (const note of notes) invocation.note(escapeControls(`note: ${note}`));
  writeNewOutput(invocation, text);
  invocation.record.params = { ...invocation.record.params, fingerprint_id: id };
  return { exit: 0, outcome: 'INFERRED' };
}

function statedIn(invocation: Invocation): Stated {
  const { value } = invocation;
  const id = value('--id') ?? null;
  if (id !== null && !isFingerprintId(id)) throw new UsageError(`--id needs an id such as loan-tape.v1, found '${id}'`);
  const sheet = value('--sheet') ?? null;
  if (sheet === '' || sheet?.startsWith('$') === true)
    throw new UsageError(`--sheet needs a name that a definition can state, not empty and without $ at its start, found '${sheet}'`);
  const delimiter = field(invocation, '--delimiter', DELIMITER);
  const quote = field(invocation, '--quote', QUOTE);
  const encoding = (value('--encoding') ?? null) as NonNullable<Stated['csv']>['encoding'];
  const thousands = field(invocation, '--thousands', THOUSANDS);
  const decimal = (value('--decimal') ?? null) as Stated['decimal'];
  if (decimal !== null && decimal === thousands) throw new UsageError('--decimal and --thousands need two different signs');
  const dates = value('--dates') ?? null;
  if (dates !== null && parseDateFormat(dates) === null)
    throw new UsageError(`--dates needs a format of dates such as DD.MM.YYYY, found '${dates}'`);
  const isRead = delimiter !== null || quote !== null || encoding !== null;
  return {
    id,
    sheet,
    headerRow: invocation.integer('--header-row', 1) ?? 1,
    csv: isRead ? { delimiter, quote: quote ?? '"', encoding } : null,
    decimal,
    thousands,
    dates,
  };
}

/** Null if it is not stated. */
function field(invocation: Invocation, flag: string, type: FieldType<string>): string | null {
  const text = invocation.value(flag);
  if (text === undefined) return null;
  try {
    return type.read(text, compileLinear, 'csv');
  } catch (error) {
    throw error instanceof Mistake ? new UsageError(`${flag} needs ${type.words}, found '${text}'`) : error;
  }
}
