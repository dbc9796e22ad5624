#compdef mnemonic
# zsh completion for mnemonic: source <(mnemonic completion zsh), or a file _mnemonic in a folder of fpath
#
# What was typed is handed on without its quotes, never evaluated, and what is offered is quoted by zsh: ids come out of logs.
_mnemonic() {
  local line name directive=4
  local -a typed offers
  typed=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
  while IFS= read -r line; do
    if [[ $line == :* ]]; then
      directive=${line#:}
    else
      name=${line%%$'\t'*}
      offers+=("${name//:/\\:}:${${line#"$name"}#$'\t'}")
    fi
  done < <(command mnemonic complete -- "${typed[@]}" 2>/dev/null)
  # Values come without the option that they are values of.
  [[ $PREFIX == --*=* ]] && compset -P '*='
  if ((${#offers})); then
    _describe -V mnemonic offers
  elif ((directive & 16)); then
    _files -/
  elif ((!(directive & 4))); then
    _files
  fi
}
if [[ ${funcstack[1]} == _mnemonic ]]; then
  _mnemonic "$@"
else
  compdef _mnemonic mnemonic
fi
