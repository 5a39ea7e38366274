import { afterAll, expect, it } from 'vitest';
import { rawServer, reply } from '../../../tests/servers/raw-server.ts';
import { openHttp } from '../http/client.ts';
import { listPacks } from './tags.ts';

const client = openHttp({ idleMs: 1000 });
afterAll(() => client.close());

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const page = (...tags: unknown[]) => JSON.stringify({ name: 'x', tags });

async function list(...pages: readonly (readonly [body: string, link?: string])[]) {
  const server = await rawServer((socket, _head, count) => {
    const [body, link] = pages[count - 1] ?? ['{}'];
    socket.write(reply(200, body, link === undefined ? {} : { link: link.replace('ORIGIN', server.origin) }));
  });
  const found = await listPacks(client.send, new URL(`${server.origin}/v2/x/tags/list?n=2`));
  return { found, asked: server.requests.map((head) => head.split(' ')[1]) };
}

it.each([
  '</v2/x/tags/list?last=b&n=2>; rel="next"',
  '<ORIGIN/v2/x/tags/list?last=b&n=2>; rel=next',
  '</other>; rel="prev", </v2/x/tags/list?last=b&n=2>; title="x"; rel="next"',
  '<?last=b&n=2>;rel="next"',
])('listPacks() follows %s', async (link) => {
  const { found, asked } = await list([page(`pack-${c}`, `pack-${a}`), link], [page(`pack-${b}`, `pack-${a}`)]);
  expect(found).toEqual([`sha256:${a}`, `sha256:${b}`, `sha256:${c}`]);
  expect(asked).toEqual(['/v2/x/tags/list?n=2', '/v2/x/tags/list?last=b&n=2']);
});

it.each(['</v2/x/tags/list?last=b>; rel="prev"', '', 'nonsense'])('listPacks() does not follow %j', async (link) => {
  expect((await list([page(`pack-${a}`), link])).found).toEqual([`sha256:${a}`]);
});

it('listPacks() reads null as an empty list, and leaves out tags that are not packs', async () => {
  expect((await list(['{"name":"x","tags":null}'])).found).toEqual([]);
  expect((await list([page('latest', 7, null, `pack-${a}`, `PACK-${b}`)])).found).toEqual([`sha256:${a}`]);
});

const answering = async (status: number, body: string) => {
  const { origin } = await rawServer((socket) => socket.write(reply(status, body)));
  return listPacks(client.send, new URL(`${origin}/v2/x/tags/list`));
};

it('listPacks() is empty where the registry does not know the repository', async () => {
  expect(await answering(404, '{"errors":[{"code":"NAME_UNKNOWN","message":"repository name not known to registry"}]}')).toEqual([]);
});

it.each(['', 'not found', '<html></html>', '{}', '{"errors":[{"code":"UNSUPPORTED"}]}', '{"errors":[{"code":"NAME_INVALID"}]}'])(
  'listPacks() refuses 404 with %j',
  async (body) => {
    const refused = { code: 'E_IO', detail: { status: 404, url: expect.stringContaining('/v2/x/tags/list') } };
    await expect(answering(404, body)).rejects.toMatchObject(refused);
  },
);

it.each(['', '[]', '{}', '{"tags":"x"}', '{"tags":[', '{"tags":[],"tags":[]}'])('listPacks() refuses %j', async (body) => {
  await expect(list([body])).toRefuse('E_IO', { kind: 'decode' });
});
