// The scripts that make a shell ask the program for completions.

/** Shells that can be served. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `# dominds completion for bash
_dominds() {
  local line lines=() word words=()
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do words+=("\${word//[\\\\\\"\\']/}"); done
  while IFS= read -r line; do lines+=("$line"); done \\
    < <("\${COMP_WORDS[0]}" __complete "\${words[@]}" 2>/dev/null)
  case "\${lines[0]}" in
    :files) compopt -o default 2>/dev/null; return ;;
    :folders) compopt -o dirnames 2>/dev/null; return ;;
  esac
  for line in "\${lines[@]}"; do
    line="\${line%%$'\\t'*}"
    COMPREPLY+=("$line")
  done
}
complete -F _dominds dominds
`,
  zsh: `#compdef dominds
# dominds completion for zsh
_dominds() {
  local -a lines values
  local line
  lines=("\${(@f)$("\${words[1]}" __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  [[ "\${lines[1]}" == :* ]] && compset -P '--*='
  case "\${lines[1]}" in
    :files) _files; return ;;
    :folders) _files -/; return ;;
  esac
  for line in "\${lines[@]}"; do
    [[ -n "$line" ]] && values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V dominds values
}
if [[ "\${funcstack[1]}" == _dominds ]]; then _dominds "$@"; else compdef _dominds dominds; fi
`,
  fish: `# dominds completion for fish
function __dominds_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l flag (string match -r -- '^--[^=]*=' $current)
    set -l value (string replace -r -- '^--[^=]*=' '' $current)
    set -l lines ($words[1] __complete $words[2..-1] $current 2>/dev/null)
    switch "$lines[1]"
        case :files
            printf '%s\\n' "$flag"(__fish_complete_path $value)
        case :folders
            printf '%s\\n' "$flag"(__fish_complete_directories $value)
        case '*'
            printf '%s\\n' $lines
    end
end
complete -c dominds -f -a '(__dominds_complete)'
`,
};
