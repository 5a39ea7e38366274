/**
 * The keys for signing: the environment's, else the profile's, else those that the profile's `credential_process` prints, else those from
 * the network (remote-credentials.ts). If there are keys on this machine, connections are opened only to the store (C10).
 *
 *     const credentials = findCredentials(env, profile, region)
 *     await credentials()        called before every request, so that expired keys are replaced
 */
import { Refusal } from '#core/refusal';
import { runCredentialProcess } from './credential-process.ts';
import { type Environment, type Profile, variable } from './profile.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export type CredentialSource = () => Promise<Credentials>;

export function findCredentials(env: Environment, profile: Profile, region: string): CredentialSource {
  const own = pair(
    variable(env, 'AWS_ACCESS_KEY_ID'),
    variable(env, 'AWS_SECRET_ACCESS_KEY'),
    variable(env, 'AWS_SESSION_TOKEN'),
    'the environment has only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  );
  if (own !== undefined) return () => Promise.resolve(own);
  const { name, settings } = profile;
  const quoted = JSON.stringify(name);
  const stored = pair(
    settings.get('aws_access_key_id'),
    settings.get('aws_secret_access_key'),
    settings.get('aws_session_token'),
    `the AWS profile ${quoted} has only one of aws_access_key_id and aws_secret_access_key`,
  );
  if (stored !== undefined) return () => Promise.resolve(stored);
  const command = settings.get('credential_process');
  if (command !== undefined && command !== '') return runCredentialProcess(command, name, env);
  const remote = ['role_arn', 'sso_session', 'sso_start_url', 'web_identity_token_file', 'login_session'].find((key) => settings.has(key));
  const instead =
    remote === undefined
      ? 'there are neither AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY nor a profile with keys'
      : `the AWS profile ${quoted} gets its keys over the network (${remote})`;
  return later(async () => (await import('./remote-credentials.ts')).remoteCredentials({ env, region, instead }));
}

/** The source is loaded when keys are first requested. */
function later(load: () => Promise<CredentialSource>): CredentialSource {
  let loaded: Promise<CredentialSource> | undefined;
  return async () => (await (loaded ??= load()))();
}

function pair(id: string | undefined, secret: string | undefined, token: string | undefined, partial: string): Credentials | undefined {
  const accessKeyId = id === '' ? undefined : id;
  const secretAccessKey = secret === '' ? undefined : secret;
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined) throw noCredentials(partial);
  return { accessKeyId, secretAccessKey, ...(token === undefined || token === '' ? {} : { sessionToken: token }) };
}

function noCredentials(message: string): Refusal {
  return new Refusal('E_IO', message, { kind: 'auth' });
}
