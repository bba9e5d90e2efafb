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

const POWERSHELL = `# parley: completion for PowerShell. In $PROFILE:  parley completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName parley -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition })
  # Each word is sent with a leading dot, because Windows PowerShell drops empty arguments.
  $words = @($before | Select-Object -Skip 1 | ForEach-Object {
    $length = [Math]::Min($_.Extent.Text.Length, $cursorPosition - $_.Extent.StartOffset)
    $isQuoted = $_ -is [System.Management.Automation.Language.StringConstantExpressionAst] -and $length -eq $_.Extent.Text.Length
    if ($isQuoted) { '.' + $_.Value } else { '.' + $_.Extent.Text.Substring(0, $length) }
  })
  if ($before[-1].Extent.EndOffset -lt $cursorPosition) { $words += '.' }
  $lines = @(& $commandAst.GetCommandName() __complete powershell @words 2>$null)
  # Without a result, PowerShell itself completes file names.
  if ($lines -contains ':file') { return }
  if ($lines -contains ':folder') {
    return [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete) |
      Where-Object { $_.ResultType -eq 'ProviderContainer' }
  }
  if ($lines.Count -eq 0) { return '' }
  foreach ($line in $lines) {
    $value, $about = $line.Split([char[]]@([char]9), 2)
    $text = if ($value -match '[^\\w./:=+-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    $tip = if ($about) { $about } else { $value }
    [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $tip)
  }
}
`;

export const completionScripts: Readonly<Record<string, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};
