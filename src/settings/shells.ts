export const SHELLS = ['bash', 'fish', 'powershell', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

export const INSTALL = `The script asks deckcast itself while you type, so it never goes stale.

bash
  now:     source <(deckcast completion bash)
  always:  deckcast completion bash > ~/.local/share/bash-completion/completions/deckcast
zsh
  now:     source <(deckcast completion zsh)
  always:  deckcast completion zsh > "\${fpath[1]}/_deckcast"
           (once, in ~/.zshrc: autoload -U compinit; compinit)
fish
  now:     deckcast completion fish | source
  always:  deckcast completion fish > ~/.config/fish/completions/deckcast.fish
powershell
  now:     deckcast completion powershell | Out-String | Invoke-Expression
  always:  add that line to the file that $PROFILE names`;

/**
 * Bash also splits words at = and :, so the script joins them before it asks, and cuts the part that bash has from the
 * answers. Works from macOS's bash 3.2 on.
 */
const BASH = `# bash completion for deckcast
_deckcast() {
  local -a words=() answers=()
  local index piece glued= line word
  for ((index = 1; index <= COMP_CWORD; index++)); do
    piece=\${COMP_WORDS[index]}
    if ((\${#words[@]} > 0)) && [[ $piece == [=:]* || $glued ]]; then
      words[\${#words[@]}-1]+=$piece
    else
      words+=("$piece")
    fi
    glued=
    [[ $piece == [=:] ]] && glued=1
  done
  while IFS= read -r line; do
    answers+=("$line")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${words[@]}" 2>/dev/null)
  local count=\${#answers[@]}
  ((count > 0)) || return
  local current=\${words[\${#words[@]}-1]}
  local aside=\${current%"\${current##*[=:]}"}
  COMPREPLY=()
  for ((index = 0; index < count - 1; index++)); do
    word=\${answers[index]%%$'\\t'*}
    COMPREPLY+=("\${word#"$aside"}")
  done
  case \${answers[count-1]} in
    :files) compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${current#"$aside"}") ;;
    :directories) compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "\${current#"$aside"}") ;;
  esac
}
complete -F _deckcast deckcast
`;

const ZSH = `#compdef deckcast
_deckcast() {
  local -a answers described
  local line also
  answers=("\${(@f)$("\${words[1]}" __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  also=\${answers[-1]}
  for line in "\${(@)answers[1,-2]}"; do
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  ((\${#described})) && _describe -V deckcast described
  case $also in
    :files) compset -P '--*='; _files ;;
    :directories) compset -P '--*='; _files -/ ;;
  esac
}
if [[ \${funcstack[1]} == _deckcast ]]; then
  _deckcast "$@"
else
  compdef _deckcast deckcast
fi
`;

const FISH = `# fish completion for deckcast
function __deckcast_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answers ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
    test (count $answers) -gt 0; or return
    if test (count $answers) -gt 1
        printf '%s\\n' $answers[1..-2]
    end
    set -l before (string match -r -- '^--[^=]*=' "$current")
    set -l path (string replace -r -- '^--[^=]*=' '' "$current")
    switch $answers[-1]
        case ':files'
            printf "$before%s\\n" (__fish_complete_path "$path")
        case ':directories'
            printf "$before%s\\n" (__fish_complete_directories "$path" '')
    end
end
complete -c deckcast -f -a '(__deckcast_complete)'
`;

const POWERSHELL = `# PowerShell completion for deckcast
Register-ArgumentCompleter -Native -CommandName 'deckcast' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text })
    $program = $words[0]
    $typed = @($words | Select-Object -Skip 1)
    # Older versions drop empty arguments; a blank says the same.
    if ($wordToComplete -eq '') { $typed += ' ' }
    $answers = @(& $program __complete -- @typed 2>$null)
    if ($answers.Count -eq 0) { return }
    $answers | Select-Object -SkipLast 1 | ForEach-Object {
        $word, $description = $_ -split "\`t", 2
        if (-not $description) { $description = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $description)
    }
    if ($answers[-1] -ne ':nothing') {
        $prefix = if ($wordToComplete -match '^(--[^=]+=)') { $Matches[1] } else { '' }
        $path = $wordToComplete.Substring($prefix.Length)
        Get-ChildItem -Path "$path*" -ErrorAction SilentlyContinue |
            Where-Object { $answers[-1] -eq ':files' -or $_.PSIsContainer } | ForEach-Object {
                $name = $prefix + (Resolve-Path -Relative $_.FullName)
                [System.Management.Automation.CompletionResult]::new($name, $_.Name, 'ProviderItem', $_.FullName)
            }
    }
}
`;

export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: BASH,
  fish: FISH,
  powershell: POWERSHELL,
  zsh: ZSH,
};
