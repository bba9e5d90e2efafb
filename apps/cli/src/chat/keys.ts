// The keys of the chat: one table, which `?`, /help and the documentation show.

export interface KeyHelp {
  readonly keys: string;
  readonly does: string;
}

export const CHAT_KEYS: readonly KeyHelp[] = [
  { keys: "Enter", does: "send; during a turn, the prompt is queued" },
  { keys: "Ctrl-S", does: "send now, interrupting the turn; in an empty input, the first queued prompt" },
  { keys: "Alt-Enter, \\ Enter", does: "a new line" },
  { keys: "Esc", does: "stop the turn; queued prompts return to the input" },
  { keys: "Esc Esc", does: "clear the input; in an empty one, edit an earlier prompt" },
  { keys: "Up", does: "edit the last queued prompt, or recall an earlier one" },
  { keys: "Ctrl-R", does: "search the prompt history" },
  { keys: "Shift-Tab", does: "the next mode" },
  { keys: "Ctrl-T", does: "the next approval level" },
  { keys: "Ctrl-G", does: "write the prompt in your editor ($VISUAL or $EDITOR)" },
  { keys: "Ctrl-V", does: "attach the image on the clipboard" },
  { keys: "Tab", does: "complete; after a folded paste, expand it" },
  { keys: "@path, @path:10-20", does: "attach a file, an image, or some lines" },
  { keys: "!command", does: "run a command; the agent sees it with the next prompt" },
  { keys: "/command", does: "a command of the chat or the agent; if both have it, //command is the agent's" },
  { keys: "Ctrl-O", does: "read the whole conversation, open any tool call" },
  { keys: "Ctrl-L", does: "clear the screen" },
  { keys: "Ctrl-C", does: "stop the turn, or clear the input; twice: quit" },
  { keys: "Ctrl-D", does: "quit" },
  { keys: "?", does: "show these keys, in an empty input" },
];

/** In a permission question. */
export const QUESTION_KEYS: readonly KeyHelp[] = [
  { keys: "y, a, f, n", does: "allow once, for this session, always in this folder; reject" },
  { keys: "r", does: "reject, and tell the agent what to do instead" },
  { keys: "m", does: "more answers" },
  { keys: "Ctrl-O", does: "everything that the question is about" },
  { keys: "Esc", does: "stop the turn" },
];
