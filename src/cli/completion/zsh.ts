/** The completion script for zsh: the place is found from the first words, then `_arguments` completes what its table says. */
import type { Argument, Option } from '../command.ts';
import { type CompletionPlace, completionPlaces, programs } from './places.ts';

export function zshScript(): string {
  const places = completionPlaces();
  return `#compdef ${programs.join(' ')}
# zsh completion for ${programs.join(', ')}; save it as _custody in a folder of $fpath, or load it with: source <(custody completions zsh)

_custody_here() {
  case "$1" in
${places.map(row).join('')}  esac
}

_custody_places() {
  print -l ${places.map((place) => quoteZsh(place.name)).join(' ')}
}

${FUNCTION}
if [[ $funcstack[1] == _custody ]]; then _custody "$@"; else compdef _custody ${programs.join(' ')}; fi
`;
}

function row(place: CompletionPlace): string {
  const specs = [...place.options.flatMap(optionSpecs), ...argumentSpecs(place)];
  return `  ${quoteZsh(place.name)})\n    _arguments -s -S ${specs.map((spec) => `\\\n      ${quoteZsh(spec)}`).join(' ')} ;;\n`;
}

function optionSpecs(option: Option): readonly string[] {
  const value = option.value === undefined ? '' : `:${option.value}:${action(option)}`;
  const repeat = option.repeatable === true ? '*' : '';
  return [option.flag, option.short]
    .filter((flag) => flag !== undefined)
    .map((flag) => {
      const attach = option.value === undefined ? '' : flag.startsWith('--') ? '=' : '+';
      return `${repeat}${flag}${attach}[${option.help.replace(/[[\]:\\]/g, '\\$&')}]${value}`;
    });
}

/** The first argument may also be one of the words that lead further. */
function argumentSpecs({ words, arguments: args }: CompletionPlace): readonly string[] {
  const list = words.map(({ word, help }) => `${word}\\:${quoteInner(help)}`).join(' ');
  const first = words.length === 0 ? undefined : `commands:command:((${list}))`;
  if (args.length === 0) return first === undefined ? [] : [`1: :_alternative ${quoteZsh(first)}`];
  return args.map((argument, i) => {
    const place = argument.variadic === true ? '*' : String(i + 1);
    if (i > 0 || first === undefined) return `${place}:${argument.name}:${action(argument)}`;
    const own = action(argument).trim();
    return `${place}: :_alternative ${quoteZsh(first)}${own === '' ? '' : ` ${quoteZsh(`arguments:${argument.name}:${own}`)}`}`;
  });
}

function action({ type, choices }: Pick<Option | Argument, 'type' | 'choices'>): string {
  if (choices !== undefined) return `(${choices.join(' ')})`;
  if (type === 'file_path') return '_files';
  return type === 'dir_path' ? '_files -/' : ' ';
}

function quoteZsh(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A description inside `((word\:description))`. */
function quoteInner(text: string): string {
  return `"${text.replace(/["\\$`:]/g, '\\$&')}"`;
}

const FUNCTION = `_custody() {
  local place=\${words[1]:t} word
  [[ $place == hashbytes ]] && place=hash
  integer i=2
  local -a known=(\${(f)"$(_custody_places)"})
  while ((i < CURRENT)); do
    word=\${words[i]}
    if [[ $place == custody && -n \${known[(re)\${word/#%hashbytes/hash}]} && $word != custody ]]; then place=\${word/#%hashbytes/hash}
    elif [[ -n \${known[(re)$place $word]} ]]; then place="$place $word"
    else break; fi
    ((i++))
  done
  words=("$place" "\${(@)words[i,-1]}")
  ((CURRENT -= i - 2))
  _custody_here "$place"
}
`;
