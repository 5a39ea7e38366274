/** A value of JSON as tables and text: nothing in it is ever taken for a part of the page. Long lists are opened in steps. */
import { useState } from 'preact/hooks';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const STEP = 50;
/** Deeper values are shown as their text. */
const MAX_DEPTH = 6;
const MAX_COLUMNS = 8;

export function JsonView({ value, depth = 0 }: { readonly value: Json; readonly depth?: number }) {
  if (typeof value !== 'object' || value === null) return <>{String(value)}</>;
  if (depth >= MAX_DEPTH) return <span class="code">{JSON.stringify(value)}</span>;
  if (Array.isArray(value)) return <JsonList list={value as readonly Json[]} depth={depth} />;
  return <JsonObjectView fields={Object.entries(value)} depth={depth} />;
}

function JsonObjectView({ fields, depth }: { readonly fields: readonly (readonly [string, Json])[]; readonly depth: number }) {
  const [count, setCount] = useState(STEP);
  if (fields.length === 0) return <>nothing</>;
  return (
    <>
      <table>
        <tbody>
          {fields.slice(0, count).map(([name, field]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <JsonView value={field} depth={depth + 1} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More shown={count} of={fields.length} onMore={() => setCount(count + STEP)} />
    </>
  );
}

function JsonList({ list, depth }: { readonly list: readonly Json[]; readonly depth: number }) {
  const [count, setCount] = useState(STEP);
  if (list.length === 0) return <>none</>;
  const columns = columnsOf(list.slice(0, STEP));
  const shown = list.slice(0, count);
  return (
    <>
      {columns === null ? (
        <ul>
          {shown.map((item, index) => (
            <li key={index}>
              <JsonView value={item} depth={depth + 1} />
            </li>
          ))}
        </ul>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((item, index) => (
              <tr key={index}>
                {columns.map((name) => (
                  <td key={name}>
                    <JsonView value={fieldOf(item, name)} depth={depth + 1} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More shown={count} of={list.length} onMore={() => setCount(count + STEP)} />
    </>
  );
}

/** The names that the objects of a list have; null if it is no list of short objects. */
function columnsOf(list: readonly Json[]): readonly string[] | null {
  const names = new Set<string>();
  for (const item of list) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return null;
    for (const name of Object.keys(item)) names.add(name);
  }
  return names.size === 0 || names.size > MAX_COLUMNS ? null : [...names];
}

/** A later row may be no object, or have other fields, which are then shown in the first column. */
function fieldOf(item: Json, name: string): Json {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.hasOwn(item, name) ? ((item as Readonly<Record<string, Json>>)[name] as Json) : '';
}

function More({ shown, of, onMore }: { readonly shown: number; readonly of: number; readonly onMore: () => void }) {
  if (shown >= of) return null;
  return (
    <button type="button" onClick={onMore}>
      {Math.min(STEP, of - shown)} more of {of}
    </button>
  );
}
