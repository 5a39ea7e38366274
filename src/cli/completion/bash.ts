/** The completion script for bash: one function that finds the place on the line, and tables of what belongs there. */
import { shellQuote } from '#core/shell-quote';
import type { Argument, Option } from '../command.ts';
import { type CompletionPlace, completionPlaces, programs } from './places.ts';

export function bashScript(): string {
  const places = completionPlaces();
  return `# bash completion for ${programs.join(', ')}; load it with: source <(custody completions bash)

_custody_table() {
  words='' flags='' valued='' args=''
  case "$1" in
${places.map(row).join('')}  *) return 1 ;;
  esac
}

_custody_kind() {
  case "$1 $2" in
${kinds(places)}  *) kind='' ;;
  esac
}

${FUNCTION}
complete -F _custody ${programs.join(' ')}
`;
}

function row(place: CompletionPlace): string {
  const flags = place.options.map((option) => option.flag);
  const valued = place.options
    .filter((option) => option.value !== undefined)
    .flatMap(({ flag, short }) => (short === undefined ? [flag] : [flag, short]));
  const args = place.arguments.map(argumentKind);
  const set = (name: string, items: readonly string[]): string => `${name}=${shellQuote(items.join(' '))}`;
  const words = place.words.map(({ word }) => word);
  return `  ${shellQuote(place.name)}) ${[set('words', words), set('flags', flags), set('valued', valued), set('args', args)].join(' ')} ;;\n`;
}

function kinds(places: readonly CompletionPlace[]): string {
  const rows = places.flatMap((place) => {
    return place.options.flatMap((option) => {
      const kind = optionKind(option);
      if (kind === '') return [];
      const patterns = [option.flag, option.short].filter((flag) => flag !== undefined).map((flag) => shellQuote(`${place.name} ${flag}`));
      return [`  ${patterns.join(' | ')}) kind=${shellQuote(kind)} ;;\n`];
    });
  });
  return rows.join('');
}

/** `files`, `dirs`, or the words to choose from joined by commas; nothing for free text. */
function optionKind({ type, choices }: Option): string {
  if (type === 'file_path') return 'files';
  if (type === 'dir_path') return 'dirs';
  return choices?.join(',') ?? '';
}

function argumentKind({ type, choices, variadic }: Argument): string {
  const kind = choices?.join(',') ?? (type === 'file_path' ? 'files' : type === 'dir_path' ? 'dirs' : 'text');
  return variadic === true ? `${kind}...` : kind;
}

/** `=` is a word of its own to bash, and a value after it belongs to the flag before it. */
const FUNCTION = `_custody_offer() {
  local kind=\${1%...}
  case "$kind" in
  files) compopt -o filenames; mapfile -t found < <(compgen -f -- "$current") ;;
  dirs) compopt -o filenames; mapfile -t found < <(compgen -d -- "$current") ;;
  '' | text) found=() ;;
  *) mapfile -t found < <(compgen -W "\${kind//,/ }" -- "$current") ;;
  esac
  COMPREPLY+=("\${found[@]}")
}

_custody() {
  local words flags valued args kind found=()
  local current=\${COMP_WORDS[COMP_CWORD]} place=\${COMP_WORDS[0]##*/} pending='' last='' literal='' count=0 i word
  COMPREPLY=()
  [[ $place == hashbytes ]] && place=hash
  _custody_table "$place" || return
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == '=' && -n $last ]]; then pending=$last; continue; fi
    last=''
    if [[ -n $pending ]]; then pending=''; continue; fi
    if [[ -n $literal ]]; then ((count++)); continue; fi
    case "$word" in
    --) literal=1 ;;
    -?*) last=$word; [[ " $valued " == *" $word "* ]] && pending=$word ;;
    *)
      if ((count == 0)) && [[ " $words " == *" $word "* || ($place == custody && $word == hashbytes) ]]; then
        if [[ $place == custody ]] && _custody_table "\${word/#hashbytes/hash}"; then place=\${word/#hashbytes/hash}; else place+=" $word"; fi
        _custody_table "$place" || return
      else ((count++)); fi
      ;;
    esac
  done
  [[ $current == '=' ]] && { pending=\${COMP_WORDS[COMP_CWORD - 1]}; current=''; }
  if [[ -n $pending ]]; then
    _custody_kind "$place" "$pending"
    _custody_offer "$kind"
  elif [[ $current == -* && -z $literal ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
  else
    ((count == 0)) && [[ -z $literal ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    local list=($args)
    if ((count < \${#list[@]})); then _custody_offer "\${list[count]}"
    elif ((\${#list[@]} > 0)) && [[ \${list[-1]} == *... ]]; then _custody_offer "\${list[-1]}"; fi
  fi
}
`;
