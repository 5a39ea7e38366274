/** The members as areas of their size, coloured by state, with the same as a table. Small ones are drawn together by folder. */

import { useMemo } from 'preact/hooks';
import { counted } from '#core/count-text';
import type { Cell } from '../../engine/members.ts';
import { ColumnHeads } from '../column-heads.tsx';
import { sizeText } from '../size-text.ts';
import { type Placed, placed } from './member-areas.ts';
import { STATE_TEXTS, STATES } from './member-states.ts';
import { useOwnWidth } from './own-width.ts';

const HEIGHT = 420;

interface Props {
  readonly cells: readonly Cell[];
  /** Otherwise no size is known, and the areas are of equal size. */
  readonly isSized: boolean;
}

export function MemberMap({ cells, isSized }: Props) {
  const { ref, width } = useOwnWidth();
  const areas = useMemo(() => placed(cells, { x: 0, y: 0, width, height: HEIGHT }), [cells, width]);
  const sizeOf = ({ size }: Pick<Cell, 'size'>): string => (isSized ? sizeText(size) : 'not known');
  if (cells.length === 0) return null;
  return (
    <section>
      <h3>{isSized ? 'Members by size' : 'Members as areas; their sizes are not stated'}</h3>
      <div ref={ref}>
        <svg
          class="map"
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${counted(cells.length, 'area')}; the table below lists them`}
        >
          {areas.map((area) => (
            <Area key={area.cell.name} area={area} size={sizeOf(area.cell)} />
          ))}
        </svg>
      </div>
      <details>
        <summary>The same as a table</summary>
        <table class="stacks">
          <ColumnHeads of={['Path', 'Members', 'Size', 'State']} />
          <tbody>
            {cells.map(({ name, members: count, size, state }) => (
              <tr key={name}>
                <th scope="row" data-label="Path">
                  {name}
                </th>
                <td data-label="Members">{count}</td>
                <td class="time" data-label="Size">
                  {sizeOf({ size })}
                </td>
                <td class="time" data-label="State">
                  {STATE_TEXTS[state]}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Area({ area: { cell, x, y, width, height }, size }: { readonly area: Placed; readonly size: string }) {
  return (
    <g class={STATES[cell.state]}>
      <rect x={x} y={y} width={width} height={height}>
        <title>{textOf(cell, size)}</title>
      </rect>
      {width > 110 && height > 24 && (
        <text x={x + 6} y={y + 18}>
          {shortened(cell.name, Math.floor(width / 9))}
        </text>
      )}
    </g>
  );
}

function textOf({ name, members, state }: Cell, size: string): string {
  return `${name}: ${counted(members, 'member')}, ${size}, ${STATE_TEXTS[state]}`;
}

function shortened(name: string, length: number): string {
  return name.length <= length ? name : `…${name.slice(1 - length)}`;
}
