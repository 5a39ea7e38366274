import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { otherFormat } from './not-csv.ts';

describe('otherFormat', () => {
  it.each([
    ['<!DOCTYPE html>\n<html><body>404, not found</body></html>', 'HTML'],
    ['\n  <html lang="en">', 'HTML'],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'XML'],
    ['<Error><Code>NoSuchKey</Code></Error>', 'HTML or XML'],
    ['<h1>502 Bad Gateway</h1>', 'HTML'],
    ['<center>nginx</center>', 'HTML'],
    ['<div class="error">', 'HTML'],
    ['{"error":"not found, sorry"}', 'JSON'],
    ['{"id":1}\n{"id":2}\n', 'JSON'],
    ['[{"id":1},\r\n{"id":2}]', 'JSON'],
    ['{\n  "id": 1\n}\n', 'JSON'],
    ['%PDF-1.4 abc', 'a PDF'],
    ['-----BEGIN PGP MESSAGE-----\n\nhQEMA', 'a PGP or PEM message'],
    ['{\\rtf1\\ansi', 'RTF'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:0', 'a pointer of Git LFS'],
  ])('otherFormat recognises %j', (head, name) => expect(otherFormat(encodeUtf8(head))).toBe(name));

  it.each([
    'a,b\n',
    '<5,10\n',
    '%,rate\n',
    '-----,x\n',
    '{"a":1},2\n',
    'version,date\n',
    '<head count>,5\n',
    '<b>,1\n',
    '[Id],[Name]\n',
    '[',
    '[1,2]\n',
    '{\n',
    '{a,b}\n',
    '{"a":1};2\n',
    '',
  ])('otherFormat takes %j for a CSV', (head) => expect(otherFormat(encodeUtf8(head))).toBeNull());
});
