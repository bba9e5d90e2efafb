// Flags and arguments of `parley agent`, `agent login` and `agent logout`.
import { defineUsage } from "../arguments/usage.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

export const agentUsage = defineUsage({
  name: "agent",
  summary: "Run the built-in coding agent on stdin and stdout, for any ACP client",
  details: `Without a key it runs an offline demo. With ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY it uses that provider's models.
OPENAI_BASE_URL with --model openai-compatible/NAME uses any chat completions server, --model ollama/NAME uses Ollama.`,
  flags: {
    model: { type: "string", value: "PROVIDER/NAME", setting: "model", summary: "Model for new sessions" },
    mode: {
      type: "string",
      value: "MODE",
      setting: "mode",
      summary: "Mode for new sessions: backend, architect, qa, …",
    },
    slot: {
      type: "string",
      value: "SLOT",
      choices: ["coding", "assistant"],
      default: "coding",
      summary: "Family of modes to choose from",
    },
    level: {
      type: "string",
      value: "LEVEL",
      setting: "level",
      summary: "What the agent may do without asking",
    },
    ...sandboxFlag,
    thinking: {
      type: "string",
      value: "HOW",
      choices: ["off", "low", "medium", "high"],
      summary: "How long the model thinks before it answers, if it supports that",
    },
    "allow-loopback": {
      type: "boolean",
      summary: "Allow fetch and the browser to reach this machine and private networks",
    },
  },
  positionals: [],
  examples: [
    { about: "Use it from another client", command: "my-client -- parley agent" },
    { about: "With a local model", command: "my-client -- parley agent --model ollama/qwen3-coder" },
  ],
});

export const loginUsage = defineUsage({
  name: "agent login",
  summary: "Save a model provider's key for the built-in agent",
  details: `Asks for the provider and the key, checks the key, and saves it to ~/.parley/credentials.json, which only you can read.
A running server uses it at once. If standard input is not a terminal, the key is read from it.`,
  flags: {},
  positionals: [{ name: "PROVIDER", isOptional: true }],
  examples: [
    { about: "Sign in to Anthropic", command: "parley agent login anthropic" },
    { about: "Save a key from a file", command: "parley agent login openai < key.txt" },
  ],
});

export const logoutUsage = defineUsage({
  name: "agent logout",
  summary: "Remove a provider's saved key, or all of them",
  flags: {},
  positionals: [{ name: "PROVIDER", isOptional: true }],
  examples: [{ about: "Remove all saved keys", command: "parley agent logout" }],
});
