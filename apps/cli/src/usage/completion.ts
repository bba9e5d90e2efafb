// What `parley completion` takes.
import { defineUsage } from "../arguments/usage.ts";

export const completionUsage = defineUsage({
  name: "completion",
  summary: "Print a shell completion script",
  flags: {},
  positionals: [{ name: "SHELL", choices: ["bash", "zsh", "fish"] }],
  examples: [
    { about: "bash, in ~/.bashrc", command: "source <(parley completion bash)" },
    { about: "zsh, in ~/.zshrc", command: "source <(parley completion zsh)" },
    { about: "fish", command: "parley completion fish > ~/.config/fish/completions/parley.fish" },
  ],
});
