// The ways to a person, and what each is sent (SPEC 21.2). Content leaves the machine only as far as the settings allow.
import { createHmac } from 'node:crypto';
import type { Notice, NotifySettings, Sending } from '../core/notice.ts';
import type { After } from '../tools/output-keeper.ts';
import { startShell } from '../tools/shell-process.ts';

export interface TransportPorts {
  readonly fetch: typeof fetch;
  readonly env: NodeJS.ProcessEnv;
  readonly rtws: string;
  readonly after: After;
}

/** What addresses lead to; without an address of `dominds serve` there are none. */
export interface NoticeLinks {
  readonly page: (notice: Notice) => string | undefined;
  readonly actions: (notice: Notice) => readonly { readonly option: string; readonly url: string }[];
}

/** The message of a webhook for one notice. */
export function messageOf(notice: Notice, { content }: Pick<NotifySettings, 'content'>, links: NoticeLinks) {
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

const titles: Readonly<Record<Notice['event'], string>> = {
  question: 'has a question for you',
  ended: 'has ended',
  failed: 'stopped by a problem',
  cap: 'reached a limit',
};

/** Sends; rejects with an error whose message holds no address. */
export async function sendNotice(
  { transport, notices }: Sending,
  settings: NotifySettings,
  links: NoticeLinks,
  ports: TransportPorts,
): Promise<void> {
  const { target, kind } = transport;
  if (target === undefined) throw new Error('its address is not set');
  const messages = notices.map(notice => messageOf(notice, settings, links));
  const [first] = messages;
  if (!first) return;
  const isDigest = messages.length > 1;
  switch (kind) {
    case 'webhook': {
      const body = JSON.stringify(isDigest ? { event: 'digest', at: first.at, notices: messages } : first);
      const signature = transport.secret && createHmac('sha256', transport.secret).update(body).digest('hex');
      const signed = signature ? { 'X-Dominds-Signature': `sha256=${signature}` } : {};
      return post(ports, target, body, { 'Content-Type': 'application/json', ...signed });
    }
    case 'slack':
      // Slack opens addresses by itself to show a preview: it gets those of pages only, and no actions.
      return post(ports, target, JSON.stringify({ text: messages.map(textOf).join('\n') }), {
        'Content-Type': 'application/json',
      });
    case 'ntfy': {
      const actions = isDigest ? [] : (first.actions ?? []);
      const headers = {
        Title: asciiOf(isDigest ? `${messages.length} notices` : `@${first.agentId} ${titles[first.event]}`),
        ...(first.url !== undefined && !isDigest && { Click: first.url }),
        ...(actions.length > 0 && { Actions: ntfyActions(actions) }),
      };
      return post(ports, target, messages.map(textOf).join('\n'), headers);
    }
    case 'command':
      return run(ports, target, JSON.stringify(isDigest ? { event: 'digest', notices: messages } : first));
  }
}

function textOf({ agentId, event, headline, body, url }: Message): string {
  return [`@${agentId} ${titles[event]}${headline ? `: ${headline}` : ''}`, body, url].filter(Boolean).join('\n');
}

/** ntfy shows three; commas and semicolons part them. */
function ntfyActions(actions: NonNullable<Message['actions']>): string {
  const label = (option: string) =>
    asciiOf(option)
      .replaceAll(/[,;"']/g, ' ')
      .trim() || 'answer';
  return actions
    .slice(0, 3)
    .map(({ option, url }) => `http, ${label(option)}, ${url}, method=POST, clear=true`)
    .join('; ');
}

/** What a header may hold. */
function asciiOf(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);
}

const TIMEOUT_MS = 15_000;

async function post(
  { fetch: request }: TransportPorts,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  let status: number;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await request(url, { method: 'POST', body, headers, redirect: 'error', signal });
    await response.body?.cancel();
    status = response.status;
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    throw new Error(`it could not be reached${cause?.code ? ` (${cause.code})` : ''}`);
  }
  if (status < 200 || status >= 300) throw new Error(`it answered with status ${status}`);
}

/** The message is in `DOMINDS_NOTICE`: no text of a dialog becomes a part of the command. */
async function run({ env, rtws, after }: TransportPorts, command: string, message: string): Promise<void> {
  const shell = startShell(command, { folder: rtws, env: { ...env, DOMINDS_NOTICE: message } }, after);
  shell.output.resume();
  const end = await Promise.race([
    shell.ended,
    new Promise<undefined>(resolve => after(TIMEOUT_MS, () => resolve(undefined))),
  ]);
  await shell.end(0);
  if (end?.kind !== 'exited' || end.code !== 0) {
    throw new Error(end?.kind === 'exited' ? `it ended with exit code ${end.code}` : 'it did not end in time');
  }
}
