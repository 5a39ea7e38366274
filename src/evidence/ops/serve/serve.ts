/**
 * `custody serve`: the page over a folder of evidence or a store. Nothing is written and nothing is judged: the page judges what is opened in
 * it.
 *
 *     const server = await serveEvidence({ given: 'evidence', path: '/srv/evidence' }, { asked, host: '127.0.0.1', port: 0, onError });
 *     server.url      http://127.0.0.1:41235/
 */
import type { Place } from '../../contract.ts';
import type { Asked } from '../asked.ts';
import { openCurrentList } from './current-list.ts';
import { type Address, type Limits, type Listening, listen } from './http-server.ts';
import { servedPage } from './page.ts';
import { routes } from './routes.ts';

export interface ServeOptions extends Address {
  readonly asked: Asked;
  readonly onError: (error: unknown) => void;
  readonly limits?: Limits;
}

/** When it returns, everything was read once. Throws `Refusal` if the place cannot be read, or the address cannot be used. */
export async function serveEvidence(place: Place, { asked, host, port, ...serving }: ServeOptions): Promise<Listening> {
  const page = servedPage();
  const served = openCurrentList(place, asked);
  try {
    const server = await listen({ host, port }, { ...serving, answer: routes(served, page) });
    try {
      await served.read();
    } catch (error) {
      await server.close();
      throw error;
    }
    return {
      url: server.url,
      async close() {
        await server.close();
        served.close();
      },
    };
  } catch (error) {
    served.close();
    throw error;
  }
}
