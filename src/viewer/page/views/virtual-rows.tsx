/** A table of any number of rows, of which only those in view exist. The arrow keys, Page Up, Page Down, Home and End scroll it. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { grouped } from '#core/count-text';

const ROW_PX = 28;
const HEIGHT_PX = 448;
const SCROLL_BAR_PX = 20;
const MARGIN = 8;
/** The longest element that browsers draw correctly; longer tables are scrolled in larger steps. */
const MAX_PX = 30_000_000;

interface Props {
  readonly label: string;
  readonly count: number;
  readonly columns: readonly string[];
  /** Of the columns, in units of the style; those without share what is left. */
  readonly widths?: readonly (string | null)[];
  readonly row: (index: number) => readonly ComponentChild[];
}

export function VirtualRows({ label, count, columns, widths = [], row }: Props) {
  const [top, setTop] = useState(0);
  const whole = Math.min(count * ROW_PX, MAX_PX);
  const visible = Math.ceil(HEIGHT_PX / ROW_PX);
  const scale = whole <= HEIGHT_PX ? 0 : Math.max(0, count - visible) / (whole - HEIGHT_PX);
  const first = Math.max(0, Math.floor(top * scale) - MARGIN);
  const most = visible + 2 * MARGIN;
  const last = Math.min(count, first + most);
  const offset = count * ROW_PX <= MAX_PX ? first * ROW_PX : Math.max(0, top - (Math.floor(top * scale) - first) * ROW_PX);
  return (
    <>
      <div
        class="rows"
        role="group"
        aria-label={label}
        tabIndex={0}
        style={{ height: `${Math.min(HEIGHT_PX, (count + 1) * ROW_PX + SCROLL_BAR_PX)}px` }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <table role="table" aria-rowcount={count + 1}>
          <thead>
            <tr>
              {columns.map((name, column) => (
                <th key={name} scope="col" style={{ width: widths[column] ?? 'auto' }}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr class="space" aria-hidden="true">
              <td colSpan={columns.length} style={{ height: `${offset}px` }} />
            </tr>
            {Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at).map((index) => (
              // A row that leaves the view becomes one that enters it, so that scrolling makes no elements.
              <tr key={index % most} aria-rowindex={index + 2}>
                {row(index).map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
            <tr class="space" aria-hidden="true">
              <td colSpan={columns.length} style={{ height: `${Math.max(0, whole - offset - (last - first) * ROW_PX)}px` }} />
            </tr>
          </tbody>
        </table>
      </div>
      {count > visible && <p class="printed">Only the rows that were in view are printed, of {grouped(count)}.</p>}
    </>
  );
}
