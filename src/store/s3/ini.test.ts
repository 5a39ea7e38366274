import { expect, it } from 'vitest';
import { parseIni } from './ini.ts';

const asObject = (text: string) => Object.fromEntries([...parseIni(text)].map(([name, section]) => [name, Object.fromEntries(section)]));

it('parseIni() reads sections, settings and settings inside settings', () => {
  const text = `\uFEFF# comment
ignored = before any section
[default]
region=eu-central-1
AWS_Access_Key_Id = AKIA   ; comment
secret = a#b;c=d
s3 =
  addressing_style = path
  max_concurrent_requests = 3
output = json

[ profile   lab ] # comment
  region = x
  services = local
[services local]
s3 =
\tendpoint_url = http://127.0.0.1:9000
iam =
  endpoint_url = http://other
[default]
region = later
no equals sign
`;
  expect(asObject(text)).toEqual({
    default: {
      region: 'later',
      aws_access_key_id: 'AKIA',
      secret: 'a#b;c=d',
      s3: '',
      's3.addressing_style': 'path',
      's3.max_concurrent_requests': '3',
      output: 'json',
    },
    'profile lab': { region: 'x', services: 'local' },
    'services local': { s3: '', 's3.endpoint_url': 'http://127.0.0.1:9000', iam: '', 'iam.endpoint_url': 'http://other' },
  });
});

it('parseIni() skips an indented line after a setting with a value, and reads CRLF', () =>
  expect(asObject('[a]\r\nb = c\r\n  d = e\r\nf = g\r\n')).toEqual({ a: { b: 'c', f: 'g' } }));
