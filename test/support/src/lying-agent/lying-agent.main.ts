// The lying agent as a program: its first argument is the lie, as JSON.
import { lies, type LieName } from "./lies.ts";
import { startLiar } from "./liar.ts";
import { createStdioWire } from "./wire.ts";

const { lie } = JSON.parse(process.argv[2] ?? "{}") as { lie: LieName };
startLiar(createStdioWire(process.stdin, process.stdout), lies[lie]);
