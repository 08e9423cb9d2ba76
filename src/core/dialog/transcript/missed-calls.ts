// Notices a reply of a model that does not use its tools: it repeats what it read, or tells of work that no tool did
// (SPEC 23.15). Looks at words of English and Chinese. Pure.
import type { Prompt } from '../../base/chat.ts';
import type { MissedCall } from '../record-parts.ts';

/** A complete reply without a call, and its request. */
export interface CallessReply {
  readonly text: string;
  readonly prompt: Prompt;
  /** A tool or a teammate was called in this dialog before. */
  readonly hasCalled: boolean;
}

/** How a reply misses the tools that it was offered; undefined for any other reply. */
export function findMissedCall({ text, prompt, hasCalled }: CallessReply): MissedCall | undefined {
  const tools = prompt.tools.map(({ name }) => name);
  if (tools.length === 0 || text.trim() === '') return undefined;
  const asked = prompt.messages.filter(({ role }) => role === 'user').slice(-HEARD);
  if (asked.some(({ content }) => isRepeated(text, content)) || isFromSystem(text, prompt)) return 'repeats';
  return !hasCalled && tellsOfWork(text, tools, asked.at(-1)?.content ?? '') ? 'tells' : undefined;
}

/** Newest messages to the model that a reply is compared with. */
const HEARD = 4;
/** Characters without white space and marks, below which a reply may be like its request by chance. */
const MIN_REPEATED = 16;
const MIN_QUOTED = 60;
const MAX_COMPARED = 8_000;

/** Nearly all of the reply comes from the message, and most of the message is in it. */
function isRepeated(reply: string, message: string): boolean {
  const [said, heard] = [plain(withoutExample(reply)), plain(withoutExample(withoutHeading(message)))];
  if (said.length < MIN_REPEATED || heard.length === 0) return false;
  if (said.length > 2 * heard.length + MIN_QUOTED) return false;
  const inSaid = pieces(said);
  const inHeard = pieces(heard);
  return shared(inSaid, inHeard) >= 0.9 && shared(inHeard, inSaid) >= 0.7;
}

/** The whole reply stands in the system message. */
function isFromSystem(reply: string, { messages }: Prompt): boolean {
  const said = plain(reply);
  if (said.length < MIN_QUOTED) return false;
  return messages.some(({ role, content }) => role === 'system' && plain(content).includes(said));
}

/** Letters and digits alone: white space, quotes and markdown are written in many ways. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Who says it is not part of what is repeated. */
function withoutHeading(message: string): string {
  return message.replace(/^\[[^\]\n]{1,40}\][^\n]*:\n/, '');
}

/** The form of a call that the prompt shows. */
function withoutExample(text: string): string {
  return text.replaceAll(/!\?@\w+( question)?/g, '');
}

function pieces(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const end = Math.min(text.length, MAX_COMPARED) - 2;
  for (let at = 0; at < end; at++) found.add(text.slice(at, at + 3));
  return found;
}

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const piece of some) if (others.has(piece)) count += 1;
  return some.size === 0 ? 0 : count / some.size;
}

/** The reply names a tool, or says what was read, run or changed. */
function tellsOfWork(reply: string, tools: readonly string[], request: string): boolean {
  const named = tools.filter(name => name.includes('_') && reply.includes(name));
  // Whoever is asked about tools names them.
  if (named.some(name => !request.includes(name)) && !/\btools?\b/i.test(request) && !request.includes('工具'))
    return true;
  return tools.some(name => worksOnFiles.has(name)) && claims.some(claim => claim.test(reply));
}

const worksOnFiles = new Set(['read_file', 'list_dir', 'search_text', 'write_file', 'edit_file', 'run_shell']);

const FILE = '[`"\'“]?[\\w./\\\\-]+\\.[a-z]{1,5}\\b[`"\'”]?';
const claims: readonly RegExp[] = [
  new RegExp(
    `\\bfile ${FILE} (does ?n[o']t exist|does not exist|was not found|contains|(was|has been|is) (created|updated|written|read|fixed|changed))`,
    'i',
  ),
  new RegExp(
    `\\bI(['’]ve| have)? (just |now |already )?(ran|run|executed|read|opened|edited|created|updated|wrote|written|modified|changed|fixed|deleted|searched)\\b[^.\\n]{0,40}(${FILE}|\\btests?\\b|\`[^\`\\n]+\`)`,
    'i',
  ),
  /\b(all|the) (\w+ )?tests? (now |all )?pass(ed)?\b/i,
  ...claimsInChinese(),
];

/** Joined texts: the build keeps bundles to ASCII, and escapes only texts. */
function claimsInChinese(): readonly RegExp[] {
  const acts = ['运行', '执行', '读取', '打开', '修改', '创建', '写入', '更新', '删除', '搜索', '修复'].join('|');
  return [
    new RegExp(`(${['已经', '已', '刚刚', '刚'].join('|')})(${acts})`),
    new RegExp(['文件', '\\s*\\S{1,80}\\s*', '(不存在|的内容(是|如下|为))'].join('')),
    new RegExp(['测试', '(已经|已|现在|全部|都|均)*', '通过'].join('')),
  ];
}

/** The form in which a reply writes a call as text: that is the form to teach it. */
export function writtenForm(reply: string): 'json' | 'tag' | undefined {
  if (/<tool_call>|<function[=_ ]/.test(reply)) return 'tag';
  return /["'](name|tool|function)["']\s*:\s*["']/.test(reply) || /```/.test(reply) ? 'json' : undefined;
}
