// Notices of a runtime, with its transports and addresses (SPEC 21.2, 21.3). Loaded when somebody is to be told.
import { rootRef } from '../../core/base/ids.ts';
import type { Language } from '../../core/base/language.ts';
import type { Seals } from '../../core/dialog/seals.ts';
import type { PendingQuestion, RootSummary } from '../../core/dialog/view/projection.ts';
import type { Notice } from '../../core/notices/notice.ts';
import type { NotifySettings, Transport } from '../../core/notices/notify.ts';
import { sayFactsEn } from '../../core/prompt/words/en/work.ts';
import { sayFactsZh } from '../../core/prompt/words/zh/work.ts';
import { pagePath } from '../../core/text/page-path.ts';
import type { NoticeLog } from '../../store/storage.ts';
import type { Runtime } from '../api.ts';
import { after } from '../clock/after.ts';
import type { StoredServices } from '../services.ts';
import { pushPorts } from './browser-notices.ts';
import { actionPath, actionSeals } from './notice-actions.ts';
import { type NoticeLinks, sendNotice } from './notice-transports.ts';
import { Notices } from './notices.ts';

export { createBrowserNotices } from './browser-notices.ts';

export interface NoticesUse {
  /** As the files say now; no transports: nothing is sent. */
  readonly settings: () => NotifySettings;
  readonly sent: NoticeLog;
}

/**
 * An end or a failure that could not be told for so long is no news any more, say while all transports were taken away.
 */
const NEWS_MS = 2 * 86_400_000;

/** Makes what sends the notices of a runtime. */
export function createNotices(
  runtime: Pick<Runtime, 'questions' | 'listRoots'>,
  { settings, sent }: NoticesUse,
  services: StoredServices,
): Notices {
  const { rtws, log, now, models, language, options } = services;
  const linksBelow = (base: string | undefined, seals: Seals): NoticeLinks => {
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
  const links = async ({ kind }: Transport, { baseUrl }: NotifySettings) =>
    linksBelow(kind === 'push' ? '' : (baseUrl ?? (await options.address?.())), await actionSeals(services));
  const push = pushPorts(services);
  const ports = { fetch: models.http.fetch, env: options.env, rtws, after, language: language.texts, push };
  return new Notices({
    settings,
    async pending({ since = '' }) {
      await options.address?.();
      const questions = (await runtime.questions()).map(noticeOfQuestion);
      const ends = runtime.listRoots().flatMap(root => noticeOfRoot(root, language.texts) ?? []);
      const oldest = new Date(now() - NEWS_MS).toISOString();
      return [...questions, ...ends.filter(({ at }) => at >= since && at >= oldest)];
    },
    isSeen: notice => options.inView?.isSeen(notice) ?? false,
    sent,
    send: async (sending, present) => sendNotice(sending, present, await links(sending.transport, present), ports),
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

/** The end or the failure of a tree: told once, whatever else is recorded in it later. */
function noticeOfRoot(root: RootSummary, language: Language): Notice | undefined {
  const { rootId, agentId, status, headline, facts, completedAt = root.lastModified } = root;
  const of = { rootId, headline, body: '' };
  if (status === 'completed') {
    const { selfId } = rootRef(rootId);
    const body = facts ? (language === 'zh' ? sayFactsZh : sayFactsEn)(facts) : '';
    return { ...of, body, key: `ended ${rootId} ${completedAt}`, event: 'ended', at: completedAt, selfId, agentId };
  }
  if (status !== 'running' || !root.trouble) return undefined;
  const unnamed = { ...rootRef(rootId), agentId, at: root.lastModified };
  const { at, selfId, agentId: failed } = root.trouble === true ? unnamed : root.trouble;
  return { ...of, key: `failed ${rootId} ${selfId} ${at}`, event: 'failed', at, selfId, agentId: failed };
}
