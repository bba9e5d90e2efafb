// Schemas of the terminals of a session.
import { z } from "zod";
import { TERMINAL_INPUT_CHARS_MAX, TERMINAL_SIZE_MAX } from "../limits.ts";

const sizeFields = {
  cols: z.number().int().min(1).max(TERMINAL_SIZE_MAX),
  rows: z.number().int().min(1).max(TERMINAL_SIZE_MAX),
};

const terminalFields = {
  id: z.string(),
  command: z.string().describe("The command line, as a person would type it."),
  cwd: z.string(),
  started_at: z.string(),
  is_running: z.boolean(),
  is_pty: z.boolean().describe("It accepts input and has a size."),
  size: z.object(sizeFields).optional(),
  exit: z
    .object({ exit_code: z.number().int().nullable(), signal: z.string().nullable() })
    .optional()
    .describe("How it ended; missing while it runs, and if it ended with the server."),
};

export const terminalsReplySchema = z.object({
  terminals: z.array(z.object(terminalFields)).describe("In the order in which they were started."),
});

export const terminalReplySchema = z.object({
  ...terminalFields,
  output: z
    .string()
    .describe(
      "What a terminal emulator has to show: with the program's colours while the agent has the terminal, plain text later. Lines end with CR LF.",
    ),
  truncated: z.boolean().describe("The beginning is missing (256 KiB are kept)."),
});

export const terminalRunSchema = z.object({
  command: z.string().min(1).max(TERMINAL_INPUT_CHARS_MAX).describe("A command line for the shell."),
});

export const terminalInputSchema = z.object({
  data: z.string().min(1).max(TERMINAL_INPUT_CHARS_MAX).describe("As typed: Enter is `\\r`, Ctrl-C is `\\u0003`."),
});

export const terminalSizeSchema = z.object(sizeFields);
