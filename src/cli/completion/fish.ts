/** The completion script for fish: a function that names the place on the line, and one `complete` line for each thing that fits there. */
import type { Argument, Option } from '../command.ts';
import { type CompletionPlace, completionPlaces, programs } from './places.ts';

export function fishScript(): string {
  const places = completionPlaces();
  const valued = new Set(
    places.flatMap((place) =>
      place.options.filter((option) => option.value !== undefined).flatMap(({ flag, short }) => [flag, short ?? flag]),
    ),
  );
  return `# fish completion for ${programs.join(', ')}; load it with: custody completions fish | source

function __custody_place
  set -l words (commandline -opc)
  set -l place (string replace -r '^.*/' '' -- $words[1] | string replace -r '^hashbytes$' hash)
  set -l pending 0
  for word in $words[2..-1]
    if test $pending = 1
      set pending 0
    else if contains -- $word ${[...valued].join(' ')}
      set pending 1
    else if string match -q -- '-*' $word
      continue
    else
      set -l next "$place $word"
      test $place = custody; and set next (string replace -r '^hashbytes$' hash -- $word)
      if contains -- $next ${places.map((place) => quoteFish(place.name)).join(' ')}
        set place $next
      else if contains -- "custody $word" ${places.map((place) => quoteFish(place.name)).join(' ')}; and test $place = custody
        set place "custody $word"
      else
        echo $place
        echo argument
        return
      end
    end
  end
  echo $place
end

function __custody_at
  set -l found (__custody_place)
  test $found[1] = "$argv"
end

function __custody_first
  set -l found (__custody_place)
  test $found[1] = "$argv"; and test (count $found) = 1
end

${places.flatMap(lines).join('\n')}
`;
}

const COMMAND = programs.map((program) => `-c ${program}`).join(' ');

function lines(place: CompletionPlace): readonly string[] {
  const start = `complete ${COMMAND} -n ${quoteFish(`__custody_at ${place.name}`)}`;
  return [
    `${start} -f`,
    ...place.words.map(
      ({ word, help }) => `complete ${COMMAND} -n ${quoteFish(`__custody_first ${place.name}`)} -a ${word} -d ${quoteFish(help)}`,
    ),
    ...place.options.map((option) => `${start} ${optionSpec(option)} -d ${quoteFish(option.help)}`),
    ...place.arguments.flatMap((argument) => (values(argument) === '' ? [] : [`${start} ${values(argument)}`])),
  ];
}

function optionSpec(option: Option): string {
  const names = `${option.short === undefined ? '' : `-s ${option.short.slice(1)} `}-l ${option.flag.slice(2)}`;
  if (option.value === undefined) return names;
  return `${names} -x ${values(option)}`.trimEnd();
}

function values({ type, choices }: Pick<Option | Argument, 'type' | 'choices'>): string {
  if (choices !== undefined) return `-a ${quoteFish(choices.join(' '))}`;
  if (type === 'file_path') return `-a '(__fish_complete_path (commandline -ct))'`;
  return type === 'dir_path' ? `-a '(__fish_complete_directories (commandline -ct))'` : '';
}

function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
