/**
 * The profile that AWS_PROFILE names, or `default`: its settings in the config file, overridden by the credentials file.
 *
 *     ~/.aws/config         [default], [profile lab], [services local]     AWS_CONFIG_FILE
 *     ~/.aws/credentials    [default], [lab]                               AWS_SHARED_CREDENTIALS_FILE
 */
import { readFileSync } from 'node:fs';
import { Refusal } from '#core/refusal';
import { listParentCommand } from '#core/shell-words';
import { isMissing, osText } from '#disk/os-error';
import { type IniSection, parseIni } from './ini.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Profile {
  readonly name: string;
  readonly settings: IniSection;
  /** The `[services …]` section that the profile points to. */
  readonly services: IniSection;
}

/** An empty variable counts as not set. */
export function variable(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

export function readProfile(env: Environment, home: string): Profile {
  const asked = variable(env, 'AWS_PROFILE') ?? variable(env, 'AWS_DEFAULT_PROFILE');
  const name = asked ?? 'default';
  const config = readIni(variable(env, 'AWS_CONFIG_FILE') ?? `${home}/.aws/config`, home);
  const credentials = readIni(variable(env, 'AWS_SHARED_CREDENTIALS_FILE') ?? `${home}/.aws/credentials`, home);
  const configured = config.get(`profile ${name}`) ?? (name === 'default' ? config.get('default') : undefined);
  const secrets = credentials.get(name);
  if (asked !== undefined && configured === undefined && secrets === undefined) {
    throw new Refusal('E_IO', `the AWS profile ${JSON.stringify(name)} is in neither the config nor the credentials file`, {
      kind: 'auth',
      profile: name,
    });
  }
  const settings = new Map([...(configured ?? []), ...(secrets ?? [])]);
  const services = config.get(`services ${settings.get('services') ?? ''}`) ?? new Map<string, string>();
  return { name, settings, services };
}

function readIni(given: string, home: string): ReadonlyMap<string, IniSection> {
  const path = given.startsWith('~/') ? `${home}/${given.slice(2)}` : given;
  try {
    return parseIni(readFileSync(path, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return new Map();
    const text = osText(error);
    throw new Refusal('E_IO', `cannot read the AWS file ${path}: ${text}`, { kind: 'auth', path, error: text }, listParentCommand(path));
  }
}
