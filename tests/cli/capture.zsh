# What zsh offers for a line, as a person would see it: a second shell on a terminal of its own is given the line and a tab. Each call of
# compadd prints what it adds; those that only look for matches are left alone.
#
#     zsh -f capture.zsh SETTINGS SCRIPT LINE      SETTINGS and SCRIPT are sourced by the second shell
source $1
zmodload zsh/zpty
zpty z ${ZSH_PROGRAM:-zsh} -f -i
# The file is there as long as the function runs.
() {
  zpty -w z "source $1"
  while zpty -r z line && [[ $line != *READY* ]]; do :; done
} =(<<EOT
source ${(q)1}
PROMPT=
autoload -Uz compinit
compinit -u -D
source ${(q)2}
bindkey '^I' complete-word
edge() { print -r -- EDGE }
compprefuncs=(edge)
comppostfuncs=(edge exit)
zstyle ':completion:*' insert-tab false
compadd() {
  local -a hits
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "\$@"; return; fi
  builtin compadd -A hits "\$@"
  (( \$#hits )) && print -rl -- "HIT "\${(q)^hits}
  builtin compadd "\$@"
}
print READY
EOT
)
zpty -w -n z "$3"$'\t'
integer edges=0
while zpty -r z line; do
  line=${${line%$'\n'}%$'\r'}
  [[ $line == *EDGE ]] && (( ++edges == 2 )) && break
  [[ $line == "HIT "* ]] && print -r -- "${(Q)line#HIT }"
done
