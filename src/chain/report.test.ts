import { expect, it } from 'vitest';
import { badTool } from './refusals.ts';
import { reportDocument } from './report.ts';
import type { ToolVerdict } from './verify.ts';

const ok: ToolVerdict = { id: 'a', version: '1', lock: { space: 'user', file: '/l' }, status: 'OK', findings: [], refusal: null };
const finding = { kind: 'CHANGED', position: 0, itemId: 'b', file: '/b.py', expected: 'x', actual: 'y' } as const;

it('reportDocument() has every tool with its verdict, and counts that add up', () => {
  const drifted: ToolVerdict = { ...ok, id: 'b', status: 'DRIFT', findings: [finding] };
  expect(reportDocument([ok, drifted], false)).toEqual({
    version: 'chain-verify.v0',
    outcome: 'CHAIN_DRIFT',
    frozen: false,
    counts: { ok: 1, drifted: 1, unlocked: 0, refused: 0 },
    tools: [
      { tool_id: 'a', version: '1', lock: { space: 'user', file: '/l' }, status: 'OK', findings: [], refusal: null },
      {
        tool_id: 'b',
        version: '1',
        lock: { space: 'user', file: '/l' },
        status: 'DRIFT',
        findings: [{ kind: 'CHANGED', position: 0, item_id: 'b', file: '/b.py', expected: 'x', actual: 'y' }],
        refusal: null,
      },
    ],
    refusal: null,
  });
});

it('reportDocument() has the first refusal on the top level too, as in an envelope', () => {
  const refused = (id: string): ToolVerdict => ({
    ...ok,
    id,
    status: 'REFUSED',
    lock: null,
    refusal: badTool(id, `/${id}.py`, 'no', null),
  });
  const document = reportDocument([ok, refused('c'), refused('d')], true);
  expect(document).toMatchObject({ outcome: 'REFUSAL', frozen: true, refusal: { code: 'E_BAD_TOOL', detail: { id: 'c' } } });
  expect(document['tools']).toMatchObject([{}, { refusal: { detail: { id: 'c' } } }, { refusal: { detail: { id: 'd' } } }]);
});
