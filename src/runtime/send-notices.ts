// Notices of a runtime, with its transports and addresses (SPEC 21.2, 21.3). Loaded when somebody is to be told.
import { rootRef } from '../core/dialog/ids.ts';
import type { PendingQuestion, RootSummary } from '../core/dialog/projection.ts';
import type { Notice, NotifySettings, Transport } from '../core/notice.ts';
import { pagePath } from '../core/page-path.ts';
import type { NoticeLog } from '../store/storage.ts';
import { afterTimer } from '../tools/run-shell.ts';
import { after } from './after.ts';
import type { Runtime } from './api.ts';
import { actionPath } from './notice-actions.ts';
import { type NoticeLinks, sendNotice } from './notice-transports.ts';
import { Notices } from './notices.ts';
import { pushPorts } from './push/browser-notices.ts';
import type { StoredServices } from './services.ts';

export { createBrowserNotices } from './push/browser-notices.ts';

export interface NoticesUse {
  /** As the files say now; no transports: nothing is sent. */
  readonly settings: () => NotifySettings;
  readonly sent: NoticeLog;
  /** When nothing was sent yet: what ended before is no news (epoch milliseconds). */
  readonly began: number;
  /** When `.minds/notify.yaml` was last written, epoch milliseconds; 0 without one. */
  readonly written: () => number;
}

/** Makes what sends the notices of a runtime. */
export function createNotices(
  runtime: Pick<Runtime, 'questions' | 'listRoots'>,
  { settings, sent, began, written }: NoticesUse,
  services: StoredServices,
): Notices {
  const { rtws, log, now, models, language, options, seals } = services;
  const linksBelow = (base: string | undefined): NoticeLinks => {
    const page = (notice: Notice) => (base === undefined ? undefined : base + pagePath(notice, notice.questionId));
    return {
      page,
      actions: ({ rootId, questionId, options: choices = [] }) =>
        base === undefined || questionId === undefined
          ? []
          : choices.map(option => ({ option, url: base + actionPath(seals, { rootId, questionId, option }) })),
    };
  };
  // A browser that takes notices knows where it found the pages.
  const links = ({ kind }: Transport, { baseUrl }: NotifySettings) =>
    linksBelow(kind === 'push' ? '' : (baseUrl ?? options.address?.()));
  const push = pushPorts(services);
  const ports = { fetch: models.fetch, env: options.env, rtws, after: afterTimer, language: language.texts, push };
  return new Notices({
    settings,
    async pending({ lines: [first], since = '' }) {
      const questions = (await runtime.questions()).map(noticeOfQuestion);
      const known = first ? Date.parse(first.at) : began;
      const instant = new Date(Math.max(written(), known)).toISOString();
      const from = since > instant ? since : instant;
      return [...questions, ...runtime.listRoots().flatMap(root => noticeOfRoot(root, from))];
    },
    isSeen: notice => options.inView?.isSeen(notice) ?? false,
    sent,
    send: (sending, present) => sendNotice(sending, present, links(sending.transport, present), ports),
    now,
    after,
    log,
  });
}

function noticeOfQuestion(question: PendingQuestion): Notice {
  const { id, kind, rootId, selfId, agentId, tellaskHead, bodyContent, askedAt, options } = question;
  return {
    key: `question ${id}`,
    event: kind === 'cap' ? 'cap' : 'question',
    at: askedAt,
    rootId,
    selfId,
    agentId,
    questionId: id,
    headline: tellaskHead.trim(),
    body: bodyContent.trim(),
    ...(options && { options }),
  };
}

function noticeOfRoot(root: RootSummary, since: string): readonly Notice[] {
  const { rootId, agentId, status, trouble, headline, lastModified } = root;
  const event = status === 'completed' ? 'ended' : status === 'running' && trouble ? 'failed' : undefined;
  if (!event || lastModified < since) return [];
  const at = { ...rootRef(rootId), at: lastModified };
  return [{ key: `${event} ${rootId} ${lastModified}`, event, ...at, agentId, headline, body: '' }];
}
