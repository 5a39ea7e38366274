/**
 * Builds the command line of a chain (K7) from the `config` of its runtime, which is the element whose executor is the primitive. A tool that
 * names the primitive itself is its own runtime. A `config` of any other element is not used.
 *
 *     config:
 *       command: python3                         required
 *       args: ["{tool_path}", "{params_json}"]   the words after `--` come after them
 *       env: { PYTHONUTF8: "1" }                 over the environment of the caller
 *       timeout: 60                              seconds
 *       cwd: "{project_path}"                    else the folder of the caller; a relative one starts at the project
 *
 * Placeholders are allowed in `command`, `args`, `cwd` and the values of `env`. Unknown keys and values of another type are refused: if a
 * `timeuot` were ignored, the run would have no time limit.
 */
import { Float, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { BadPlaceholder, fill, type RunValues } from './placeholders.ts';
import { cannotRun } from './refusals.ts';
import type { Element } from './resolve.ts';

export interface ChainCommand {
  /** A path, or a name that is searched in `PATH`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the environment of the caller, and overrides it. */
  readonly env: Readonly<Record<string, string>>;
  /** Null if the config does not give it; the same for the time limit. */
  readonly cwd: string | null;
  readonly timeoutSeconds: number | null;
}

export interface CommandFilling {
  readonly values: RunValues;
  /** The words after `--` on the command line. */
  readonly words: readonly string[];
}

const PRIMITIVE = 'subprocess';
const KEYS = ['command', 'args', 'env', 'timeout', 'cwd'];
/** The longest time that a timer supports: 2^31-1 milliseconds, about 24 days. */
const MAX_SECONDS = 2_147_483;

class BadConfig extends Error {
  override readonly name = 'BadConfig';
}

/** Throws `E_CANNOT_RUN`. */
export function chainCommand(chain: readonly Element[], filling: CommandFilling): ChainCommand {
  const { itemId } = chain[0] as Element;
  const runtime = runtimeOf(chain);
  try {
    return readConfig(runtime.metadata.config, filling);
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    throw cannotRun(itemId, `${error.message} — in ${runtime.itemId}`, {
      runtime: runtime.itemId,
      file: runtime.file,
      error: error.message,
    });
  }
}

function runtimeOf(chain: readonly Element[]): Element {
  const { itemId } = chain[0] as Element;
  const primitive = (chain.at(-1) as Element).itemId;
  if (!primitive.endsWith(PRIMITIVE))
    throw cannotRun(itemId, `expected a chain down to a primitive that ends in '${PRIMITIVE}', found ${primitive}`, { primitive });
  const runtime = chain.at(-2);
  if (runtime === undefined)
    throw cannotRun(itemId, 'expected a tool or a runtime, found a primitive, which has no command', { primitive });
  return runtime;
}

function readConfig(config: JsonValue | undefined, { values, words }: CommandFilling): ChainCommand {
  if (!isJsonObject(config)) throw new BadConfig(`expected config to be a mapping with a command, found ${nameOf(config)}`);
  const unknown = Object.keys(config).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new BadConfig(`expected config to have no keys but ${KEYS.join(', ')}, found '${unknown}'`);
  const text = (at: string, value: JsonValue | undefined): string => filledText(at, value, values);
  const program = text('config.command', config['command']);
  if (program === '') throw new BadConfig('expected config.command to name a program, found an empty text');
  return {
    program,
    args: [...listAt(config, 'args').map((value, index) => text(`config.args[${index}]`, value)), ...words],
    env: Object.fromEntries(envAt(config).map(([name, value]) => [name, text(`config.env.${name}`, value)])),
    cwd: config['cwd'] === undefined ? null : text('config.cwd', config['cwd']),
    timeoutSeconds: config['timeout'] === undefined ? null : secondsOf(config['timeout']),
  };
}

function filledText(at: string, value: JsonValue | undefined, values: RunValues): string {
  if (typeof value !== 'string') throw new BadConfig(`expected ${at} to be a text, found ${nameOf(value)}`);
  try {
    const filled = fill(value, values);
    if (filled.includes('\0')) throw new BadConfig(`expected ${at} to have no NUL character, found one`);
    return filled;
  } catch (error) {
    if (error instanceof BadPlaceholder) throw new BadConfig(`${at} has ${error.message}`);
    throw error;
  }
}

function listAt(config: JsonObject, key: string): readonly JsonValue[] {
  const value = config[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new BadConfig(`expected config.${key} to be a list, found ${nameOf(value)}`);
  return value as readonly JsonValue[];
}

function envAt(config: JsonObject): readonly (readonly [string, JsonValue])[] {
  const value = config['env'];
  if (value === undefined) return [];
  if (!isJsonObject(value)) throw new BadConfig(`expected config.env to be a mapping, found ${nameOf(value)}`);
  const bad = Object.keys(value).find((name) => name === '' || /[=\0]/.test(name));
  if (bad !== undefined) throw new BadConfig(`expected config.env to name variables, found '${bad.replaceAll('\0', '\u{fffd}')}'`);
  return Object.entries(value);
}

function secondsOf(value: JsonValue): number {
  const seconds = value instanceof Float ? value.value : value;
  if (typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  const found = typeof seconds === 'number' || typeof seconds === 'bigint' ? String(seconds) : nameOf(value);
  throw new BadConfig(`expected config.timeout to be seconds, above 0 and at most ${MAX_SECONDS}, found ${found}`);
}

function nameOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'none';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return `${value}`;
  return isJsonObject(value) ? 'a mapping' : 'a number';
}
