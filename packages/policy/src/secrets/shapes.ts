// Tokens with a known shape, one row each. A row is fixed text and a run of characters after it (sometimes also before
// it).
import {
  ALNUM,
  BASE64,
  DIGITS,
  DOTTED,
  DOTTED_TILDE,
  HASH,
  HEX,
  PATH,
  QUERY,
  TOKEN,
  UPPER_DIGITS,
  URL_SAFE,
  UUID,
  WORD,
  type CharacterSet,
} from "./characters.ts";

interface Run {
  readonly of: CharacterSet;
  readonly min: number;
  /** A longer run is something else. */
  readonly max?: number;
}

export interface Shape extends Run {
  readonly name: string;
  /** Any of these, in front of the run. */
  readonly literals: readonly string[];
  /** For shapes whose fixed text is in the middle. */
  readonly before?: Run;
  /** Required within the first characters of the run. */
  readonly contains?: string;
  /** Must have a digit or both cases, unlike words and names in kebab-case. */
  readonly isMixed?: boolean;
  /** The fixed text stays visible: it is a webhook's address, not its secret. */
  readonly keeps?: boolean;
}

type Extras = Partial<Pick<Shape, "max" | "before" | "contains" | "isMixed" | "keeps">>;

function shape(name: string, literals: string, of: CharacterSet, min: number, extras: Extras = {}): Shape {
  return { name, literals: literals.split(" "), of, min, ...extras };
}

const MIXED: Extras = { isMixed: true };
const KEEPS: Extras = { keeps: true };

export const SHAPES: readonly Shape[] = [
  // Models
  shape("OpenAI, Anthropic, OpenRouter, DeepSeek, Langfuse", "sk-", TOKEN, 8, MIXED),
  // Without a digit, but longer than the words of a name in kebab-case.
  shape("OpenAI, DeepSeek", "sk-", ALNUM, 16),
  shape("Groq", "gsk_", ALNUM, 16, MIXED),
  shape("xAI", "xai-", ALNUM, 16, MIXED),
  shape("Hugging Face", "hf_ api_org_", ALNUM, 16, MIXED),
  shape("Replicate", "r8_", ALNUM, 16, MIXED),
  shape("Perplexity", "pplx-", ALNUM, 16, MIXED),
  shape("Cerebras", "csk-", ALNUM, 16, MIXED),
  shape("NVIDIA", "nvapi-", URL_SAFE, 16, MIXED),
  shape("Fireworks", "fw_", ALNUM, 20, MIXED),
  shape("Together", "tgp_v1_", URL_SAFE, 16),
  shape("Pinecone", "pcsk_", WORD, 16, MIXED),
  shape("LangSmith", "lsv2_pt_ lsv2_sk_", WORD, 16),
  shape("ElevenLabs", "sk_", HEX, 40),
  // Clouds
  shape("AWS key id", "AKIA ASIA ABIA ACCA", UPPER_DIGITS, 12, { max: 20 }),
  shape("AWS Bedrock key", "ABSK", BASE64, 40),
  shape("Google API key", "AIza", URL_SAFE, 8, { max: 64, isMixed: true }),
  shape("Google access token", "ya29.", URL_SAFE, 8, MIXED),
  shape("Google client secret", "GOCSPX-", URL_SAFE, 16),
  shape("Google refresh token", "1//0", URL_SAFE, 24, MIXED),
  shape("Azure client secret", "Q~", DOTTED_TILDE, 28, { max: 40, before: { of: ALNUM, min: 4, max: 4 } }),
  shape("Azure DevOps", "AZDO", ALNUM, 4, { max: 8, before: { of: ALNUM, min: 60, max: 84 } }),
  shape("DigitalOcean", "dop_v1_ doo_v1_ dor_v1_", HEX, 32),
  shape("Heroku", "HRKU-", URL_SAFE, 24),
  shape("Cloudflare origin key", "v1.0-", URL_SAFE, 100),
  shape("Cloudflare", "cfat_ cfut_ cfk_", WORD, 24, MIXED),
  shape("Fly.io", "fm1_ fm2_ fo1_", TOKEN, 24, MIXED),
  shape("Netlify", "nfp_ nfc_ nfo_", ALNUM, 24, MIXED),
  shape("Vercel", "vcp_ vck_ vci_ vca_ vcr_", ALNUM, 20, MIXED),
  shape("Supabase", "sbp_ sb_secret_", WORD, 16, MIXED),
  shape("PlanetScale", "pscale_tkn_ pscale_pw_ pscale_oauth_", DOTTED, 16),
  shape("Databricks", "dapi dkea", HEX, 32),
  shape("Doppler", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", DOTTED, 24, MIXED),
  shape("Vault", "hvs. hvb. hvr.", URL_SAFE, 16, MIXED),
  shape("Terraform Cloud", ".atlasv1.", URL_SAFE, 24, { before: { of: ALNUM, min: 8, max: 20 } }),
  shape("Pulumi", "pul-", HEX, 32),
  shape("Tailscale", "tskey-", URL_SAFE, 12, MIXED),
  shape("1Password", "ops_eyJ", TOKEN, 16),
  // Code, packages, builds
  shape("GitHub", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", WORD, 8, MIXED),
  shape(
    "GitLab",
    "glpat- gldt- glrt- glrtr- glptt- glft- glsoat- glimt- glagent- glcbt- gloas- glffct-",
    DOTTED,
    16,
    MIXED,
  ),
  shape("Bitbucket", "ATBB ATCTT3 ATATT3", TOKEN, 24, MIXED),
  shape("npm", "npm_", ALNUM, 8, MIXED),
  shape("PyPI", "pypi-", URL_SAFE, 16, MIXED),
  shape("RubyGems", "rubygems_", HEX, 32),
  shape("crates.io", "cio", ALNUM, 32, { max: 32, isMixed: true }),
  shape("NuGet", "oy2", ALNUM, 43, { max: 43, isMixed: true }),
  shape("Docker", "dckr_pat_ dckr_oat_", URL_SAFE, 16),
  shape("JFrog", "AKCp cmVmdGtu", ALNUM, 56, MIXED),
  shape("CircleCI", "CCIPAT_ CCIPRJ_", WORD, 16),
  shape("Buildkite", "bkua_ bkpt_", ALNUM, 24, MIXED),
  // Messages
  shape("Slack", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe. xapp- xwfp-", TOKEN, 8, MIXED),
  shape(
    "Slack webhook",
    "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
    PATH,
    8,
    KEEPS,
  ),
  shape(
    "Discord webhook",
    "discord.com/api/webhooks/ discordapp.com/api/webhooks/ discord.com/api/v10/webhooks/",
    PATH,
    16,
    KEEPS,
  ),
  shape("Teams webhook", "webhook.office.com/webhookb2/ outlook.office.com/webhook/", PATH, 16, KEEPS),
  shape("Google Chat webhook", "chat.googleapis.com/v1/spaces/", QUERY, 24, { keeps: true, contains: "?" }),
  shape("Zapier and Make hooks", "hooks.zapier.com/hooks/catch/ hook.eu1.make.com/ hook.us1.make.com/", PATH, 8, KEEPS),
  shape("Discord bot", "MT Mj Mz ND NT Nj Nz OD OT", DOTTED, 50, { max: 90, contains: ".", isMixed: true }),
  shape("Telegram bot", ":AA", URL_SAFE, 30, { max: 36, before: { of: DIGITS, min: 8, max: 10 } }),
  shape("Twilio", "SK AC", HEX, 32, { max: 32 }),
  shape("SendGrid", "SG.", DOTTED, 32, { contains: "." }),
  shape("Mailgun", "key-", HEX, 32, { max: 32 }),
  shape("Mailchimp", "-us", DIGITS, 1, { max: 2, before: { of: HEX, min: 32, max: 32 } }),
  shape("Brevo", "xkeysib- xsmtpsib-", URL_SAFE, 32),
  // Money
  shape("Stripe", "sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ whsec_", TOKEN, 8),
  shape("Square", "EAAA sq0atp- sq0csp- sq0idp-", URL_SAFE, 22, MIXED),
  shape("Shopify", "shpat_ shpca_ shppa_ shpss_ shptka_", ALNUM, 24, MIXED),
  shape("Braintree", "access_token$production$ access_token$sandbox$", HASH, 16),
  shape("PayPal, Adyen", "AQE", TOKEN, 100, { max: 300, isMixed: true }),
  // Work
  shape("Linear", "lin_api_ lin_oauth_ lin_wh_", WORD, 24),
  shape("Notion", "ntn_ secret_", ALNUM, 36, MIXED),
  shape("Figma", "figd_ figu_", URL_SAFE, 24),
  shape("Atlassian", "ATSTT3 ATOAT", TOKEN, 24, MIXED),
  shape("Airtable", "pat", DOTTED, 70, { max: 90, contains: ".", isMixed: true }),
  shape("Postman", "PMAK- PMAT-", URL_SAFE, 24),
  shape("HubSpot", "pat-na1- pat-na2- pat-eu1- CiR", URL_SAFE, 32, MIXED),
  shape("Dropbox", "sl.", URL_SAFE, 100),
  shape("LaunchDarkly", "sdk- api-", UUID, 36, { max: 36 }),
  shape("Okta", "SSWS", DOTTED, 30),
  // Watching
  shape("New Relic", "NRAK- NRII- NRIQ- NRRA- NRJS-", URL_SAFE, 12),
  shape("Sentry", "sntrys_ sntryu_ sntrya_", TOKEN, 24, MIXED),
  shape("Grafana", "glsa_ glc_", TOKEN, 16, MIXED),
  shape("Datadog", "ddapp_ ddapi_", ALNUM, 24),
  shape("Dynatrace", "dt0c01. dt0s01. dt0s16.", DOTTED, 24),
  // Keys and passwords of any system
  shape("JSON Web Token", "eyJ", DOTTED, 16, { contains: "." }),
  shape("age", "AGE-SECRET-KEY-1", UPPER_DIGITS, 16),
  shape("password hash", "$2a$ $2b$ $2y$ $5$ $6$ $y$ $1$ $apr1$ $argon2id$ $argon2i$", HASH, 24),
  shape(
    "private key in base64",
    "LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBSU0EgUFJJ LS0tLS1CRUdJTiBFQyBQUklW LS0tLS1CRUdJTiBPUEVOU1NI LS0tLS1CRUdJTiBFTkNSWVBU",
    BASE64,
    16,
  ),
  shape(
    "PKCS 8 in base64",
    "MIIEvQIBADAN MIIEvgIBADAN MIIEpAIBAAKC MIIEowIBAAKC MIIJQgIBADAN MIIJKQIBAAKC",
    BASE64,
    64,
  ),
  shape("OpenSSH key body", "b3BlbnNzaC1rZXktdjE", BASE64, 32),
];
