# bash completion for mnemonic: source <(mnemonic completion bash)
#
# What was typed is split at blanks and handed on, never evaluated, and what is offered is compared and copied, never expanded:
# ids come out of logs.
_mnemonic_completion() {
  local line directive=4 words=() answers=()
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:0:COMP_POINT} == *[[:blank:]] ]] && words+=("")
  local cur=${words[-1]}
  while IFS= read -r line; do
    if [[ $line == :* ]]; then
      directive=${line#:}
    elif [[ ${line%%$'\t'*} == "$cur"* || $cur == --*=* ]]; then
      answers+=("${line%%$'\t'*}")
    fi
  done < <(command mnemonic complete -- "${words[@]:1}" 2>/dev/null)
  # readline takes what stands behind a colon or an equals sign for a word of its own.
  local tail=${cur##*[:=]} before
  before=${cur%"$tail"}
  [[ $cur == --*=* ]] && before=""
  COMPREPLY=()
  for line in "${answers[@]}"; do
    [[ $line == "$before"* ]] && COMPREPLY+=("${line#"$before"}")
  done
  if ((${#COMPREPLY[@]} == 0 && (directive & 16))); then
    compopt -o dirnames 2>/dev/null
  elif ((${#COMPREPLY[@]} == 0 && !(directive & 4))); then
    compopt -o default 2>/dev/null
  fi
}
complete -F _mnemonic_completion mnemonic
