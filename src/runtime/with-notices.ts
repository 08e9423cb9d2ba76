// The runtime of a process that drives sends notices to people who are not looking (SPEC 21.2).
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { isRootRef, rootRef } from '../core/dialog/ids.ts';
import type { PendingQuestion, RootSummary } from '../core/dialog/projection.ts';
import type { FeedEvent } from '../core/feed-event.ts';
import type { Notice, NotifySettings } from '../core/notice.ts';
import { emptyNotifyFile, notifyFilePath, parseNotifyFile } from '../minds/notify-file.ts';
import { afterTimer } from '../tools/run-shell.ts';
import { after } from './after.ts';
import type { Runtime } from './api.ts';
import { actionPath } from './notice-actions.ts';
import { type NoticeLinks, sendNotice } from './notice-transports.ts';
import { Notices } from './notices.ts';
import type { StoredParts } from './parts.ts';
import { personalFolder, readPersonal } from './personal-folder.ts';

/** The person's own file, which alone may name commands. */
const OWN_FILE = 'notify.yaml';

/** The same runtime, which sends notices while `mayWake` says that it drives. */
export function withNotices(runtime: Runtime, mayWake: () => boolean, parts: StoredParts): Runtime {
  const { rtws, log, now, minds, options, storage, seals } = parts;
  const { env } = options;
  if (!storage.notices) return runtime;
  const sent = storage.notices;
  const began = now();
  const own = parseNotifyFile(readPersonal(personalFolder(env), OWN_FILE) ?? '', { env, mayRun: true, file: OWN_FILE });
  const settings = (): NotifySettings => {
    if (!mayWake()) return emptyNotifyFile.settings;
    // Its notices carry addresses that answer questions, those about permission too.
    if (options.isUntrusted) return own.settings;
    const { settings: folder } = minds.notify();
    if (folder === emptyNotifyFile.settings) return own.settings;
    return { ...folder, transports: [...folder.transports, ...own.settings.transports] };
  };
  /** Nothing that came to be before is news. */
  const since = () => {
    const written = statSync(path.join(rtws, notifyFilePath), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const [first] = sent.read();
    return new Date(Math.max(written, first ? Date.parse(first.at) : began)).toISOString();
  };
  const links = ({ baseUrl }: NotifySettings): NoticeLinks => {
    const base = baseUrl ?? options.address?.();
    const page = (notice: Notice) =>
      base &&
      `${base}/dialog/${notice.rootId}/${notice.selfId}${notice.questionId ? `?question=${notice.questionId}` : ''}`;
    return {
      page,
      actions: ({ rootId, questionId, options: choices = [] }) =>
        base === undefined || questionId === undefined
          ? []
          : choices.map(option => ({ option, url: base + actionPath(seals, { rootId, questionId, option }) })),
    };
  };
  const notices = new Notices({
    settings,
    async pending() {
      const questions = (await runtime.questions()).map(noticeOfQuestion);
      const from = since();
      const roots = runtime.listRoots().flatMap(root => noticeOfRoot(root, from));
      return [...questions, ...roots].filter(notice => !options.isSeen?.(notice));
    },
    sent,
    send: (sending, present) => sendNotice(sending, present, links(present), { fetch, env, rtws, after: afterTimer }),
    now,
    after,
    log,
  });
  const news = runtime.subscribe(event => {
    if (mayConcern(event)) void notices.look();
  });
  const watch = runtime.watchMinds(paths => {
    if (paths.includes(notifyFilePath)) void notices.look();
  });
  const role = runtime.onDriverChange(() => void notices.look());
  void notices.look();
  return {
    ...runtime,
    async close() {
      news.dispose();
      watch.dispose();
      role.dispose();
      notices.dispose();
      await runtime.close();
    },
  };
}

function mayConcern(event: FeedEvent): boolean {
  if (event.type === 'questions_count_update') return event.questionCount > event.previousCount;
  if (event.type !== 'recorded') return false;
  return event.record.kind === 'interrupted' || (event.record.kind === 'dialogCompleted' && isRootRef(event));
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
