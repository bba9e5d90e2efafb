// Operations on the programs behind agents: list, install, sign in, restart, inspect, and the agents' own sessions.
import { defineOperations } from "../operation.ts";
import { sessionSchema } from "../sessions/schemas.ts";
import { createSignInOperations } from "../sessions/sign-in-operations.ts";
import {
  addedProgramSchema,
  addProgramSchema,
  catalogueQuerySchema,
  catalogueReplySchema,
  installProgramSchema,
  jobQuerySchema,
  jobSchema,
  jobsReplySchema,
  openProgramSessionSchema,
  programLogReplySchema,
  programSessionsQuerySchema,
  programSessionsReplySchema,
  removedProgramSchema,
  restartedSchema,
  trafficQuerySchema,
  trafficReplySchema,
} from "./schemas.ts";

const tag = "Agents";
const startedJob = { status: 202, description: "The job that does it.", schema: jobSchema } as const;
const ABOUT_JOB =
  "GET /agent/jobs/{id} waits for its steps and its end; GET /events has them as they come. An agent has one job at a time.";

/** Listing and changing programs. */
export const catalogueOperations = defineOperations({
  "agents/catalogue": {
    method: "get",
    path: "/agent/programs",
    scope: "read",
    tag,
    summary: "List the programs of agents: on this machine, and in the registry",
    description: "With their states, versions, sign-ins and processes. Only `registry=true` uses the network.",
    query: catalogueQuerySchema,
    reply: { description: "The programs.", schema: catalogueReplySchema },
    errors: [502],
  },
  "agents/add": {
    method: "post",
    path: "/agent/programs",
    scope: "admin",
    tag,
    summary: "Register a program that speaks ACP under a name",
    description: "Replaces one of the same name. A program that cannot be started is refused.",
    body: addProgramSchema,
    example: { name: "mine", command: "/usr/local/bin/my-agent", args: ["--acp"] },
    reply: { status: 201, description: "It was added.", schema: addedProgramSchema },
    errors: [403, 404, 501],
  },
  "agents/remove": {
    method: "delete",
    path: "/agent/programs/{name}",
    scope: "admin",
    tag,
    summary: "Remove an agent that Parley installed, or that was added",
    reply: { description: "It was removed.", schema: removedProgramSchema },
    errors: [403, 404, 409, 501],
  },
  "agents/install": {
    method: "post",
    path: "/agent/programs/{name}/install",
    scope: "admin",
    tag,
    summary: "Install an agent from the registry",
    description: ABOUT_JOB,
    body: installProgramSchema,
    example: {},
    reply: startedJob,
    errors: [403, 409, 501],
  },
  "agents/update": {
    method: "post",
    path: "/agent/programs/{name}/update",
    scope: "admin",
    tag,
    summary: "Update an agent that Parley installed",
    description: ABOUT_JOB,
    reply: startedJob,
    errors: [403, 409, 501],
  },
  "agents/jobs": {
    method: "get",
    path: "/agent/jobs",
    scope: "read",
    tag,
    summary: "List installations and sign-ins, the latest first",
    reply: { description: "The jobs, without their steps.", schema: jobsReplySchema },
  },
  "agents/job": {
    method: "get",
    path: "/agent/jobs/{id}",
    scope: "admin",
    tag,
    summary: "Get an installation or a sign-in with its steps",
    query: jobQuerySchema,
    reply: { description: "The job.", schema: jobSchema },
    errors: [403, 404],
  },
  "agents/cancelJob": {
    method: "post",
    path: "/agent/jobs/{id}/cancel",
    scope: "admin",
    tag,
    summary: "Cancel an installation or a sign-in",
    description: "Answered when it has ended.",
    reply: { description: "The job.", schema: jobSchema },
    errors: [403, 404],
  },
});

const { signIns, signIn, signOut } = createSignInOperations({
  path: "/agent/entries/{name}",
  tag,
  whose: "an agent",
  descriptions: {
    signIns: "Starts the agent if necessary. Needs no session.",
    signIn: `${ABOUT_JOB} What the agent prints meanwhile, such as a code or an address, are steps of the job; a page that it wants to be opened is a question (GET /interactions). Values are kept in memory, for all processes of the agent that are started later.`,
    signOut: "In all its processes.",
  },
  signedIn: startedJob,
  errors: [403],
});

/** Operations on one program. */
export const programOperations = defineOperations({
  "agents/signIns": signIns,
  "agents/signIn": signIn,
  "agents/signOut": signOut,
  "agents/restart": {
    method: "post",
    path: "/agent/entries/{name}/restart",
    scope: "admin",
    tag,
    summary: "Restart the processes of an agent",
    description: "Their sessions continue. Refused while one of them runs a turn.",
    reply: { description: "They were restarted.", schema: restartedSchema },
    errors: [403, 404, 409, 501, 502],
  },
  "agents/log": {
    method: "get",
    path: "/agent/entries/{name}/log",
    scope: "admin",
    tag,
    summary: "The end of what an agent's processes wrote to stderr",
    reply: { description: "Its processes.", schema: programLogReplySchema },
    errors: [403, 404, 501],
  },
  "agents/traffic": {
    method: "get",
    path: "/agent/entries/{name}/traffic",
    scope: "admin",
    tag,
    summary: "The latest messages with an agent's processes",
    description: "Over all sessions, and outside of sessions. Secrets are redacted.",
    query: trafficQuerySchema,
    reply: { description: "A trace.", schema: trafficReplySchema },
    errors: [403, 404, 501],
  },
  "agents/sessions": {
    method: "get",
    path: "/agent/entries/{name}/sessions",
    scope: "drive",
    tag,
    summary: "Sessions that an agent keeps itself",
    description: "Also those that were begun without Parley. Starts the agent.",
    query: programSessionsQuerySchema,
    reply: { description: "The sessions, in the agent's order.", schema: programSessionsReplySchema },
    errors: [404, 501, 502],
  },
  "agents/openSession": {
    method: "post",
    path: "/agent/entries/{name}/sessions",
    scope: "drive",
    tag,
    summary: "Continue a session that an agent keeps itself",
    description:
      "Creates a session with the history that the agent replays. A session of the agent that was opened before gives the same session.",
    body: openProgramSessionSchema,
    example: { agent_session_id: "20261116_3" },
    reply: { status: 201, description: "The session.", schema: sessionSchema },
    errors: [404, 501, 502],
  },
});
