// The programs of a hub's agents: listed, installed, signed in to, restarted, and their own sessions.
import { ParleyError } from "@parley/base";
import type { SignIn } from "@parley/client";
import type { AgentEntry } from "../api/agents.ts";
import type { AgentJob } from "../api/agent-jobs.ts";
import type { Variables } from "../api/given-launch.ts";
import type {
  AddedProgram,
  CataloguedProgram,
  InstallChoice,
  NewProgram,
  ProgramCatalogue,
  RemovedProgram,
} from "../api/program-catalogue.ts";
import type { ListedProgram, ProgramLog, Programs, ProgramSession, WantedProgramSession } from "../api/programs.ts";
import type { HubSession } from "../api/sessions.ts";
import type { ExternalAgent, ExternalAgents } from "../api/sources.ts";
import type { HubAgents } from "../agents/create-agents.ts";
import { OWN } from "../links/process-spec.ts";
import { TRAFFIC_FRAMES_MAX } from "../limits.ts";
import { Jobs } from "./jobs.ts";
import { OwnSessions, type OwnSessionsOptions } from "./own-sessions.ts";
import { AgentProcesses, type ProcessesOptions } from "./processes.ts";

export interface ProgramsOptions extends OwnSessionsOptions, ProcessesOptions {
  readonly agents: HubAgents;
  readonly external: ExternalAgents;
  /** The latest messages with an agent's processes. */
  readonly traffic: (name: string, limit: number) => readonly string[];
  readonly onJob: (job: AgentJob) => void;
}

export class HubPrograms implements Programs {
  readonly jobs: Jobs;
  readonly #options: ProgramsOptions;
  readonly #sessions: OwnSessions;
  readonly #processes: AgentProcesses;

  constructor(options: ProgramsOptions) {
    this.#options = options;
    this.jobs = new Jobs(options.clock, options.onJob);
    this.#sessions = new OwnSessions(options);
    this.#processes = new AgentProcesses(options);
  }

  async list({ registry = false }: { readonly registry?: boolean | undefined } = {}): Promise<
    readonly ListedProgram[]
  > {
    const { external } = this.#options;
    const programs = (await external.catalogue?.list({ registry })) ?? (await external.list()).map(toProgram);
    return programs.map((program) => ({
      ...program,
      signIn: this.#processes.signInOf(program.name),
      processes: this.#processes.list(program.name),
    }));
  }

  add(name: string, program: NewProgram): Promise<AddedProgram> {
    return this.#catalogue().add(name, program);
  }

  remove(name: string): Promise<RemovedProgram> {
    return this.#catalogue().remove(name);
  }

  install(name: string, choice: InstallChoice = {}): AgentJob {
    const catalogue = this.#catalogue();
    return this.jobs.start("install", name, (work) => catalogue.install(name, choice, work));
  }

  update(name: string): AgentJob {
    const catalogue = this.#catalogue();
    return this.jobs.start("update", name, (work) => catalogue.update(name, work));
  }

  async signIns(name: string): Promise<readonly SignIn[]> {
    return this.#processes.signIns(await this.#program(name));
  }

  async signIn(name: string, methodId: string, values: Variables = {}): Promise<AgentJob> {
    const entry = await this.#program(name);
    return this.jobs.start("sign_in", name, async (work) => {
      await this.#processes.signIn(entry, { ...work, methodId, values });
      return undefined;
    });
  }

  async signOut(name: string): Promise<void> {
    await this.#processes.signOut(await this.#program(name));
  }

  async restart(name: string): Promise<number> {
    return this.#processes.restart(await this.#program(name));
  }

  async log(name: string): Promise<readonly ProgramLog[]> {
    return this.#processes.log(await this.#program(name));
  }

  async traffic(
    name: string,
    { limit = TRAFFIC_FRAMES_MAX }: { readonly limit?: number | undefined } = {},
  ): Promise<readonly string[]> {
    const entry = await this.#program(name);
    return this.#options.traffic(entry.kind === "mode" ? OWN : entry.name, limit);
  }

  async sessions(
    name: string,
    { cwd }: { readonly cwd?: string | undefined } = {},
  ): Promise<readonly ProgramSession[]> {
    return this.#sessions.list(await this.#withOwnSessions(name), cwd);
  }

  async openSession(name: string, wanted: WantedProgramSession): Promise<HubSession> {
    return this.#sessions.open(await this.#withOwnSessions(name), wanted);
  }

  close(): Promise<void> {
    return this.jobs.close();
  }

  #catalogue(): ProgramCatalogue {
    const { catalogue } = this.#options.external;
    if (catalogue !== undefined) return catalogue;
    throw new ParleyError({
      code: "capability_missing",
      message: "This server cannot change the agents of its machine",
    });
  }

  /** Our own agent is known by the names of its modes, and by its own. */
  async #program(name: string): Promise<AgentEntry> {
    const { agents } = this.#options;
    const own = name === OWN ? (await agents.list()).find(({ kind }) => kind === "mode") : undefined;
    const entry = own ?? (await agents.get(name));
    if (entry.kind === "acp" || entry.kind === "mode") return entry;
    const message = `${entry.title} is not a program of this machine`;
    throw new ParleyError({ code: "capability_missing", message });
  }

  /** The sessions of our own agent are those of the hub. */
  async #withOwnSessions(name: string): Promise<AgentEntry> {
    const entry = await this.#program(name);
    if (entry.kind === "acp") return entry;
    const message = "Parley's own agent keeps all its sessions on this server";
    const remedy = { label: "List your sessions", command: "parley sessions list" };
    throw new ParleyError({ code: "capability_missing", message, remedy });
  }
}

/** Of a hub that only knows which agents can be used. */
function toProgram({ name, title, description, availability }: ExternalAgent): CataloguedProgram {
  const { isAvailable, message, remedy } = availability;
  return {
    name,
    title,
    description,
    origin: "known",
    state: isAvailable ? "ready" : "missing",
    ...(message !== undefined && { message }),
    ...(remedy !== undefined && { remedy }),
  };
}
