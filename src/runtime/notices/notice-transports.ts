// The ways to a person, and what each is sent (SPEC 21.2). Content leaves the machine only as far as the settings
// allow.
import { createHmac } from 'node:crypto';
import type { After } from '../../core/base/after.ts';
import type { Language } from '../../core/base/language.ts';
import type { Notice, NoticeFault, Sending } from '../../core/notices/notice.ts';
import { contentFor, type NoticeContent, type NotifySettings, type PushTransport } from '../../core/notices/notify.ts';
import type { PushNotice } from '../../core/notices/push-notice.ts';
import { promptTexts } from '../../core/prompt/prompt-texts.ts';
import { worded } from '../../core/prompt/said.ts';
import { startShell } from '../../tools/shell-process.ts';
import { sayNotice, sayNotices } from '../../words/say.ts';
import type { PushKeys } from './encrypt.ts';
import { pushRequest } from './send-push.ts';

export interface TransportPorts {
  readonly fetch: typeof fetch;
  readonly env: NodeJS.ProcessEnv;
  readonly rtws: string;
  readonly after: After;
  /** In which people are told. */
  readonly language: Language;
  readonly push: PushPorts;
}

/** How browsers are reached. */
export interface PushPorts {
  /** Of this machine; undefined when they cannot be kept. */
  readonly keys: () => PushKeys | undefined;
  /** The push service does not know a browser any more. */
  readonly gone: (target: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What addresses lead to; without an address of `dominds serve` there are none. */
export interface NoticeLinks {
  readonly page: (notice: Notice) => string | undefined;
  readonly actions: (notice: Notice) => readonly { readonly option: string; readonly url: string }[];
}

/** The message of a webhook for one notice. */
function messageOf(notice: Notice, content: NoticeContent, links: NoticeLinks) {
  const { event, at, rootId, selfId, agentId, questionId, headline, body } = notice;
  const url = links.page(notice);
  const actions = content === 'none' ? [] : links.actions(notice);
  return {
    event,
    at,
    rootId,
    selfId,
    agentId,
    ...(questionId !== undefined && { questionId }),
    ...(content !== 'none' && { headline }),
    ...(content === 'full' && { body }),
    ...(url !== undefined && { url }),
    ...(actions.length > 0 && { actions }),
  };
}

type Message = ReturnType<typeof messageOf>;

/** Sends; gives the reason when that fails, which holds no address. */
export async function sendNotice(
  { transport, notices }: Sending,
  settings: NotifySettings,
  links: NoticeLinks,
  ports: TransportPorts,
): Promise<NoticeFault | undefined> {
  const { target } = transport;
  if (target === undefined) return { id: 'no-address' };
  const messages = notices.map(notice => messageOf(notice, contentFor(transport, settings), links));
  const [first] = messages;
  if (!first) return undefined;
  const isDigest = messages.length > 1;
  switch (transport.kind) {
    case 'webhook': {
      if (transport.secret === null) return { id: 'no-secret' };
      const body = JSON.stringify(isDigest ? { event: 'digest', at: first.at, notices: messages } : first);
      const signature = transport.secret && createHmac('sha256', transport.secret).update(body).digest('hex');
      const signed = signature ? { 'X-Dominds-Signature': `sha256=${signature}` } : {};
      return post(ports, target, body, { 'Content-Type': 'application/json', ...signed });
    }
    case 'slack':
      // Slack opens addresses by itself to show a preview: it gets those of pages only, and no actions.
      return post(ports, target, JSON.stringify({ text: plainInSlack(textOf(messages, ports)), mrkdwn: false }), {
        'Content-Type': 'application/json',
      });
    case 'ntfy': {
      const actions = isDigest ? [] : (first.actions ?? []);
      const headers = {
        Title: headerOf(isDigest ? sayNotices(messages.length, ports.language) : titleOf(first, ports)),
        ...(first.url !== undefined && !isDigest && { Click: first.url }),
        ...(actions.length > 0 && { Actions: ntfyActions(actions) }),
      };
      return post(ports, target, textOf(messages, ports), headers);
    }
    case 'push':
      return sendPush(pushNoticeOf(notices, messages, ports), transport, settings, ports);
    case 'command':
      return run(ports, target, JSON.stringify(isDigest ? { event: 'digest', notices: messages } : first));
  }
}

/** Chromium shows two. */
const MOST_PUSH_ACTIONS = 2;

function pushNoticeOf(
  notices: Sending['notices'],
  messages: readonly Message[],
  ports: Pick<TransportPorts, 'language'>,
): PushNotice {
  const [first] = messages;
  if (!first || messages.length > 1) {
    const body = messages.map(message => nameOf(message, ports)).join('\n');
    return { title: sayNotices(messages.length, ports.language), body, path: '/', tag: 'digest', actions: [] };
  }
  const { headline = '', body = '', url = '/', actions = [] } = first;
  return {
    title: titleOf(first, ports),
    body: [headline, body].filter(Boolean).join('\n'),
    path: url,
    tag: notices[0].key,
    actions: actions.slice(0, MOST_PUSH_ACTIONS).map(({ option, url: path }) => ({ title: option, path })),
  };
}

/** Push services want to know whom they may write to; without an address of the person's own there is nobody. */
const NO_CONTACT = 'mailto:nobody@dominds.invalid';

/** Sends to a browser; one that its push service does not know any more is removed. */
export async function sendPush(
  notice: PushNotice,
  transport: PushTransport,
  { baseUrl }: Pick<NotifySettings, 'baseUrl'>,
  { push, ...ports }: Pick<TransportPorts, 'fetch' | 'push'>,
): Promise<NoticeFault | undefined> {
  const keys = push.keys();
  if (!keys) return { id: 'no-address' };
  const contact = baseUrl?.startsWith('https:') ? baseUrl : NO_CONTACT;
  const { body, headers } = pushRequest(notice, transport, { keys, contact, now: push.now() });
  const fault = await post(ports, transport.target, body, headers);
  if (fault?.id !== 'status' || (fault.status !== 404 && fault.status !== 410)) return fault;
  push.gone(transport.target);
  return { id: 'gone' };
}

function titleOf({ agentId, event }: Message, { language }: Pick<TransportPorts, 'language'>): string {
  return sayNotice(event, `@${agentId}`, language);
}

function textOf(messages: readonly Message[], ports: TransportPorts): string {
  return messages
    .map(message => {
      const { body, url } = message;
      return [nameOf(message, ports), body, url].filter(Boolean).join('\n');
    })
    .join('\n');
}

/** Slack reads mentions and links between angle brackets. */
function plainInSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A notice in a line. */
function nameOf(message: Message, ports: Pick<TransportPorts, 'language'>): string {
  return [titleOf(message, ports), message.headline].filter(Boolean).join(': ');
}

/** ntfy shows three; commas and semicolons part them. */
function ntfyActions(actions: NonNullable<Message['actions']>): string {
  const label = (option: string) =>
    option
      .replaceAll(/[,;"']|\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 60) || '…';
  return headerOf(
    actions
      .slice(0, 3)
      .map(({ option, url }) => `http, ${label(option)}, ${url}, method=POST, clear=true`)
      .join('; '),
  );
}

/** A header holds ASCII; other texts are encoded by RFC 2047, which ntfy reads. */
function headerOf(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

const TIMEOUT_MS = 15_000;

async function post(
  { fetch: request }: Pick<TransportPorts, 'fetch'>,
  url: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<NoticeFault | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await request(url, { method: 'POST', body, headers, redirect: 'error', signal });
    await response.body?.cancel();
    const { status } = response;
    return status >= 200 && status < 300 ? undefined : { id: 'status', status };
  } catch (error) {
    return { id: 'unreachable', code: codeOf(error) };
  }
}

/** The code of a failed request, or of what it failed by; '' when there is none. Its message may hold the address. */
function codeOf(error: unknown): string {
  const { code, cause, name } = error as { readonly code?: unknown; readonly cause?: unknown; readonly name?: unknown };
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  if (typeof code === 'string') return code;
  return cause === undefined ? '' : codeOf(cause);
}

/** The message is in `DOMINDS_NOTICE`: no text of a dialog becomes a part of the command. */
async function run(
  { env, rtws, after, language }: TransportPorts,
  command: string,
  message: string,
): Promise<NoticeFault | undefined> {
  const shell = startShell(command, { folder: rtws, env: { ...env, DOMINDS_NOTICE: message } }, after);
  shell.output.resume();
  const end = await Promise.race([
    shell.ended,
    new Promise<undefined>(resolve => after(TIMEOUT_MS, () => resolve(undefined))),
  ]);
  await shell.end(0);
  if (end?.kind === 'not-started') {
    return { id: 'told', message: worded(end.message, promptTexts(language).results) };
  }
  if (end?.kind !== 'exited') return { id: 'late' };
  return end.code === 0 ? undefined : { id: 'exit-code', code: end.code };
}
