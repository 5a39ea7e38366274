/** Single rules of html.v0 and markdown.v0: what counts, and what does not. */
import { expect, it } from 'vitest';
import { contentHashOf } from './content.ts';

it('html.v0 does not look at what its page says that it does not', async () => {
  const before = '<p>Rents</p>';
  const after =
    '<!-- c --><p class=x id=y style="color:red" title=t lang=de data-a=1>Re<b>nt</b>s</p><script>1</script><style>p{}</style><template>t</template>';
  expect(await contentHashOf('html', Buffer.from(after))).toBe(await contentHashOf('html', Buffer.from(before)));
});

it('markdown.v0 counts a cell beyond the width of the header', async () => {
  const hash = (cell: string) => contentHashOf('markdown', Buffer.from(`# A\n\n|a|\n|-|\n|1|${cell}|\n`));
  expect(await hash('100')).not.toBe(await hash('900'));
});
