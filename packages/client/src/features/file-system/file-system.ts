// `fs/read_text_file` and `fs/write_text_file`: policy decides first, then exactly the file of the decision is opened.
import { ParleyError } from "@parley/base";
import { createFiles, type Files } from "@parley/machine";
import type { PathFacts } from "@parley/policy";
import type { OpenFeature, SessionScope } from "../feature.ts";
import { answering } from "../feature-error.ts";
import type { Gate } from "../gate/gate.ts";
import { COMPARED_FILE_BYTES_MAX } from "../../limits.ts";
import { isBelow } from "../paths.ts";
import { describeRead, describeWrite } from "./describe-file.ts";

/** The documents of an editor replace this. It must refuse paths outside the session's folders. */
export type TextFiles = Pick<Files, "readTextFile" | "writeTextFile">;

/** Opened once for each session, when its first file is needed. */
export type OpenTextFiles = (scope: SessionScope) => Promise<TextFiles>;

export const openDiskFiles: OpenTextFiles = ({ roots }) => createFiles({ roots });

/** Served even if it was not announced: some agents do not check. */
export function openFileSystem(gate: Gate, openFiles: OpenTextFiles): OpenFeature {
  let opened: Promise<TextFiles> | undefined;
  const files = (): Promise<TextFiles> => {
    opened ??= openFiles(gate.scope).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    handlers: {
      "fs/read_text_file": ({ path, line, limit }, { signal }) =>
        answering({ path }, async () => {
          const facts = await readFacts(gate, path);
          const subject = { request: { kind: "read", path }, facts } as const;
          await gate.pass(subject, () => describeRead(facts), signal);
          const request = { path, decidedPath: facts.real, line, limit, signal };
          const { content } = await (await files()).readTextFile(request);
          return { content };
        }),
      "fs/write_text_file": ({ path, content }, { signal }) =>
        answering({ path }, async () => {
          const facts = await withChange(gate, files, await readFacts(gate, path), content);
          const subject = { request: { kind: "write", path }, facts } as const;
          const describe = async () => describeWrite(gate, await files(), facts, content);
          const { rule } = await gate.pass(subject, describe, signal);
          // The user approved this text; a rule or a level allows any text.
          const isPersons = rule.source === "grant" && rule.id === "person";
          if (isPersons && content.length <= COMPARED_FILE_BYTES_MAX)
            gate.coverage.limitToTexts(facts.real).wrote(content);
          else gate.coverage.addPath(facts.real);
          await (await files()).writeTextFile({ path, decidedPath: facts.real, content });
          return {};
        }),
    },
    close: () => Promise.resolve(),
  };
}

/** If the user was shown a text, the resulting file must have that text. */
async function withChange(
  gate: Gate,
  files: () => Promise<TextFiles>,
  facts: PathFacts,
  after: string,
): Promise<PathFacts> {
  if (!gate.judge.holdsToText(facts)) return facts;
  const before = await readText(await files(), facts);
  return { ...facts, change: { before, after } };
}

async function readText(files: TextFiles, { requested: path, real }: PathFacts): Promise<string | undefined> {
  try {
    return (await files.readTextFile({ path, decidedPath: real })).content;
  } catch (error) {
    if (error instanceof ParleyError) return undefined; // It does not exist or is not text.
    throw error;
  }
}

/** An agent learns nothing about paths outside, not even their kind. */
async function readFacts(gate: Gate, path: string): Promise<PathFacts> {
  const facts = await (await gate.judge.facts()).pathFacts(path, { means: "target" });
  const isInside = facts.roots.some((root) => isBelow(root, facts.real));
  return isInside ? facts : { ...facts, kind: "missing" };
}
