// Delegates work to a sub-agent with its own conversation; only its answer comes back.
import { toOneLine } from "@parley/base";
import { z } from "zod";
import { cutWithNote } from "../../text/cut.ts";
import { errorOutcome } from "../failures.ts";
import { defineTool, textOutcome } from "../tool.ts";
import { TASK_ANSWER_CHARS_MAX, TASK_INSTRUCTIONS_CHARS_MAX, TASK_TITLE_CHARS_MAX } from "../../limits.ts";

const input = z.object({
  title: z.string().trim().min(1).max(TASK_TITLE_CHARS_MAX).describe("A few words for the user: what it is about."),
  instructions: z
    .string()
    .trim()
    .min(1)
    .max(TASK_INSTRUCTIONS_CHARS_MAX)
    .describe(
      "Everything it needs to know, because it does not see this conversation: the goal, the paths, what to leave alone, and exactly what to report.",
    ),
  mode: z.string().trim().min(1).optional().describe("Id of its mode. Default: the mode of this session."),
});

export const taskTool = defineTool({
  name: "task",
  groups: [],
  kind: "other",
  description: [
    "Delegates work to a sub-agent with the same tools and a new conversation, and returns its final answer.",
    "Use it for a search through many files or a separate piece of work whose details you do not need: it keeps them out of this conversation.",
    "Several calls in one answer run in parallel; give them work on different files.",
    "Do it yourself if you know which file to look at, or if one or two calls are enough. The user does not see its answer: summarise what matters.",
  ].join("\n"),
  input,
  prepare({ title, instructions, mode }, context) {
    return {
      title: `Task: ${toOneLine(title, TASK_TITLE_CHARS_MAX)}`,
      content: [{ type: "content", content: { type: "text", text: instructions } }],
      // Its actions are judged when they happen, in this session.
      subjects: [],
      async execute(run) {
        const task = { callId: run.callId, title, instructions, modeId: mode };
        const result = await context.subAgents.run(task, run.signal, (progress) => run.show(progress));
        if ("failed" in result) return errorOutcome(`The task failed: ${result.failed}`);
        const answer = result.answer.trim() === "" ? "The sub-agent ended without an answer." : result.answer;
        return textOutcome(cutWithNote(answer, TASK_ANSWER_CHARS_MAX, "truncated: the answer is longer"));
      },
    };
  },
});
