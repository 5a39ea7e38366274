/**
 * `custody completions bash|zsh|fish`: prints a short script that passes the line to `custody __complete`, and its answer to the shell. The
 * scripts never evaluate a word of either: file names come from the shell's own completion, which quotes them.
 */
import type { Finished, Invocation } from '../command.ts';
import { writeText } from '../output.ts';
import { tools } from '../tools.ts';
import { COMPLETE } from './candidates.ts';

const PROGRAMS = ['custody', ...tools.flatMap(({ binary }) => binary ?? [])];

export function run({ args, stdout }: Invocation): Finished {
  writeText(stdout, SCRIPTS[args[0] as string] as string);
  return { exit: 0 };
}

const BASH = `# bash completion for ${PROGRAMS.join(', ')}; load it with: source <(custody completions bash)
_custody() {
  local current=\${COMP_WORDS[COMP_CWORD]} paths='' word
  COMPREPLY=()
  {
    read -r paths
    while IFS=$'\\t' read -r word _; do COMPREPLY+=("$word"); done
  } < <(custody ${COMPLETE} -- "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null)
  [[ $paths == file || $paths == directory ]] || return 0
  compopt -o filenames
  # Behind a sign where bash parts words, the name is yet to come.
  [[ $current == [=:]* ]] && current=''
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -A "$paths" -- "$current")
}
complete -F _custody ${PROGRAMS.join(' ')}
`;

const ZSH = `#compdef ${PROGRAMS.join(' ')}
# zsh completion for ${PROGRAMS.join(', ')}; save it as _custody in a folder of $fpath, or load it with: source <(custody completions zsh)
_custody() {
  local paths line
  local -a found
  custody ${COMPLETE} -- "\${(@)words[1,CURRENT-1]}" "$PREFIX" 2>/dev/null | {
    IFS= read -r paths
    while IFS= read -r line; do found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); done
  }
  compset -P 1 '-*='
  (( $#found )) && _describe -t words word found
  case $paths in
  file) _files ;;
  directory) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _custody ]]; then _custody "$@"; else compdef _custody ${PROGRAMS.join(' ')}; fi
`;

const FISH = `# fish completion for ${PROGRAMS.join(', ')}; load it with: custody completions fish | source
function __custody_complete
  set -l current (commandline -ct)
  set -l found (custody ${COMPLETE} -- (commandline -opc) "$current" 2>/dev/null)
  # A value written on to its option is replaced together with it.
  set -l option (string match -r -- '^-[^=]*=' "$current")
  set -l value (string replace -- "$option" '' "$current")
  set -l names
  switch "$found[1]"
    case file
      set names (__fish_complete_path "$value")
    case directory
      set names (__fish_complete_directories "$value")
  end
  for line in $found[2..-1] $names
    printf '%s\\n' "$option$line"
  end
end
complete ${PROGRAMS.map((program) => `-c ${program}`).join(' ')} -f -a '(__custody_complete)'
`;

const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
