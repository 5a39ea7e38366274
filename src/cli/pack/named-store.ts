/**
 * The store of `--store URL`, else of `CUSTODY_STORE`, open while it is used. Its URL goes into the ledger as the store shows it: never with
 * a secret in it.
 *
 *     withNamedStore(invocation, 'pack push evidence/december', async (store) => …)
 */
import { homedir } from 'node:os';
import { Refusal } from '#core/refusal';
import { shellQuote } from '#core/shell-words';
import { openStore } from '#store/open-store';
import type { Store } from '#store/store';
import type { Command, Invocation } from '../command.ts';

export interface NamedStore {
  /** A line that looks at a store, without it, for a refusal to name it with another one. */
  readonly typed: string;
  /** Of a command whose argument it is. */
  readonly url?: string | undefined;
}

export async function withNamedStore<T>(invocation: Invocation, named: string | NamedStore, act: (store: Store) => Promise<T>): Promise<T> {
  const { typed, url: argument } = typeof named === 'string' ? { typed: named } : named;
  const flag = typeof named === 'string' ? '--store ' : '';
  const { env } = invocation.world;
  const jobs = invocation.integer('--jobs', 0);
  const url = argument ?? invocation.value('--store') ?? env['CUSTODY_STORE'] ?? '';
  if (url === '') throw noStoreNamed(invocation.command);
  const caFile = invocation.value('--ca-file');
  const store = await openStore(url, {
    env,
    resolve: invocation.resolve,
    home: env['HOME'] ?? homedir(),
    jobs,
    plainHttp: invocation.has('--plain-http'),
    caFile: caFile === undefined ? undefined : invocation.resolve(caFile),
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

function noStoreNamed({ words }: Command): Refusal {
  const flag = words[0] === 'store' ? 'URL' : '--store URL';
  const message = `no store named: expected ${flag} or CUSTODY_STORE, found neither`;
  return new Refusal('E_IO', message, { flag: flag.replace(' URL', ''), env: 'CUSTODY_STORE' }, `pack ${words.join(' ')} --help`);
}
