import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { type ChainCommand, chainCommand } from './command.ts';
import { parseToolId } from './id.ts';
import type { Element } from './resolve.ts';

const values = { paramsJson: '{}', toolPath: '/copy/x.py', projectPath: '/project' };

function element(id: string, config?: JsonValue): Element {
  const metadata = { version: '1', toolType: 'x', executorId: null, ...(config === undefined ? {} : { config }) };
  const said = { version: '1', toolType: 'x', executorId: null, integrity: '', signature: null, metadata };
  return { itemId: parseToolId(id), space: 'project', file: `/${id}`, extension: '.py', bytes: new Uint8Array(), shadowed: [], ...said };
}

/** Builds the command of a tool whose runtime has this JSON as its config. */
function commandFrom(config: string, words: readonly string[] = []): ChainCommand {
  const chain = [element('x', { command: 'not this one' }), element('runtimes/r', parseJson(encodeUtf8(config))), element('p/subprocess')];
  return chainCommand(chain, { values, words });
}

it('chainCommand() needs only a command', () =>
  expect(commandFrom('{"command":"python3"}')).toEqual({ program: 'python3', args: [], env: {}, cwd: null, timeoutSeconds: null }));

it('chainCommand() fills placeholders in the command, its words, its environment and its folder', () => {
  const config = `{"command":"{tool_path}","args":["{params_json}","{project_path}/a"],"env":{"T":"{tool_path}"},"cwd":"{project_path}/b"}`;
  expect(commandFrom(config)).toMatchObject({
    program: '/copy/x.py',
    args: ['{}', '/project/a'],
    env: { T: '/copy/x.py' },
    cwd: '/project/b',
  });
});

it('chainCommand() puts the words of the command line last, unchanged', () => {
  expect(commandFrom('{"command":"c","args":["first"]}', ['{tool_path}', '', '--'])).toMatchObject({
    args: ['first', '{tool_path}', '', '--'],
  });
});

it.each([
  ['60', 60],
  ['0.25', 0.25],
  ['1e3', 1000],
  ['2147483', 2147483],
])('chainCommand() accepts %s as seconds', (text, seconds) =>
  expect(commandFrom(`{"command":"c","timeout":${text}}`).timeoutSeconds).toBe(seconds),
);

it('chainCommand() treats __proto__ as an ordinary variable', () =>
  expect(Object.entries(commandFrom('{"command":"c","env":{"__proto__":"x"}}').env)).toEqual([['__proto__', 'x']]));

it('chainCommand() uses the config of the tool itself if it names the primitive', () => {
  const chain = [element('x', { command: 'own' }), element('subprocess')];
  expect(chainCommand(chain, { values, words: [] }).program).toBe('own');
});

it.each([
  ['null', 'found null'],
  ['[]', 'found a list'],
  ['{}', 'expected config.command to be a text, found none'],
  ['{"command":""}', 'found an empty text'],
  ['{"command":["c"]}', 'found a list'],
  ['{"command":"c","shell":true}', "found 'shell'"],
  ['{"command":"c","__proto__":{}}', "found '__proto__'"],
  ['{"command":"c","args":"x"}', 'expected config.args to be a list, found a text'],
  ['{"command":"c","args":[true]}', 'expected config.args[0] to be a text, found true'],
  ['{"command":"c","args":["a",[]]}', 'config.args[1]'],
  ['{"command":"c","args":["a\\u0000"]}', 'no NUL'],
  ['{"command":"c","env":[]}', 'expected config.env to be a mapping, found a list'],
  ['{"command":"c","env":{"A":1}}', 'expected config.env.A to be a text, found a number'],
  ['{"command":"c","env":{"":"x"}}', 'expected config.env to name variables'],
  ['{"command":"c","env":{"A=B":"x"}}', 'expected config.env to name variables'],
  ['{"command":"c","cwd":null}', 'expected config.cwd to be a text, found null'],
  ['{"command":"{nothing}"}', 'config.command has unknown placeholder {nothing}'],
  ['{"command":"c","timeout":0}', 'found 0'],
  ['{"command":"c","timeout":-1}', 'found -1'],
  ['{"command":"c","timeout":2147484}', 'found 2147484'],
  ['{"command":"c","timeout":9007199254740993}', 'found 9007199254740993'],
  ['{"command":"c","timeout":"60"}', 'found a text'],
  ['{"command":"c","timeout":true}', 'found true'],
])('chainCommand() refuses %s', (config, reason) => {
  const act = () => commandFrom(config);
  expect(act).toRefuse('E_CANNOT_RUN', { runtime: 'runtimes/r' }, reason);
  expect(act).toThrow(/^cannot run x: .* — in runtimes\/r$/);
});

it('chainCommand() refuses a primitive other than subprocess by name', () => {
  const chain = [element('x', { command: 'c' }), element('primitives/http_client')];
  expect(() => chainCommand(chain, { values, words: [] })).toRefuse('E_CANNOT_RUN', {}, 'found primitives/http_client');
});

it('chainCommand() refuses a primitive on its own', () => {
  const chain = [element('primitives/subprocess', { command: 'c' })];
  expect(() => chainCommand(chain, { values, words: [] })).toRefuse('E_CANNOT_RUN');
});
