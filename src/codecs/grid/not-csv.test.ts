import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { otherFormat } from './not-csv.ts';

describe('otherFormat', () => {
  it.each([
    ['<!DOCTYPE html>\n<html><body>404, not found</body></html>', 'HTML'],
    ['\n  <html lang="en">', 'HTML'],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'XML'],
    ['%PDF-1.4 abc', 'a PDF'],
    ['-----BEGIN PGP MESSAGE-----\n\nhQEMA', 'a PGP or PEM message'],
    ['{\\rtf1\\ansi', 'RTF'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:0', 'a pointer of Git LFS'],
  ])('otherFormat recognises %j', (head, name) => expect(otherFormat(encodeUtf8(head))).toBe(name));

  it.each(['a,b\n', '<5,10\n', '%,rate\n', '-----,x\n', '{"a":1},2\n', 'version,date\n', '<head count>,5\n', ''])(
    'otherFormat takes %j for a CSV',
    (head) => expect(otherFormat(encodeUtf8(head))).toBeNull(),
  );
});
