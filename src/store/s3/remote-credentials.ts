/**
 * Keys that are not on this machine: those of a role (web identity, as pods on Kubernetes use it), of a container (ECS, Pod Identity), of
 * an instance, of a profile that names a role or a sign-on. AWS's own library requests them from the sources in AWS's own settings, and
 * again before they expire. It is loaded only if a store in S3 is used and there are no keys on this machine (C10).
 *
 *     AWS_ROLE_ARN, AWS_WEB_IDENTITY_TOKEN_FILE      AWS_CONTAINER_CREDENTIALS_FULL_URI      instance metadata, unless AWS_EC2_METADATA_DISABLED
 *
 * The library reads the environment and the files of the process itself.
 */
import { Refusal } from '#core/refusal';
import { proxyFor } from '../http/proxy.ts';
import { TunnelAgent } from '../http/tunnel.ts';
import type { CredentialSource } from './credentials.ts';
import type { Environment } from './profile.ts';

export interface RemoteKeys {
  readonly env: Environment;
  readonly region: string;
  /** Why there are no keys on this machine, for the refusal. */
  readonly instead: string;
}

export function remoteCredentials({ env, region, instead }: RemoteKeys): CredentialSource {
  // The library opens the files that these name. A name that is not UTF-8 is refused when it is read here (M2): its text may be the name of another file.
  void [env['AWS_WEB_IDENTITY_TOKEN_FILE'], env['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE']];
  let loaded: Promise<CredentialSource> | undefined;
  return async () => {
    loaded ??= load(env, region);
    try {
      const { accessKeyId, secretAccessKey, sessionToken } = await (await loaded)();
      return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
    } catch (error) {
      throw noCredentials(instead, error);
    }
  };
}

async function load(env: Environment, region: string): Promise<CredentialSource> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  const proxy = proxyFor(new URL(`https://sts.${region}.amazonaws.com/`), env);
  const requestHandler = proxy === undefined ? {} : { requestHandler: { httpsAgent: new TunnelAgent(proxy, {}) } };
  return defaultProvider({ clientConfig: { region, ...requestHandler } });
}

/** The library's own message is left out: it may quote what it received. */
function noCredentials(instead: string, error: unknown): Refusal {
  const name = error instanceof Error && /^[A-Za-z0-9.]{1,64}$/.test(error.name) ? error.name : 'unknown error';
  const message = `no AWS credentials: ${instead}, and none came from a role, a container or an instance (${name})`;
  return new Refusal('E_IO', message, { kind: 'auth', error: name });
}
