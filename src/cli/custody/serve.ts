/** `custody serve`: shows a folder of evidence or a store in a browser, until it is interrupted. It judges nothing and leaves no record. */
import { encodeUtf8 } from '#core/bytes/utf8';
import { maskedUrl } from '#core/masked-url';
import { inUrl } from '#evidence/ops/serve/guard';
import { serveEvidence } from '#evidence/ops/serve/serve';
import { isStoreUrl } from '#evidence/ops/store-url';
import { isLoopback } from '#store/http/loopback';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { askedBy } from './asked.ts';

const LAST_PORT = 65_535;
const HOST = /^[A-Za-z0-9.:_-]{1,255}$/;

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, resolve, value, integer, say, note, stdout, context } = invocation;
  const [given = '.'] = args;
  const [port, host] = [integer('--port', 0) ?? 0, value('--host') ?? '127.0.0.1'];
  if (port > LAST_PORT) throw new UsageError(`--port needs a number of at most ${LAST_PORT}, found '${port}'`);
  if (!HOST.test(host)) throw new UsageError(`--host needs an address or a name, found '${host}'`);
  const server = await serveEvidence(
    { given, path: isStoreUrl(given) ? given : resolve(given) },
    {
      asked: askedBy(invocation),
      host,
      port,
      onError: (error) => say(escapeControls(String(error instanceof Error ? error.stack : error))),
    },
  );
  // Before that, a signal ends the program as it ends others: nothing is written.
  const stopped = context.untilStopped?.();
  try {
    if (!isLoopback(inUrl(host))) say(`warning: everybody who can reach ${host} can read what is served: there is no password and no TLS`);
    note(`serving ${escapeControls(maskedUrl(given))}, read-only and not verified; Ctrl-C ends it`);
    stdout.write(encodeUtf8(`${server.url}\n`));
    await stopped;
  } finally {
    await server.close();
  }
  return { exit: 0 };
}
