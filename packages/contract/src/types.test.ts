// The types that clients and handlers see.
import { expectTypeOf, it } from "vitest";
import type { HttpOnlyName, NativeMessage, Operations, Params, Reply } from "./index.ts";

it("have the parts of the path, the query and the body in one object", () => {
  expectTypeOf<Params<"turns/cancel">>().toEqualTypeOf<{ readonly id: string }>();
  expectTypeOf<Params<"sessions/setOption">>().toEqualTypeOf<{
    readonly id: string;
    readonly configId: string;
    readonly value: string | boolean;
  }>();
  expectTypeOf<Params<"turns/list">["limit"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Params<"sessions/get">["conversation"]>().toEqualTypeOf<boolean | "true" | "false" | undefined>();
  expectTypeOf<Params<"turns/start">>().toHaveProperty("user_message");
  // @ts-expect-error A misspelled field.
  expectTypeOf<{ id: "x"; user_message: "hi"; whenbusy: "queue" }>().toEqualTypeOf<Params<"turns/start">>();
});

it("say what a reply has, and nothing else", () => {
  expectTypeOf<Operations["sessions/rename"]["reply"]["status"]>().toEqualTypeOf<"idle" | "running" | "awaiting">();
  expectTypeOf<Operations["turns/cancel"]["reply"]["id"]>().toEqualTypeOf<string>();
  expectTypeOf<keyof Reply<"turns/start">>().toEqualTypeOf<"request_id" | "turn_id" | "session_id">();
  expectTypeOf<string extends keyof Reply<"sessions/rename"> ? "open" : "closed">().toEqualTypeOf<"closed">();
  expectTypeOf<NonNullable<Reply<"sessions/get">["conversation"]>[number]>().toEqualTypeOf<NativeMessage>();
});

it("leave streams and files to HTTP", () => {
  expectTypeOf<HttpOnlyName>().toEqualTypeOf<
    "turns/stream" | "sessions/export" | "events/stream" | "terminal/stream" | "views/follow" | "views/trace"
  >();
});
