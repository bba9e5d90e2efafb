// The programs behind agents: list, install, sign in, restart, inspect, and the agents' own sessions.
import { defineHandlers } from "../handler.ts";
import { FieldError, inQuery } from "../input/field-error.ts";
import { toNativeSignIn } from "../sessions/sign-in-methods.ts";
import { toNativeSession } from "../sessions/translate.ts";
import { toNativeJob, toNativeLog, toNativeProgram, toNativeProgramSession } from "./translate.ts";

const SECOND_MS = 1_000;

/** The names that registries allow; for other names no job is started. */
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

function checkName(name: string): string {
  if (NAME.test(name)) return name;
  throw new FieldError("name", "must be lower-case letters, digits and dashes, at most 64");
}

export const catalogueHandlers = defineHandlers({
  "agents/catalogue": async ({ registry }, { hub }) => ({
    programs: (await hub.programs.list({ registry: registry === "true" })).map(toNativeProgram),
  }),
  "agents/add": async ({ name, command, args, env, title }, { hub }) => ({
    name,
    is_replaced: (await hub.programs.add(name, { command, args, env, title })).isReplaced,
  }),
  "agents/remove": async ({ name }, { hub }) => ({ kept: (await hub.programs.remove(name)).kept }),
  "agents/install": ({ name, kind, ignore_scripts: ignoreScripts }, { hub }) =>
    toNativeJob(hub.programs.install(checkName(name), { kind, ignoreScripts })),
  "agents/update": ({ name }, { hub }) => toNativeJob(hub.programs.update(checkName(name))),
  "agents/jobs": (_, { hub }) => ({ jobs: hub.programs.jobs.list().map(toNativeJob) }),
  "agents/job": async ({ id, after, wait_seconds: seconds = 0 }, { hub }) =>
    toNativeJob(await hub.programs.jobs.get(id, { after, waitMs: seconds * SECOND_MS })),
  "agents/cancelJob": async ({ id }, { hub }) => toNativeJob(await hub.programs.jobs.cancel(id)),
});

export const programHandlers = defineHandlers({
  "agents/signIns": async ({ name }, { hub }) => ({ sign_ins: (await hub.programs.signIns(name)).map(toNativeSignIn) }),
  "agents/signIn": async ({ name, method_id: methodId, values }, { hub }) =>
    toNativeJob(await hub.programs.signIn(name, methodId, values)),
  "agents/signOut": ({ name }, { hub }) => hub.programs.signOut(name),
  "agents/restart": async ({ name }, { hub }) => ({ restarted: await hub.programs.restart(name) }),
  "agents/log": async ({ name }, { hub }) => ({ processes: (await hub.programs.log(name)).map(toNativeLog) }),
  "agents/traffic": async ({ name, limit }, { hub }) => ({ lines: await hub.programs.traffic(name, { limit }) }),
  "agents/sessions": async ({ name, cwd }, { hub }) => ({
    sessions: (await inQuery(() => hub.programs.sessions(name, { cwd }))).map(toNativeProgramSession),
  }),
  "agents/openSession": async ({ name, agent_session_id: agentSessionId, working_dir: cwd }, { hub, baseUrl }) =>
    toNativeSession(await hub.programs.openSession(name, { agentSessionId, cwd }), baseUrl()),
});
