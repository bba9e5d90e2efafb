import { ParleyError } from "@parley/base";
import { describe, expect, it } from "vitest";
import { toStoreError } from "./store-error.ts";

const failed = (code: string): Error => Object.assign(new Error("words"), { code });

const describeIn = (cause: unknown): ParleyError => toStoreError("/home/hub.db", "read sessions", cause);

describe("an error of the store's file", () => {
  it.each(["SQLITE_FULL", "ENOSPC", "EDQUOT"])("is a full disk: %s", (code) => {
    const error = describeIn(failed(code));
    expect(error).toMatchObject({ code: "disk_full", remedy: { label: "Free some disk space and try again" } });
    expect(error.message).toBe("Could not read sessions in /home/hub.db: words");
  });

  it.each(["SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE", "EFBIG"])(
    "is a limit of the system: %s",
    (code) => {
      const error = describeIn(failed(code));
      expect(error.code).toBe("disk_full");
      expect(error.message).toContain("the system refuses more data");
      expect(error.remedy?.label).toContain("ulimit -f");
    },
  );

  it.each(["SQLITE_CORRUPT", "SQLITE_CORRUPT_VTAB", "SQLITE_NOTADB"])("is a damaged file: %s", (code) => {
    const error = describeIn(failed(code));
    expect(error.code).toBe("store_failed");
    expect(error.message).toBe("/home/hub.db is damaged: could not read sessions: words");
    expect(error.remedy?.label).toContain("restore a backup");
  });

  it.each([failed("SQLITE_IOERR_READ"), failed("SQLITE_BUSY"), new Error("words"), "words"])(
    "keeps its words otherwise: %s",
    (cause) => {
      const error = describeIn(cause);
      expect(error).toMatchObject({ code: "store_failed", remedy: undefined, cause });
      expect(error.message).toBe("Could not read sessions in /home/hub.db: words");
    },
  );

  it("stays as it is if it is one of our own", () => {
    const own = new ParleyError({ code: "session_lost", message: "gone" });
    expect(describeIn(own)).toBe(own);
  });
});
