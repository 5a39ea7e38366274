/**
 * Where requests are sent and how they are signed, from the standard variables and profile files.
 *
 *     region     AWS_REGION, AWS_DEFAULT_REGION, `region` of the profile, us-east-1
 *     endpoint   AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, `s3.endpoint_url` of the profile's services, `endpoint_url` of the profile, AWS
 *
 * A bucket is a part of the host name at AWS and of the path elsewhere, unless `s3.addressing_style` says otherwise.
 */

import { badSettings } from '../bad-settings.ts';
import { isLoopback } from '../http/loopback.ts';
import { type CredentialSource, findCredentials } from './credentials.ts';
import { type Environment, type Profile, readProfile, variable } from './profile.ts';

export interface S3Settings {
  readonly credentials: CredentialSource;
  readonly region: string;
  /** The URL before the key: `https://evidence.s3.eu-central-1.amazonaws.com/` or `http://127.0.0.1:9000/evidence/`. */
  readonly bucketUrl: URL;
  /** Whether x-amz-checksum-sha256 is sent: yes, unless AWS_REQUEST_CHECKSUM_CALCULATION is `when_required`. */
  readonly sendsChecksums: boolean;
}

export interface S3Environment {
  readonly env: Environment;
  readonly home: string;
  /** Plain HTTP is allowed for loopback addresses, and for others only where the user asked for it. */
  readonly plainHttp: boolean;
}

export function readS3Settings(bucket: string, surroundings: S3Environment): S3Settings {
  const { env, home } = surroundings;
  const profile = readProfile(env, home);
  const { settings } = profile;
  const region = variable(env, 'AWS_REGION') ?? variable(env, 'AWS_DEFAULT_REGION') ?? settings.get('region') ?? 'us-east-1';
  // The region becomes a part of the host name.
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(region))
    throw badSettings('the AWS region is not a name of letters, digits and hyphens');
  const override = endpointOverride(env, profile);
  const endpoint = override === undefined ? awsEndpoint(region) : parseEndpoint(override, surroundings);
  const isVirtual = addressing(settings.get('s3.addressing_style'), override !== undefined, bucket) === 'virtual';
  const checksums = variable(env, 'AWS_REQUEST_CHECKSUM_CALCULATION') ?? settings.get('request_checksum_calculation');
  return {
    credentials: findCredentials(env, profile, region),
    region,
    bucketUrl: isVirtual ? withHost(endpoint, `${bucket}.${endpoint.host}`) : new URL(`${bucket}/`, endpoint),
    sendsChecksums: checksums?.toLowerCase() !== 'when_required',
  };
}

function endpointOverride(env: Environment, { settings, services }: Profile): string | undefined {
  const isIgnored = variable(env, 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS') ?? settings.get('ignore_configured_endpoint_urls');
  if (isIgnored?.toLowerCase() === 'true') return undefined;
  const named = variable(env, 'AWS_ENDPOINT_URL_S3') ?? variable(env, 'AWS_ENDPOINT_URL');
  return named ?? (services.get('s3.endpoint_url') || settings.get('endpoint_url') || undefined);
}

function awsEndpoint(region: string): URL {
  return new URL(`https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`);
}

function parseEndpoint(text: string, { plainHttp }: S3Environment): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw badSettings('the S3 endpoint is not an http or https URL');
  if (url.username !== '' || url.password !== '') throw badSettings('the S3 endpoint holds a user name or password');
  if (url.search !== '' || url.hash !== '') throw badSettings('the S3 endpoint has a query or fragment');
  if (url.protocol === 'http:' && !plainHttp && !isLoopback(url.hostname)) {
    throw badSettings(
      `the S3 endpoint http://${url.host} is plain HTTP and not a loopback address; to send data so (--plain-http) is for a person to decide`,
    );
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** At AWS a name with dots would not match the certificate, and one with capitals or underscores is not a host name. */
function addressing(style: string | undefined, isElsewhere: boolean, bucket: string): 'path' | 'virtual' {
  const isHostName = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket);
  if (style === 'path' || !isHostName) return 'path';
  return style === 'virtual' || !isElsewhere ? 'virtual' : 'path';
}

function withHost(url: URL, host: string): URL {
  const moved = new URL(url);
  moved.host = host;
  if (moved.host !== host.toLowerCase()) throw badSettings('the S3 endpoint is an address, and addressing_style is virtual');
  return moved;
}
