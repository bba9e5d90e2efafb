// An agent of our own for tests: two slots, and modes that are told apart by what they are for.
import type { OwnAgent, OwnMode } from "../../api/sources.ts";

type Row = readonly [id: string, slot: string, name: string, description: string, whenToUse: string];

const ROWS: readonly Row[] = [
  [
    "pm",
    "coding",
    "Product manager",
    "Turns ideas into requirements, stories and priorities",
    "Requirements, user stories, acceptance criteria, scope, priorities, roadmap, release notes, a product brief",
  ],
  [
    "architect",
    "coding",
    "Architect",
    "Designs structure, interfaces and data models, weighs alternatives",
    "Architecture, system design, module boundaries, data model, technology choice, migration, trade-offs, decision record",
  ],
  [
    "backend",
    "coding",
    "Backend engineer",
    "Writes, changes and repairs code: services, APIs, databases, command lines",
    "Implement, fix, debug or refactor code; services, APIs, endpoints, databases, queries, migrations, scripts, performance",
  ],
  [
    "frontend",
    "coding",
    "Frontend engineer",
    "Builds user interfaces: components, styles, state, accessibility",
    "User interface, components, pages, layout, CSS, styling, React, HTML, forms, accessibility, responsive design",
  ],
  [
    "qa",
    "coding",
    "QA engineer",
    "Plans and writes tests, reproduces bugs, explores edge cases",
    "Testing, test plan, write tests, unit or integration tests, coverage, reproduce a bug, flaky tests, regression",
  ],
  [
    "security",
    "coding",
    "Security engineer",
    "Reviews code and configuration for vulnerabilities, models threats",
    "Security review, vulnerability, audit, threat model, authentication, injection, secrets, encryption, hardening",
  ],
  [
    "sre",
    "coding",
    "Site reliability engineer",
    "Diagnoses incidents, reads logs and metrics, improves recovery",
    "Incident, outage, logs, metrics, monitoring, alerts, latency, memory leak, rollback, runbook, production",
  ],
  [
    "devsecops",
    "coding",
    "DevSecOps engineer",
    "Builds pipelines, containers and infrastructure as code",
    "CI, CD, pipeline, GitHub Actions, Docker, container image, Kubernetes, Terraform, signing, SBOM, release automation",
  ],
  [
    "assistant",
    "assistant",
    "Assistant",
    "Answers, explains and gets things done with every tool there is",
    "General questions, explanations, research, writing, summaries, and tasks for the connected tools",
  ],
  [
    "specialist",
    "assistant",
    "Specialist",
    "Carries out one delegated task to the end and reports the result",
    "One delegated, well-defined task that needs files, commands or the web",
  ],
  [
    "app_maker",
    "assistant",
    "App maker",
    "Makes a small self-contained HTML app from a description",
    "Make a small app, a page, a calculator, a game, a dashboard or a form that opens in the browser",
  ],
  [
    "recipe_maker",
    "assistant",
    "Recipe maker",
    "Makes a reusable recipe of the conversation so far",
    "Turn this conversation into a recipe that can be run again",
  ],
];

const INTERNAL = new Set(["recipe_maker"]);
const DEPRECATED = new Set(["specialist"]);

const ownModes: readonly OwnMode[] = ROWS.map(([id, slot, name, description, whenToUse]) => ({
  id,
  slot,
  name,
  description,
  whenToUse,
  category: id === "recipe_maker" ? "prompt_only" : "session",
  toolGroups: slot === "coding" ? ["developer"] : [],
  ...(INTERNAL.has(id) && { isInternal: true }),
  ...(DEPRECATED.has(id) && { isDeprecated: true }),
}));

export const ownAgent: OwnAgent = {
  slots: [
    { name: "coding", description: "Work on code", defaultModeId: "backend" },
    { name: "assistant", description: "Everything else", defaultModeId: "assistant" },
  ],
  modes: ownModes,
  find: () => Promise.resolve({ name: "parley", title: "Parley", command: "parley", args: ["agent"], env: {} }),
};
