// The model providers, in the order in which they become the default.
import { withoutUndefined } from "../objects/without-undefined.ts";
import { valueOf, type Access, type Provider } from "./provider.ts";

export const OFFLINE_PROVIDER = "offline";

const GOOGLE_KEYS = ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"];
const OPENAI_ADDRESS = { variables: ["OPENAI_BASE_URL"], version: "/v1", versionGoes: "bare" } as const;

export const providers: readonly Provider[] = [
  {
    id: "anthropic",
    title: "Anthropic",
    signIn: [["ANTHROPIC_API_KEY"], ["ANTHROPIC_AUTH_TOKEN"]],
    address: {
      variables: ["ANTHROPIC_BASE_URL"],
      fallback: "https://api.anthropic.com",
      version: "/v1",
      versionGoes: "always",
    },
    dialect: "anthropic",
    listing: "anthropic",
    models: "catalogue",
    defaultModel: "claude-sonnet-5-5",
    async load(model, access) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const apiKey = valueOf(access, "ANTHROPIC_API_KEY");
      const authToken = valueOf(access, "ANTHROPIC_AUTH_TOKEN") ?? "";
      const { fetch, baseUrl: baseURL = "" } = access;
      return createAnthropic({ fetch, baseURL, ...(apiKey === undefined ? { authToken } : { apiKey }) })(model);
    },
  },
  {
    id: "openai-compatible",
    title: "OpenAI-compatible server",
    signIn: [["OPENAI_BASE_URL"]],
    also: ["OPENAI_API_KEY"],
    address: OPENAI_ADDRESS,
    dialect: "chat",
    listing: "openai",
    models: "listed",
    async load(model, access) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const apiKey = valueOf(access, "OPENAI_API_KEY") ?? "";
      const { fetch, baseUrl: baseURL = "" } = access;
      return createOpenAICompatible({ name: "openaiCompatible", fetch, baseURL, apiKey, includeUsage: true })(model);
    },
  },
  {
    id: "openai",
    title: "OpenAI",
    signIn: [["OPENAI_API_KEY"]],
    address: { ...OPENAI_ADDRESS, fallback: "https://api.openai.com" },
    dialect: "openai",
    listing: "openai",
    models: "catalogue",
    defaultModel: "gpt-5.6",
    async load(model, access) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const apiKey = valueOf(access, "OPENAI_API_KEY") ?? "";
      const { fetch, baseUrl: baseURL = "" } = access;
      return createOpenAI({ fetch, baseURL, apiKey }).responses(model);
    },
  },
  {
    id: "google",
    title: "Google Gemini",
    signIn: GOOGLE_KEYS.map((name) => [name]),
    address: {
      variables: ["GOOGLE_GEMINI_BASE_URL"],
      fallback: "https://generativelanguage.googleapis.com",
      version: "/v1beta",
      versionGoes: "always",
    },
    dialect: "google",
    listing: "google",
    models: "catalogue",
    defaultModel: "gemini-3.8-flash",
    async load(model, access) {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      const apiKey = valueOf(access, ...GOOGLE_KEYS) ?? "";
      const { fetch, baseUrl: baseURL = "" } = access;
      return createGoogleGenerativeAI({ fetch, baseURL, apiKey })(model);
    },
  },
  {
    id: "ollama",
    title: "Ollama",
    signIn: [[]],
    address: {
      variables: ["OLLAMA_HOST"],
      fallback: "http://127.0.0.1:11434",
      version: "/v1",
      versionGoes: "always",
      port: 11_434,
    },
    dialect: "chat",
    listing: "ollama",
    models: "listed",
    async load(model, { fetch, baseUrl: baseURL = "" }) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ name: "openaiCompatible", fetch, baseURL, includeUsage: true })(model);
    },
  },
  {
    id: "github",
    title: "GitHub Models",
    // Saved by signing in to GitHub.
    signIn: [["GITHUB_TOKEN"]],
    address: {
      variables: ["GITHUB_MODELS_BASE_URL"],
      fallback: "https://models.github.ai",
      version: "/inference",
      versionGoes: "bare",
    },
    dialect: "chat",
    models: "catalogue",
    async load(model, access) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const apiKey = valueOf(access, "GITHUB_TOKEN") ?? "";
      const { fetch, baseUrl: baseURL = "" } = access;
      return createOpenAICompatible({ name: "openaiCompatible", fetch, baseURL, apiKey, includeUsage: true })(model);
    },
  },
  {
    id: "azure",
    title: "Azure OpenAI",
    signIn: [
      ["AZURE_API_KEY", "AZURE_RESOURCE_NAME"],
      ["AZURE_API_KEY", "AZURE_BASE_URL"],
    ],
    where: (access) =>
      valueOf(access, "AZURE_BASE_URL") ?? `https://${valueOf(access, "AZURE_RESOURCE_NAME")}.openai.azure.com`,
    dialect: "azure",
    models: "catalogue",
    async load(model, access) {
      const { createAzure } = await import("@ai-sdk/azure");
      const apiKey = valueOf(access, "AZURE_API_KEY") ?? "";
      const resourceName = valueOf(access, "AZURE_RESOURCE_NAME");
      const baseURL = valueOf(access, "AZURE_BASE_URL") ?? "";
      const place = resourceName === undefined ? { baseURL } : { resourceName };
      return createAzure({ fetch: access.fetch, apiKey, ...place }).responses(model);
    },
  },
  {
    id: "bedrock",
    title: "Amazon Bedrock",
    signIn: [["AWS_BEARER_TOKEN_BEDROCK"], ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]],
    also: ["AWS_SESSION_TOKEN", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL_BEDROCK_RUNTIME"],
    where: (access) => valueOf(access, "AWS_ENDPOINT_URL_BEDROCK_RUNTIME") ?? `Bedrock in ${regionOf(access)}`,
    dialect: "bedrock",
    models: "catalogue",
    async load(model, access) {
      const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
      const given = {
        apiKey: valueOf(access, "AWS_BEARER_TOKEN_BEDROCK"),
        accessKeyId: valueOf(access, "AWS_ACCESS_KEY_ID"),
        secretAccessKey: valueOf(access, "AWS_SECRET_ACCESS_KEY"),
        sessionToken: valueOf(access, "AWS_SESSION_TOKEN"),
        region: regionOf(access),
        baseURL: valueOf(access, "AWS_ENDPOINT_URL_BEDROCK_RUNTIME"),
      };
      return createAmazonBedrock({ fetch: access.fetch, ...withoutUndefined(given) })(model);
    },
  },
  {
    id: "vertex",
    title: "Google Vertex AI",
    signIn: [["GOOGLE_VERTEX_API_KEY"], ["GOOGLE_VERTEX_PROJECT", "GOOGLE_VERTEX_LOCATION"]],
    also: ["GOOGLE_VERTEX_BASE_URL"],
    where: (access) => valueOf(access, "GOOGLE_VERTEX_BASE_URL") ?? "aiplatform.googleapis.com",
    dialect: "vertex",
    models: "catalogue",
    defaultModel: "gemini-3.8-flash",
    async load(model, access) {
      const { createVertex } = await import("@ai-sdk/google-vertex");
      const given = {
        apiKey: valueOf(access, "GOOGLE_VERTEX_API_KEY"),
        project: valueOf(access, "GOOGLE_VERTEX_PROJECT"),
        location: valueOf(access, "GOOGLE_VERTEX_LOCATION"),
        baseURL: valueOf(access, "GOOGLE_VERTEX_BASE_URL"),
      };
      return createVertex({ fetch: access.fetch, ...withoutUndefined(given) })(model);
    },
  },
];

export function findProvider(id: string): Provider | undefined {
  return providers.find((provider) => provider.id === id);
}

function regionOf(access: Access): string {
  return valueOf(access, "AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1";
}
