// The composer: empty, with attachments, and while a turn runs.
import {
  Composer,
  type ChatPort,
  type Draft,
  type DraftKeeper,
  type Picker,
  type QueuedItem,
} from "../../src/index.ts";
import type { GalleryGroup, GalleryState } from "../gallery-state.ts";

const PICKERS: readonly Picker[] = [
  { id: "agent", name: "Agent", value: "goose", options: [{ value: "goose", label: "Goose" }] },
  { id: "mode", name: "Mode", value: "auto", options: [{ value: "auto", label: "Auto" }] },
  { id: "model", name: "Model", value: "large", options: [{ value: "large", label: "Large model" }] },
  {
    id: "approval",
    name: "Approval",
    value: "bypass",
    options: [
      { value: "supervised", label: "Supervised" },
      { value: "bypass", label: "Bypass" },
    ],
    isMarked: true,
  },
];

const QUEUE: readonly QueuedItem[] = [
  { turnId: "1", text: "Run the whole suite again", attachments: [] },
  { turnId: "2", text: "Then write the changelog", attachments: ["notes.txt"], by: "Ann" },
];

const EMPTY: Draft = { text: "", chips: [] };

const ATTACHED: Draft = {
  text: "Why is this one off by a cent? @src/cart.ts",
  chips: [{ type: "text", name: "receipt.txt", uri: "attachment:receipt.txt", text: "3 x 3.33 = 8.98" }],
};

function state(id: string, title: string, draft: Draft, queue: readonly QueuedItem[], until?: number): GalleryState {
  return {
    id,
    title,
    open: ({ session, port }) => (
      <Composer
        view={session("shop", { until })}
        port={withFiles(port)}
        drafts={keeperOf(draft)}
        queue={queue}
        pickers={PICKERS}
        agent="Goose"
        sessions={[{ id: "kit", title: "Release 4.2" }]}
      />
    ),
  };
}

function keeperOf(draft: Draft): DraftKeeper {
  return { draft, keep: () => true };
}

/** Questions to the port that have an answer. */
function withFiles(port: ChatPort): ChatPort {
  const answers = { findFiles: async () => ["src/cart.ts", "src/money.ts"], toMentions: async () => [] };
  return Object.assign(Object.create(port) as ChatPort, answers);
}

export const composer: GalleryGroup = {
  id: "composer",
  title: "Composer",
  states: [
    state("empty", "Empty", EMPTY, []),
    state("attached", "With an attachment and a mention", ATTACHED, []),
    state("running", "While a turn runs, with prompts that wait", EMPTY, QUEUE, 36),
  ],
};
