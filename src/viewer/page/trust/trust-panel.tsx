/** Who is trusted: a policy, keys, lists of signers and certificates, chosen by the person at the page. */
import {
  guessedRole,
  NO_TEXTS,
  ROLES,
  type TrustedFile,
  type TrustedRole,
  type TrustedTexts,
  type Trusting,
  unusedFiles,
} from './trusted-files.ts';

interface Props {
  readonly trusting: Trusting;
  readonly onChange: (change: (before: Trusting) => Trusting) => void;
}

const FIELDS: readonly (readonly [keyof TrustedTexts, string])[] = [
  ['policyDigest', 'SHA-256 that the policy must have (sha256:…)'],
  ['identity', 'Who must have signed, as a certificate or a list of signers names them'],
  ['issuer', 'Who must vouch for that identity (Sigstore)'],
  ['namespace', 'What an SSH signature must be for (default: file)'],
];

export function TrustPanel({ trusting: { files, texts }, onChange }: Props) {
  const add = async (event: Event): Promise<void> => {
    const input = event.currentTarget as HTMLInputElement;
    const chosen = await Promise.all(
      Array.from(input.files ?? [], async (file): Promise<TrustedFile> => ({ path: file.name, file, role: await guessedRole(file) })),
    );
    input.value = '';
    onChange((before) => ({
      ...before,
      files: [...before.files.filter(({ path }) => !chosen.some((each) => each.path === path)), ...chosen],
    }));
  };
  const setRole = (path: string, role: TrustedRole): void =>
    onChange((before) => ({ ...before, files: before.files.map((each) => (each.path === path ? { ...each, role } : each)) }));
  const unused = unusedFiles(files);
  const used = files.map(({ path }) => path).filter((path) => !unused.some((each) => each.path === path));
  return (
    <>
      <details class="trust">
        <summary>Who is trusted: {used.length === 0 ? 'nobody is named' : used.join(', ')}</summary>
        <p>
          Signatures are checked in any case. To learn whether they are by the right people, choose a policy, keys or certificates that you
          have from somebody you trust. What lies in the delivery is never taken for this by itself.
        </p>
        <p>
          <label class="button">
            Choose files
            <input id="trusted" type="file" multiple onChange={(event) => void add(event)} />
          </label>{' '}
          {(files.length > 0 || texts !== NO_TEXTS) && (
            <button type="button" onClick={() => onChange(() => ({ files: [], texts: NO_TEXTS }))}>
              Trust nobody
            </button>
          )}
        </p>
        {files.length > 0 && (
          <ul>
            {files.map(({ path, role }) => (
              <li key={path}>
                <label>
                  {path} as{' '}
                  <select value={role} onChange={(event) => setRole(path, event.currentTarget.value as TrustedRole)}>
                    {ROLES.map(([name, words]) => (
                      <option key={name} value={name}>
                        {words}
                      </option>
                    ))}
                  </select>
                </label>
              </li>
            ))}
          </ul>
        )}
        {FIELDS.map(([name, words]) => (
          <p key={name}>
            <label>
              {words}{' '}
              <input
                type="text"
                name={name}
                value={texts[name]}
                onChange={({ currentTarget: { value } }) =>
                  onChange((before) => ({ ...before, texts: { ...before.texts, [name]: value } }))
                }
              />
            </label>
          </p>
        ))}
      </details>
      {unused.map(({ path, reason }) => (
        <p key={path} class="FAILED" role="alert">
          By {path} nothing is judged: {reason}. Say under “Who is trusted” what it is for.
        </p>
      ))}
    </>
  );
}
