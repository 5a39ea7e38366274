/** The assertion on the file itself. */

import { PATTERN } from '../define/field-types.ts';
import { required } from '../define/fields.ts';
import { FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import { type AssertionKind, assertion, missed, passed } from './assertion.ts';

export const FILE_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'filename_regex',
    formats: FORMATS,
    doc: 'The name of the file, without its folder, matches.',
    isCertain: true,
    fields: { pattern: required(PATTERN) },
    begin: ({ pattern }, { fileName }) => ({
      verdict: () =>
        pattern.test(fileName)
          ? passed(`the name is ${shown(fileName)}`)
          : missed(`a file name that matches ${shown(pattern.text)}`, shown(fileName)),
    }),
  }),
];
