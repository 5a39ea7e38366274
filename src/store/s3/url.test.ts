import { expect, it } from 'vitest';
import { parseS3Url } from './url.ts';

it.each([
  ['s3://evidence', 'evidence', '', 's3://evidence'],
  ['s3://evidence/', 'evidence', '', 's3://evidence'],
  ['S3://evidence/a/b/', 'evidence', 'a/b', 's3://evidence/a/b'],
  ['s3://my.bucket-1/ä b+%20', 'my.bucket-1', 'ä b+%20', 's3://my.bucket-1/ä b+%20'],
])('parseS3Url() reads %s', (url, bucket, prefix, shown) => expect(parseS3Url(url)).toEqual({ bucket, prefix, shown }));

it.each([
  's3://',
  's3:///prefix',
  's3://a',
  's3://-evidence/x',
  's3://user:hunter2@evidence/x',
  's3://evidence:hunter2/x',
  's3://evidence/x?token=hunter2',
  's3://evidence/x#hunter2',
  's3://evidence/a//hunter2',
  's3://evidence//hunter2',
  's3://evidence/hunter2//',
  's3://evidence/hunter2/..',
  's3://evidence/../hunter2',
  's3://evidence/./hunter2',
  's3://evidence/hunter2\n',
  's3://evidence/\ud800hunter2',
  `s3://evidence/hunter2${'x'.repeat(950)}`,
  'http://hunter2/',
])('parseS3Url() refuses %s, and repeats nothing of it', (url) =>
  expect(() => parseS3Url(url)).toRefuse('E_IO', {}, expect.not.stringContaining('hunter2')),
);
