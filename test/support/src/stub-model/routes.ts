// Which address belongs to which wire.
import { anthropic } from "./wires/anthropic.ts";
import { gemini } from "./wires/gemini.ts";
import { openaiChat } from "./wires/openai-chat.ts";
import { openaiResponses } from "./wires/openai-responses.ts";
import type { Address, Wire } from "./wires/wire.ts";

export interface Route {
  readonly wire: Wire;
  readonly address: Address;
  /** Only the tokens are counted, nothing is answered. */
  readonly isCount: boolean;
}

const BODY_SAYS: Address = { model: undefined, stream: undefined, asEvents: true };
const GEMINI_METHODS: Readonly<Record<string, { readonly stream: boolean; readonly isCount: boolean }>> = {
  generateContent: { stream: false, isCount: false },
  streamGenerateContent: { stream: true, isCount: false },
  countTokens: { stream: false, isCount: true },
};

/** Whatever version or prefix stands before: an agent's base address may have one or not. */
const ROUTES: readonly (readonly [RegExp, Wire, boolean])[] = [
  [/\/chat\/completions$/, openaiChat, false],
  [/\/responses$/, openaiResponses, false],
  [/\/messages$/, anthropic, false],
  [/\/messages\/count_tokens$/, anthropic, true],
];

export function findRoute({ pathname, searchParams }: URL): Route | undefined {
  for (const [pattern, wire, isCount] of ROUTES) {
    if (pattern.test(pathname)) return { wire, address: BODY_SAYS, isCount };
  }
  const [, model, name = ""] = /\/models\/([^/:]+):(\w+)$/.exec(pathname) ?? [];
  const method = Object.hasOwn(GEMINI_METHODS, name) ? GEMINI_METHODS[name] : undefined;
  if (model === undefined || method === undefined) return undefined;
  const address = {
    model: decodeURIComponent(model),
    stream: method.stream,
    asEvents: searchParams.get("alt") === "sse",
  };
  return { wire: gemini, address, isCount: method.isCount };
}
