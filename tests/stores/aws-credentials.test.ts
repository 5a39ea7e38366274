/** Keys that are not on this machine, as pods, containers and instances get them: by AWS's own library, from endpoints played on this machine. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtFile } from '#installation/paths';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type Answerer, body, type Hostile, startHostile } from '../servers/hostile.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';

const KEY = { id: 'ASIAOFAROLE', secret: 'secret/of+a=role', token: 'token/of+a=role' };
const UNTIL = new Date(Date.now() + 3_600_000).toISOString();
const bin = join(import.meta.dirname, '..', '..', 'bin', 'pack');

describe('AWS credentials that come over the network', () => {
  const cwd = scratchFolder('aws-credentials');
  let s3: StartedS3;
  let endpoint: Hostile | undefined;

  beforeAll(async () => {
    builtFile('hash-worker');
    mkdirSync(join(cwd, 'home'));
    writeFileSync(join(cwd, 'web-token'), 'a.web.token');
    s3 = await startStrictS3({ keys: { [KEY.id]: { secret: KEY.secret, token: KEY.token } } });
  });
  afterEach(async () => {
    await endpoint?.stop();
    endpoint = undefined;
  });
  afterAll(() => s3?.stop());

  const started = async (...answers: readonly (readonly [RegExp, Answerer])[]): Promise<Hostile> => {
    endpoint = await startHostile(answers);
    return endpoint;
  };

  /** The library reads the environment of its process: a real one is run. */
  function pack(line: string, env: Record<string, string>): Promise<{ exit: number; out: string; err: string }> {
    const settings = {
      PATH: process.env['PATH'] ?? '',
      HOME: join(cwd, 'home'),
      AWS_ENDPOINT_URL_S3: s3.env['AWS_ENDPOINT_URL_S3'] as string,
      AWS_REGION: 'us-east-1',
    };
    return new Promise((resolve) => {
      execFile(bin, line.split(' '), { cwd, env: { ...settings, ...env } }, (error, stdout, stderr) =>
        resolve({ exit: error === null ? 0 : Number(error.code), out: stdout, err: stderr }),
      );
    });
  }
  const list = (env: Record<string, string>) => pack('list --store s3://evidence/store --json', env);
  const json = JSON.stringify({
    Code: 'Success',
    Type: 'AWS-HMAC',
    LastUpdated: new Date().toISOString(),
    AccessKeyId: KEY.id,
    SecretAccessKey: KEY.secret,
    Token: KEY.token,
    Expiration: UNTIL,
  });

  it('are those of a role with a web identity', async () => {
    const inner =
      `<Credentials><AccessKeyId>${KEY.id}</AccessKeyId><SecretAccessKey>${KEY.secret}</SecretAccessKey>` +
      `<SessionToken>${KEY.token}</SessionToken><Expiration>${UNTIL}</Expiration></Credentials>`;
    const result = `<AssumeRoleWithWebIdentityResult>${inner}</AssumeRoleWithWebIdentityResult>`;
    const answer = `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${result}</AssumeRoleWithWebIdentityResponse>`;
    const sts = await started([/./, body(answer, { 'content-type': 'text/xml' })]);
    const env = {
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/auditor',
      AWS_WEB_IDENTITY_TOKEN_FILE: join(cwd, 'web-token'),
      AWS_ENDPOINT_URL_STS: sts.origin,
    };
    expect(await list(env)).toMatchObject({ exit: 0, out: expect.stringContaining('"packs": []') });
    expect(sts.requests).toEqual(['POST /']);
  });

  it('are those of a container', async () => {
    const agent = await started([/^\/v1\/credentials$/, body(json, { 'content-type': 'application/json' })]);
    const env = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${agent.origin}/v1/credentials`, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'pod' };
    expect(await list(env)).toMatchObject({ exit: 0 });
    expect(agent.requests).toEqual(['GET /v1/credentials']);
  });

  it('are those of an instance, by IMDSv2', async () => {
    const imds = await started(
      [/^\/latest\/api\/token$/, body('session')],
      [/security-credentials\/auditor$/, body(json)],
      [/security-credentials\/$/, body('auditor')],
    );
    expect(await list({ AWS_EC2_METADATA_SERVICE_ENDPOINT: imds.origin })).toMatchObject({ exit: 0 });
    expect(imds.requests[0]).toBe('PUT /latest/api/token');
  });

  it('are not asked for where there are keys on this machine', async () => {
    const imds = await started([/./, body(json)]);
    const env = {
      AWS_ACCESS_KEY_ID: KEY.id,
      AWS_SECRET_ACCESS_KEY: KEY.secret,
      AWS_SESSION_TOKEN: KEY.token,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${imds.origin}/v1/credentials`,
      AWS_EC2_METADATA_SERVICE_ENDPOINT: imds.origin,
    };
    expect(await list(env)).toMatchObject({ exit: 0 });
    expect(imds.requests).toEqual([]);
  });

  it('that nobody gives are a refusal, and no secret is in it', async () => {
    const none = await list({ AWS_EC2_METADATA_DISABLED: 'true' });
    expect([none.exit, JSON.parse(none.out).refusal]).toMatchObject([2, { code: 'E_IO', detail: { kind: 'auth' }, next_command: null }]);
    expect(JSON.parse(none.out).refusal.message).toMatch(/^no AWS credentials: /);
    const sts = await started([/./, (_request, response) => void response.writeHead(403).end('<Error>a.web.token</Error>')]);
    const denied = await list({
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/auditor',
      AWS_WEB_IDENTITY_TOKEN_FILE: join(cwd, 'web-token'),
      AWS_ENDPOINT_URL_STS: sts.origin,
      AWS_EC2_METADATA_DISABLED: 'true',
    });
    expect(denied.exit).toBe(2);
    expect(denied.out + denied.err).not.toContain('a.web.token');
  });
});
