// Checks a message before the SDK reads it, because the SDK turns any input into something plausible.
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import { isBase64 } from "@parley/base";
import { z } from "zod";
import { describeIssue } from "../../http/describe-issue.ts";

const text = z.string().nullish();
const metadata = z.looseObject({ agent: text, skill: text, skillId: text, cwd: text }).nullish();
const url = z
  .string()
  .refine((value) => URL.canParse(value), "must be a URL")
  .nullish();
const base64 = z.string().min(1, "is empty").refine(isBase64, "is not base64");

/** Both versions: the current one identifies a part by its field, the older one by `kind`. */
const part = z
  .looseObject({
    kind: z.enum(["text", "file", "data"]).nullish(),
    text,
    raw: base64.nullish(),
    url,
    filename: text,
    mediaType: text,
    file: z.looseObject({ bytes: base64.nullish(), uri: url, name: text, mimeType: text }).nullish(),
    metadata: z.looseObject({}).nullish(),
  })
  .check(({ value, issues }) => {
    const message = findProblem(value);
    if (message !== undefined) issues.push({ code: "custom", path: [], message, input: value });
  });

/** By name in the current version, by number in its other encoding, and by the names of the older one. */
const ROLES = ["ROLE_USER", "ROLE_AGENT", 1, 2, "user", "agent"] as const;

const count = z.int().min(0).nullish();
const words = z.array(z.string()).nullish();
const push = z
  .looseObject({
    id: text,
    url: text,
    token: text,
    authentication: z
      .looseObject({ scheme: text, schemes: z.array(z.string()).nullish(), credentials: text })
      .nullish(),
  })
  .nullish();

/** The params of other methods: tasks, pages, push configurations. */
const other = z.looseObject({
  id: text,
  taskId: text,
  contextId: text,
  tenant: text,
  pageToken: text,
  pageSize: count,
  historyLength: count,
  includeArtifacts: z.boolean().nullish(),
  status: z.union([z.string(), z.int()]).nullish(),
  statusTimestampAfter: text,
  pushNotificationConfigId: text,
  pushNotificationConfig: push,
  url: text,
  token: text,
  metadata: z.looseObject({}).nullish(),
});

const request = z.looseObject({
  configuration: z
    .looseObject({
      acceptedOutputModes: z.array(z.string()).nullish(),
      blocking: z.boolean().nullish(),
      returnImmediately: z.boolean().nullish(),
      historyLength: count,
      pushNotificationConfig: push,
      taskPushNotificationConfig: push,
    })
    .nullish(),
  message: z.looseObject({
    kind: z.literal("message", "must be message").nullish(),
    messageId: text,
    contextId: text,
    taskId: text,
    extensions: words,
    referenceTaskIds: words,
    role: z.literal(ROLES, "must be ROLE_USER or ROLE_AGENT (version 0.3: user or agent)").nullish(),
    parts: z.array(part),
    metadata,
  }),
  metadata,
});

const required = z.string().min(1, "is required");
const task = z.looseObject({ id: required });
const pushOfTask = z.looseObject({ taskId: required });
const setPush = z.looseObject({ pushNotificationConfig: z.looseObject({ url: z.string() }) });
const deletePush = z.looseObject({ pushNotificationConfigId: required });
/** The older version identifies a part by its kind alone. */
const legacyRequest = z.looseObject({
  message: z.looseObject({ parts: z.array(z.looseObject({ kind: z.string() })) }),
});

/** What a method requires: the SDK's readers either do not check it, or name no field. */
const METHODS: Readonly<Record<string, readonly z.ZodType[]>> = {
  SendMessage: [request],
  SendStreamingMessage: [request],
  GetTask: [task],
  ListTasks: [],
  CancelTask: [task],
  SubscribeToTask: [task],
  CreateTaskPushNotificationConfig: [pushOfTask],
  GetTaskPushNotificationConfig: [pushOfTask, task],
  ListTaskPushNotificationConfigs: [pushOfTask],
  DeleteTaskPushNotificationConfig: [pushOfTask, task],
  GetExtendedAgentCard: [],
  "message/send": [request, legacyRequest],
  "message/stream": [request, legacyRequest],
  "tasks/get": [task],
  "tasks/cancel": [task],
  "tasks/resubscribe": [task],
  "tasks/pushNotificationConfig/set": [pushOfTask, setPush],
  "tasks/pushNotificationConfig/get": [task],
  "tasks/pushNotificationConfig/list": [task],
  "tasks/pushNotificationConfig/delete": [task, deletePush],
  "agent/getAuthenticatedExtendedCard": [],
};

/** In either version. */
export function isMethod(method: unknown): boolean {
  return typeof method === "string" && Object.hasOwn(METHODS, method);
}

/** Throws an error that names the field. */
export function checkCall({ method, params }: Readonly<Record<string, unknown>>): void {
  const needed = METHODS[String(method)] ?? [];
  for (const schema of needed.includes(request) ? needed : [other.nullish(), ...needed]) {
    check(schema, params, "params");
  }
}

export function checkRequest(params: unknown): void {
  check(request, params, "the body");
}

/** `whole` is the name of the value itself. */
function check(schema: z.ZodType, params: unknown, whole: string): void {
  const result = schema.safeParse(params);
  if (result.success) return;
  const { field, message } = describeIssue(result.error, params);
  throw new RequestMalformedError(`${field === "" ? whole : field}: ${message}`);
}

const CONTENT = ["text", "raw", "url", "data"] as const;

function findProblem(value: z.infer<typeof part>): string | undefined {
  const { kind, file } = value;
  if (kind === "file") return isGiven(file?.bytes) || isGiven(file?.uri) ? undefined : "needs file.bytes or file.uri";
  const given = CONTENT.filter((name) => isGiven(value[name]));
  if (given.length > 1) return `has ${given.join(" and ")}; only one is allowed`;
  if (given.length === 0) return kind === "text" ? "needs a text" : `needs one of ${CONTENT.join(", ")}`;
  return undefined;
}

/** `data` may be null, which is a value. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
