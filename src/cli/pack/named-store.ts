/**
 * The store of `--store URL`, else of `CUSTODY_STORE`, open while it is used. The ledger records its URL as the store displays it: never
 * with a secret in it.
 *
 *     withNamedStore(invocation, 'pack push evidence/december', async (store) => …)
 */
import { Refusal } from '#core/refusal';
import { shellQuote } from '#core/shell-words';
import { openStore } from '#store/open-store';
import type { Store } from '#store/store';
import type { Invocation } from '../command.ts';
import { networkOf } from '../objects/network.ts';

export interface NamedStore {
  /** The command line without the store, so that a refusal can propose it with another store. */
  readonly typed: string;
  /** The URL, for a command whose argument it is. */
  readonly url?: string | undefined;
}

export async function withNamedStore<T>(invocation: Invocation, named: string | NamedStore, act: (store: Store) => Promise<T>): Promise<T> {
  const { typed, url: argument } = typeof named === 'string' ? { typed: named } : named;
  const flag = typeof named === 'string' ? '--store ' : '';
  const { env } = invocation.context;
  const jobs = invocation.integer('--jobs', 0);
  const url = argument ?? invocation.value('--store') ?? env['CUSTODY_STORE'] ?? '';
  if (url === '') throw noStoreNamed(invocation);
  const store = await openStore(url, {
    ...networkOf(invocation),
    resolve: invocation.resolve,
    jobs,
    disk: { threads: jobs, sync: !invocation.has('--no-sync') },
    command: (other) => `${typed} ${flag}${shellQuote(other)}`,
  });
  invocation.record.params = { ...invocation.record.params, store: store.url };
  try {
    return await act(store);
  } finally {
    store.close();
  }
}

function noStoreNamed({ tool, command: { words } }: Invocation): Refusal {
  const flag = words[0] === 'store' ? 'URL' : '--store URL';
  const message = `no store named: expected ${flag} or CUSTODY_STORE, found neither`;
  return new Refusal(
    'E_IO',
    message,
    { flag: flag.replace(' URL', ''), env: 'CUSTODY_STORE' },
    `${tool.binary ?? `custody ${tool.name}`} ${words.join(' ')} --help`,
  );
}
