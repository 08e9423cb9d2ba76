// Classifies a failure by its HTTP status and the server's message (SPEC 10.7). Pure; server text is untrusted data.
import type { LlmFailureCode } from '../provider.ts';

/** A refusal: its status, what the server said, and the words by which it names the kind. */
export interface ServerRefusal {
  readonly status: number;
  readonly message: string;
  readonly codes?: readonly string[];
}

/** The kind of a refused request. Spent money has many statuses; a 403 is not always about the key. */
export function codeOfStatus({ status, message, codes = [] }: ServerRefusal): LlmFailureCode {
  const words = codes.map(codeOfWord);
  const said = codeOfMessage(message);
  if (status === 402 || words.includes('quota') || said === 'quota') return 'quota';
  if (isDailyLimit(codes)) return 'quota';
  if (status === 413 || isAboveLimit(message)) return 'context-full';
  const named = words.find(word => word === 'context-full' || word === 'blocked');
  if (status !== 429 && named) return named;
  if (status !== 429 && said) return said;
  if (codes.some(code => OUTPUT_REFUSED.includes(code))) return 'server-error';
  if (status === 401 || (status === 400 && isKeyRefused(message, codes))) return 'auth';
  if (status === 407) return 'unreachable';
  if (status === 403) return isAboutRequest(message, codes) ? 'bad-request' : 'auth';
  if (status === 408 || status === 409 || status === 429) return 'rate-limited';
  return status >= 500 ? 'server-error' : 'bad-request';
}

/** The kind that a message tells in any known wording: spent money, a full context, a filter, no tools, no images. */
export function codeOfMessage(message: string): LlmFailureCode | undefined {
  if (isMoneySpent(message)) return 'quota';
  if (CONTEXT_FULL.test(message)) return 'context-full';
  if (BLOCKED.test(message) || message.includes('敏感内容')) return 'blocked';
  if (WITHOUT_TOOLS.test(message)) return 'no-tools';
  return WITHOUT_IMAGES.test(message) ? 'bad-request' : undefined;
}

function isMoneySpent(message: string): boolean {
  return MONEY_SPENT.test(message) || moneySpentInChinese.some(words => message.includes(words));
}

const MONEY_SPENT =
  /credit balance is too low|insufficient[ _](account[ _])?(balance|credits?|funds)|used all available credits|(monthly|usage) spending limit|spending limit (was|has been) reached|out of credits|arrearage|overdue[- ](payment|balance)|balance is insufficient|key limit exceeded|account is in (good standing|arrears)|budget has been exceeded|budget_exceeded|exceeded budget|(n[o']t|not) have (any|enough|sufficient) (remaining |available )?(credit|license|quota)|\bno (more |remaining |available )?(credits|licenses)\b|(credits|licenses) (are |have been |were )?(exhausted|depleted|used up|expired)/i;

/**
 * OpenAI and Groq refuse what is longer than the tokens of a minute as if it were too frequent: waiting cannot mend it.
 */
function isAboveLimit(message: string): boolean {
  return /request too large for/i.test(message);
}

const CONTEXT_FULL =
  /maximum (context|prompt|model) length|context (length|window|size) exceed|exceed(s|ed)? (the )?(available |max(imum)? |model's )?context|(longer|greater) than the (model's )?context|context length is only|input length .{0,20}exceeds the max|token count of \d+ exceeds|`inputs` tokens \+ `max_new_tokens` must be|context the overflows|prompt is too long|prompt exceeds max length|input is too long for|input token count .{0,40}exceeds|exceeded model token limit|reduce the length of the messages|range of input length should be|context size has been exceeded|n_keep \(?\d+\)? >= n_ctx|`inputs` must have less than|tokens in the prompt cannot exceed|token count is \d+ but model only|exceed max message tokens/i;
const BLOCKED =
  /content (management|filtering|moderation) policy|content filter|responsible ai|content exists risk|considered high risk|inappropriate content|put new_sensitive|(was|were|been) flagged|violat\w+ .{0,30}(usage|content|safety) (polic|guideline)/i;
const WITHOUT_TOOLS =
  /(does not|doesn't) support (tools|tool (use|calls|calling)|function[ _-]?call(s|ing))|no endpoints found that support tool use|requires --enable-auto-tool-choice|tools param requires|(tools|(tool|function)[ _-]calling)[`'"]? (is|are) not (supported|enabled)/i;
/** llama.cpp and Ollama say so with status 500. */
const WITHOUT_IMAGES =
  /image (input|url)s? (is|are) not supported|(does not|doesn't) support (image|vision|multimodal)|not a multimodal model|no endpoints found that support image|missing data required for image input/i;
const moneySpentInChinese = ['余额不足', '欠费', '无可用资源包'];

/**
 * True if a server says in an answer with status 200 that it knows no such address, as LM Studio does: waiting cannot
 * mend it.
 */
export function isAddressUnknown(message: string): boolean {
  return /(unexpected|unknown|invalid|unsupported|no such|unrecognized) (request )?(endpoint|route|path|url|method)\b|(endpoint|route|path|url|page) (was |is )?(not (found|supported|allowed)|does not exist)|method not allowed|cannot (get|post) \//i.test(
    message,
  );
}

/** Google counts free requests by the day; its `RetryInfo` says seconds all the same. */
function isDailyLimit(codes: readonly string[]): boolean {
  return codes.some(code => /PerDay/.test(code));
}

/** Groq refuses what its own model wrote, a call that is none, with status 400: the same request may succeed. */
const OUTPUT_REFUSED = ['tool_use_failed', 'output_parse_failed'];

function isKeyRefused(message: string, codes: readonly string[]): boolean {
  return codes.includes('API_KEY_INVALID') || /api key (not valid|not found|expired)|invalid api key/i.test(message);
}

/** Country, moderation, and the pages of firewalls in front of a server. */
function isAboutRequest(message: string, codes: readonly string[]): boolean {
  return (
    codes.some(code => /country|moderation/i.test(code)) ||
    /country|region|territory|location is not supported|moderation|^\s*</i.test(message)
  );
}

const codesByWord: Readonly<Record<string, LlmFailureCode>> = {
  insufficient_quota: 'quota',
  insufficient_user_quota: 'quota',
  insufficient_balance: 'quota',
  insufficient_credits: 'quota',
  exceeded_current_quota_error: 'quota',
  billing_hard_limit_reached: 'quota',
  billing_not_active: 'quota',
  billing_error: 'quota',
  budget_exceeded: 'quota',
  Arrearage: 'quota',
  AccountOverdueError: 'quota',
  NOT_ENOUGH_BALANCE: 'quota',
  1008: 'quota',
  1113: 'quota',
  rate_limit_exceeded: 'rate-limited',
  rate_limit_error: 'rate-limited',
  RESOURCE_EXHAUSTED: 'rate-limited',
  1002: 'rate-limited',
  overloaded_error: 'server-error',
  api_error: 'server-error',
  UNAVAILABLE: 'server-error',
  authentication_error: 'auth',
  invalid_api_key: 'auth',
  permission_error: 'auth',
  API_KEY_INVALID: 'auth',
  UNAUTHENTICATED: 'auth',
  PERMISSION_DENIED: 'auth',
  1004: 'auth',
  2049: 'auth',
  invalid_request_error: 'bad-request',
  BadRequestError: 'bad-request',
  exceed_context_size_error: 'context-full',
  context_length_exceeded: 'context-full',
  1261: 'context-full',
  content_filter: 'blocked',
  content_policy_violation: 'blocked',
  moderation_blocked: 'blocked',
  invalid_prompt: 'blocked',
  ResponsibleAIPolicyViolation: 'blocked',
  ContentPolicyViolationError: 'blocked',
  DataInspectionFailed: 'blocked',
  data_inspection_failed: 'blocked',
  1026: 'blocked',
  1027: 'blocked',
  1301: 'blocked',
  model_not_found: 'bad-request',
  not_found_error: 'bad-request',
  request_too_large: 'bad-request',
  INVALID_ARGUMENT: 'bad-request',
  2013: 'bad-request',
};

/** The kind that a word of a server stands for, where it is known. */
export function codeOfWord(word: string): LlmFailureCode | undefined {
  if (OUTPUT_REFUSED.includes(word)) return 'server-error';
  return Object.hasOwn(codesByWord, word) ? codesByWord[word] : undefined;
}
