// An editor for tests: a client that announced files, has texts in memory, and answers as the test wants.
import { isObject } from "@parley/base";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { AcpPeer, Heard } from "./acp-peer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What it answers: a result, an error, or nothing. */
type Reply = { readonly result: unknown } | { readonly error: Fields } | undefined;

export interface TestEditor {
  readonly peer: AcpPeer;
  /** Documents by path. */
  readonly texts: Map<string, string>;
  /** The requests for files that it got, as `read /path`. */
  readonly asked: string[];
}

export const FILES: Fields = { fs: { readTextFile: true, writeTextFile: true } };

export interface TestEditorOptions {
  /** Instead of the text in memory, or of the disk. */
  readonly answer?: ((request: Heard & { readonly params: Fields }) => Reply | Promise<Reply>) | undefined;
  /** Default: it saves what it writes. */
  readonly saves?: boolean | undefined;
}

/** Answers until the connection is over. */
export function serveFiles(peer: AcpPeer, { answer, saves = true }: TestEditorOptions = {}): TestEditor {
  const editor: TestEditor = { peer, texts: new Map(), asked: [] };
  const seen = new Set<unknown>();
  const isNew = ({ id, method }: Heard): boolean => String(method).startsWith("fs/") && !seen.has(id);
  const run = async (): Promise<void> => {
    for (;;) {
      const request = await peer.find(isNew);
      seen.add(request["id"]);
      const params = isObject(request["params"]) ? request["params"] : {};
      editor.asked.push(`${request["method"] === "fs/read_text_file" ? "read" : "write"} ${String(params["path"])}`);
      void reply(editor, { ...request, params }, answer ?? ((one) => serve(editor, one, saves)));
    }
  };
  void run();
  return editor;
}

async function reply(
  { peer }: TestEditor,
  request: Heard & { readonly params: Fields },
  answer: NonNullable<TestEditorOptions["answer"]>,
): Promise<void> {
  const given = await answer(request);
  if (given !== undefined) peer.send({ id: request["id"], ...given });
}

async function serve(
  { texts }: TestEditor,
  { method, params }: Heard & { readonly params: Fields },
  saves: boolean,
): Promise<Reply> {
  const path = String(params["path"]);
  if (method === "fs/write_text_file") {
    const content = String(params["content"]);
    texts.set(path, content);
    if (saves) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    return { result: {} };
  }
  const content = texts.get(path) ?? (await readFile(path, "utf8").catch(() => undefined));
  if (content === undefined) return { error: { code: -32002, message: "Resource not found" } };
  const [line, limit] = [params["line"], params["limit"]].map((value) =>
    typeof value === "number" ? value : undefined,
  );
  const from = (line ?? 1) - 1;
  const lines = content.split(/(?<=\n)/).slice(from, limit === undefined ? undefined : from + limit);
  return { result: { content: lines.join("") } };
}
