// Questions as the server lists them, for the states of cards and of the inbox.
import type { NativeInteraction } from "@parley/contract";
import type { AskedQuestion } from "../../src/index.ts";

const BASE = {
  agent: "goose",
  session_id: "shop",
  state: "pending",
  created_at: "2026-03-02T14:02:00.000Z",
  expires_at: "2026-03-03T14:02:00.000Z",
} as const;

const OPTIONS: NonNullable<NativeInteraction["options"]> = [
  { optionId: "parley:allow", name: "Allow once", kind: "allow_once" },
  { optionId: "parley:allow-session", name: "Allow writing src/cart.ts for this session", kind: "allow_always" },
  { optionId: "parley:reject", name: "Reject", kind: "reject_once" },
  {
    optionId: "parley:reject-workspace",
    name: "Never allow writing src/cart.ts in this folder",
    kind: "reject_always",
  },
];

export const EDIT: AskedQuestion = {
  interaction: {
    ...BASE,
    id: "edit",
    kind: "permission",
    reason: "Supervised mode: writing cart.ts needs your approval",
    options: OPTIONS,
    tool_call: {
      toolCallId: "1",
      title: "Edit src/cart.ts",
      kind: "edit",
      content: [
        {
          type: "diff",
          path: "/code/shop/src/cart.ts",
          oldText: "const unit = round(item.price * rate);\nreturn unit * item.quantity;\n",
          newText: "const unit = item.price * rate;\nreturn round(unit * item.quantity);\n",
        },
      ],
    },
  },
};

export const COMMAND: AskedQuestion = {
  interaction: {
    ...BASE,
    id: "command",
    kind: "permission",
    session_id: "kit",
    reason: "npm sends data from this machine to another one",
    danger: "Sends data from this machine to another one",
    proposals: ["the command `npm publish`"],
    options: [
      { optionId: "yes", name: "Allow", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
    tool_call: { toolCallId: "2", title: "Publish", kind: "execute", rawInput: { command: "npm publish \u202eevil" } },
  },
};

export const FORM: AskedQuestion = {
  interaction: {
    ...BASE,
    id: "form",
    kind: "elicitation",
    request: {
      mode: "form",
      sessionId: "shop",
      message: "How should the release be named?",
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", title: "Name", description: "As in the changelog" },
          size: { type: "string", title: "Size", enum: ["patch", "minor", "major"] },
          notify: { type: "boolean", title: "Tell the team", default: true },
        },
        required: ["name"],
      },
    },
  },
};

export const PAGE: AskedQuestion = {
  interaction: {
    ...BASE,
    id: "page",
    kind: "elicitation",
    request: {
      mode: "url",
      sessionId: "shop",
      elicitationId: "e",
      message: "Sign in to the registry",
      url: "https://registry.example/sign-in?device=ABCD",
    },
  },
};

export const ANSWERED: AskedQuestion = { ...EDIT, over: { state: "answered", by: { surface: "web", person: "Ann" } } };

/** As many as an agent that lost its patience asks. */
export const MANY: readonly AskedQuestion[] = Array.from({ length: 100 }, (_, index) => ({
  interaction: { ...COMMAND.interaction, id: `many-${index}` },
}));
