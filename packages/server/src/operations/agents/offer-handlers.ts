// Tools, prompts and extensions of a session's agent.
import { ParleyError } from "@parley/base";
import { refuseAction } from "../../auth/require-scope.ts";
import type { Caller } from "../../http/dialect.ts";
import { readExtension, showExtensions, toShownExtension } from "../extensions/translate.ts";
import { defineHandlers } from "../handler.ts";
import { FieldError } from "../input/field-error.ts";
import { readKnownTools } from "./known-tools.ts";
import { toCommandLine, toPrompts, toValues } from "./prompts.ts";

export const offerHandlers = defineHandlers({
  "tools/list": async ({ session_id: id, extension_name: only, start }, { hub, caller }) => {
    const session = await hub.sessions.get(id);
    const { commands, tools, problems } = await readKnownTools(hub, session, mayStart(caller, start));
    const extensions = session.extensions.map(toShownExtension);
    if (only === undefined) return { tools, commands, extensions, problems };
    return {
      tools: tools.filter(({ name, server }) => server === only || name.startsWith(`mcp__${only}__`)),
      commands: [],
      extensions: extensions.filter(({ name }) => name === only),
      problems: problems.filter((problem) => problem.startsWith(`${only}: `)),
    };
  },
  "prompts/list": async ({ session_id: id, start }, { hub, caller }) => {
    const session = await hub.sessions.get(id);
    return toPrompts(await readKnownTools(hub, session, mayStart(caller, start)));
  },
  "prompts/render": async ({ session_id: id, name, arguments: values }, { hub }) => {
    const session = await hub.sessions.get(id);
    try {
      return await hub.sessions.renderPrompt(session.id, name, toValues(values));
    } catch (error) {
      if (!isUnknownName(error)) throw error;
      const { commands } = await hub.sessions.open(session.id);
      const command = commands.find((one) => one.name === name);
      if (command === undefined) throw error;
      const text = toCommandLine(command.name, values);
      return { description: command.description, messages: [{ role: "user", content: { type: "text", text } }] };
    }
  },
  "extensions/add": async ({ session_id: id, ...given }, { hub }) =>
    showExtensions(await hub.sessions.addExtension(id, readExtension(given))),
  "extensions/remove": async ({ session_id: id, name }, { hub }) =>
    showExtensions(await hub.sessions.removeExtension(id, name)),
});

/** True if no extension has such a prompt; it may be a command of the agent. */
function isUnknownName(error: unknown): boolean {
  return error instanceof ParleyError && error.code === "bad_input" && error.message.startsWith("name: ");
}

/** Listing requires `read`; starting a program in order to list requires `drive`. */
function mayStart(caller: Caller, start: "true" | "false" | undefined): boolean {
  const why = refuseAction(caller, "startToLook");
  if (start === "true" && why !== undefined) throw new FieldError("start", "requires the scope drive");
  return why === undefined && start !== "false";
}
