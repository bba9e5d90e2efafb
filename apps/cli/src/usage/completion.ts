// Flags and arguments of `parley completion`.
import { defineUsage } from "../arguments/usage.ts";

export const completionUsage = defineUsage({
  name: "completion",
  summary: "Print a shell completion script",
  flags: {},
  positionals: [{ name: "SHELL", choices: ["bash", "zsh", "fish", "powershell"] }],
  examples: [
    { about: "bash, in ~/.bashrc", command: "source <(parley completion bash)" },
    { about: "zsh, in ~/.zshrc", command: "source <(parley completion zsh)" },
    { about: "fish", command: "parley completion fish > ~/.config/fish/completions/parley.fish" },
    { about: "PowerShell, in $PROFILE", command: "parley completion powershell | Out-String | Invoke-Expression" },
  ],
});
