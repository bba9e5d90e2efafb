// The scripts that `parley completion` prints; each calls `parley __complete` with the words typed so far.

const BASH = `# parley: completion for bash. In ~/.bashrc:  source <(parley completion bash)
_parley_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :file) compopt -o default; return ;;
      :folder) compopt -o default; compopt -o dirnames; return ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _parley_complete parley
`;

const ZSH = `#compdef parley
# parley: completion for zsh. In ~/.zshrc, after compinit:  source <(parley completion zsh)
_parley_complete() {
  local line value
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" __complete zsh "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      '') ;;
      :file) _files; return ;;
      :folder) _files -/; return ;;
      *) value="\${line%%$'\\t'*}"
         if [[ "$line" == *$'\\t'* ]]; then
           candidates+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
         else
           candidates+=("\${value//:/\\\\:}")
         fi ;;
    esac
  done
  _describe 'parley' candidates
}
compdef _parley_complete parley
`;

const FISH = `# parley: completion for fish. Save as ~/.config/fish/completions/parley.fish
function __parley_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l lines ($words[1] __complete fish $words[2..-1] 2>/dev/null)
  if contains -- :file $lines
    __fish_complete_path (commandline -ct)
  else if contains -- :folder $lines
    __fish_complete_directories (commandline -ct)
  else
    printf '%s\\n' $lines
  end
end
complete -c parley -f -a '(__parley_complete)'
`;

export const completionScripts: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
