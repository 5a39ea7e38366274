import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readS3Settings } from './settings.ts';

const scratch = mkdtempSync(join(tmpdir(), 'custody-s3-settings-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const KEYS = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'hunter2' };
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(scratch, 'home-'));
});

const read = (env: Readonly<Record<string, string>>, bucket = 'evidence', plainHttp = false) =>
  readS3Settings(bucket, { env, home, plainHttp });
const bucketUrl = (env: Readonly<Record<string, string>>, bucket?: string, plainHttp?: boolean) =>
  read({ ...KEYS, ...env }, bucket, plainHttp).bucketUrl.href;

function writeFiles({ config = '', credentials = '' }: { readonly config?: string; readonly credentials?: string }): void {
  mkdirSync(join(home, '.aws'), { recursive: true });
  writeFileSync(join(home, '.aws', 'config'), config);
  writeFileSync(join(home, '.aws', 'credentials'), credentials);
}

describe('readS3Settings(): the endpoint', () => {
  it('is AWS, with the bucket in the host name unless it cannot be there', () => {
    expect(bucketUrl({})).toBe('https://evidence.s3.us-east-1.amazonaws.com/');
    expect(bucketUrl({ AWS_REGION: 'eu-central-1', AWS_DEFAULT_REGION: 'x' })).toBe('https://evidence.s3.eu-central-1.amazonaws.com/');
    expect(bucketUrl({ AWS_DEFAULT_REGION: 'cn-north-1' })).toBe('https://evidence.s3.cn-north-1.amazonaws.com.cn/');
    expect(bucketUrl({}, 'with.dots')).toBe('https://s3.us-east-1.amazonaws.com/with.dots/');
    expect(bucketUrl({}, 'Old_Name')).toBe('https://s3.us-east-1.amazonaws.com/Old_Name/');
  });

  it('is what the environment says, with the bucket in the path', () => {
    expect(bucketUrl({ AWS_ENDPOINT_URL: 'https://minio.example.org' })).toBe('https://minio.example.org/evidence/');
    expect(bucketUrl({ AWS_ENDPOINT_URL: 'https://a', AWS_ENDPOINT_URL_S3: 'https://b/s3' })).toBe('https://b/s3/evidence/');
    expect(bucketUrl({ AWS_ENDPOINT_URL: 'https://a', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' })).toContain('amazonaws.com');
  });

  it('is what the profile says, its services before itself, the environment before both', () => {
    const config = `[profile lab]\nregion = eu-west-3\nendpoint_url = https://own\nservices = local\ns3 =\n  addressing_style = virtual
[services local]\ns3 =\n  endpoint_url = https://s3.local:9000\n[default]\nendpoint_url = https://default`;
    writeFiles({ config });
    expect(bucketUrl({})).toBe('https://default/evidence/');
    expect(bucketUrl({ AWS_PROFILE: 'lab' })).toBe('https://evidence.s3.local:9000/');
    expect(read({ ...KEYS, AWS_PROFILE: 'lab' }).region).toBe('eu-west-3');
    expect(bucketUrl({ AWS_PROFILE: 'lab', AWS_ENDPOINT_URL: 'https://env' })).toBe('https://evidence.env/');
  });

  it('may be plain HTTP on this machine, and elsewhere only where it was asked for', () => {
    for (const host of ['127.0.0.1:9000', 'localhost', '[::1]:9000', '127.8.9.10'])
      expect(bucketUrl({ AWS_ENDPOINT_URL: `http://${host}` })).toBe(`http://${host}/evidence/`);
    for (const host of ['minio.example.org', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', '[::2]']) {
      expect(() => bucketUrl({ AWS_ENDPOINT_URL: `http://${host}` })).toThrow('plain HTTP');
      expect(bucketUrl({ AWS_ENDPOINT_URL: `http://${host}` }, undefined, true)).toBe(`http://${host}/evidence/`);
    }
    const env = { ...KEYS, AWS_ENDPOINT_URL: 'http://minio.example.org' };
    expect(() => readS3Settings('evidence', { env, home, plainHttp: false })).toThrow(expect.objectContaining({ nextCommand: null }));
  });

  it.each(['ftp://x', 'no url', 'https://user:hunter2@x', 'https://x?hunter2', 'https://x#hunter2'])(
    'refuses %s, and repeats no secret',
    (url) => expect(() => bucketUrl({ AWS_ENDPOINT_URL: url })).toRefuse('E_IO', {}, expect.not.stringContaining('hunter2')),
  );

  it.each(['evil.example.org/', 'a b', 'X', '-a', 'a.b'])('refuses the region %s: it becomes a part of the host name', (region) =>
    expect(() => bucketUrl({ AWS_REGION: region })).toThrow('the AWS region'),
  );
});

describe('readS3Settings(): the keys', () => {
  it('are the environment’s before any profile’s', async () => {
    writeFiles({ credentials: '[default]\naws_access_key_id = FILE\naws_secret_access_key = file' });
    expect(await read({ ...KEYS, AWS_SESSION_TOKEN: 'token' }).credentials()).toEqual({
      accessKeyId: 'AKIA',
      secretAccessKey: 'hunter2',
      sessionToken: 'token',
    });
    expect(await read({ AWS_ACCESS_KEY_ID: ' ' }).credentials()).toEqual({ accessKeyId: 'FILE', secretAccessKey: 'file' });
  });

  it('are the profile’s, the credentials file before the config file', async () => {
    const config = '[profile lab]\naws_access_key_id = CONFIG\naws_secret_access_key = config\naws_session_token = t';
    writeFiles({ config, credentials: '[lab]\naws_access_key_id = FILE\naws_secret_access_key = file' });
    expect(await read({ AWS_PROFILE: 'lab' }).credentials()).toEqual({ accessKeyId: 'FILE', secretAccessKey: 'file', sessionToken: 't' });
  });

  it('come from the files that the environment names', async () => {
    const file = join(home, 'elsewhere');
    writeFileSync(file, '[default]\naws_access_key_id = ELSE\naws_secret_access_key = where');
    for (const path of [file, '~/elsewhere'])
      expect(await read({ AWS_SHARED_CREDENTIALS_FILE: path }).credentials()).toEqual({ accessKeyId: 'ELSE', secretAccessKey: 'where' });
  });

  it('are refused where one of the two keys, or the profile, is missing', () => {
    expect(() => read({ AWS_ACCESS_KEY_ID: 'AKIA' })).toThrow('only one of');
    expect(() => read({ ...KEYS, AWS_PROFILE: 'lab' })).toThrow('the AWS profile "lab" is in neither');
    writeFiles({ credentials: '[default]\naws_secret_access_key = hunter2' });
    expect(() => read({})).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });

  it('are what credential_process prints, without a shell', async () => {
    const script = join(home, 'keys program');
    writeFileSync(
      script,
      `#!/bin/sh\nprintf '{"Version":1,"AccessKeyId":"%s","SecretAccessKey":"%s","SessionToken":"t","Expiration":"2999-01-01T00:00:00Z"}' "$1" "$2"`,
    );
    chmodSync(script, 0o755);
    writeFiles({ config: `[default]\ncredential_process = "${script}" 'a b' \\$HOME` });
    expect(await read({ PATH: process.env['PATH'] as string }).credentials()).toEqual({
      accessKeyId: 'a b',
      secretAccessKey: '$HOME',
      sessionToken: 't',
    });
  });

  it.each([
    ['prints no JSON', `echo '{"SecretAccessKey": "hunter2'`, 'did not print a JSON object'],
    ['prints something else', `echo '{"Version":1,"SecretAccessKey":"hunter2"}'`, 'did not print Version 1'],
    [
      'prints keys that have expired',
      `echo '{"Version":1,"AccessKeyId":"A","SecretAccessKey":"hunter2","Expiration":"2001-01-01T00:00:00Z"}'`,
      'have expired',
    ],
    ['fails', 'echo hunter2 >&2; exit 7', 'exit code 7'],
  ])('are refused where credential_process %s, and nothing of it is repeated', async (_, body, reason) => {
    const script = join(home, 'keys');
    writeFileSync(script, `#!/bin/sh\n${body}`);
    chmodSync(script, 0o755);
    writeFiles({ config: `[default]\ncredential_process = ${script}` });
    const failure = await read({})
      .credentials()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'E_IO', message: expect.stringContaining(reason) });
    expect(String((failure as Error).stack)).not.toContain('hunter2');
  });

  it('are refused where credential_process does not exist or has an open quote', async () => {
    writeFiles({ config: '[default]\ncredential_process = /nonexistent/keys' });
    await expect(read({}).credentials()).rejects.toThrow('ENOENT');
    writeFiles({ config: '[default]\ncredential_process = "/nonexistent' });
    expect(() => read({})).toThrow('a quote in it is not closed');
  });
});
