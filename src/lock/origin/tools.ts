/**
 * `tool_versions` of a lock, compared with the tools that are installed here. Nothing is run to find that out: a document must not decide which
 * programs start. A tool that is not part of this installation is therefore not checked.
 *
 *     judgeTools({ hash: '0.1.0', shape: '1.0.0' }, '0.2.0')      hash differs, shape is not checked
 */
import { compareUtf8 } from '#core/bytes/order';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';

/** The tools of this program that leave their version in records and locks. They have one version. */
const OWN_TOOLS: ReadonlySet<string> = new Set(['fingerprint', 'hash', 'lock', 'vacuum']);

export interface ToolsReport {
  readonly same: number;
  readonly differences: readonly { readonly tool: string; readonly locked: string; readonly installed: string }[];
  /** `NO_VERSION`: the lock has no text as the version. */
  readonly notChecked: readonly { readonly tool: string; readonly reason: 'NOT_INSTALLED' | 'NO_VERSION' }[];
}

export function judgeTools(toolVersions: JsonValue | undefined, installed: string): ToolsReport {
  const differences: ToolsReport['differences'][number][] = [];
  const notChecked: ToolsReport['notChecked'][number][] = [];
  let same = 0;
  // Every lock has the version of lock itself. One without it would have nothing to differ.
  const versions = { lock: null, ...(isJsonObject(toolVersions) ? toolVersions : {}) } as JsonObject;
  for (const tool of Object.keys(versions).sort(compareUtf8)) {
    const locked = versions[tool];
    if (typeof locked !== 'string') notChecked.push({ tool, reason: 'NO_VERSION' });
    else if (!OWN_TOOLS.has(tool)) notChecked.push({ tool, reason: 'NOT_INSTALLED' });
    else if (locked === installed) same++;
    else differences.push({ tool, locked, installed });
  }
  return { same, differences, notChecked };
}

export function toolsDocument({ same, differences, notChecked }: ToolsReport): JsonObject {
  return {
    checked: same + differences.length,
    differences: differences.map((each) => ({ ...each })),
    not_checked: notChecked.map((each) => ({ ...each })),
    same,
  };
}
