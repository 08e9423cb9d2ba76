// The runtime of a process that drives sends notices to people who are not looking (SPEC 21.2).
import { isRootRef } from '../../core/base/ids.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { joinNotify } from '../../core/notices/notify.ts';
import { watchMindsFile } from '../../minds/files/watch-minds.ts';
import { notifyFilePath } from '../../minds/times/notify-file.ts';
import type { Runtime } from '../api.ts';
import type { Attachment } from '../attachment.ts';
import { after } from '../clock/after.ts';
import { personalFolder } from '../folder/personal-folder.ts';
import { watchOwn } from '../folder/watch-own.ts';
import type { StoredServices } from '../services.ts';
import type { Notices } from './notices.ts';
import type { NotifySources } from './notify-settings.ts';
import { createNotices } from './send-notices.ts';

/** Sends notices while `mayWake` says that the runtime drives; none where the store keeps no record of them. */
export function startNotices(
  runtime: Runtime,
  { mayWake, sources }: { readonly mayWake: () => boolean; readonly sources: NotifySources },
  services: StoredServices,
): Attachment | undefined {
  const { rtws, options, storage, browsers } = services;
  const { notices: sent } = storage;
  if (!sent) return undefined;
  const settings = () => (mayWake() ? sources.settings() : joinNotify([]));
  let notices: Notices | undefined;
  const look = () => {
    if (!notices && settings().transports.length === 0) return;
    notices ??= createNotices(runtime, { settings, sent }, services);
    void notices.look();
  };
  const news = runtime.subscribe(event => {
    if (mayConcern(event, storage.shared !== undefined)) look();
  });
  const watch = watchMindsFile(notifyFilePath, { rtws, onChange: look, after });
  let known = JSON.stringify(sources.settings());
  const own = watchOwn(
    [personalFolder(options.env), browsers.folder()].flatMap(folder => folder ?? []),
    () => {
      const said = JSON.stringify(sources.settings());
      if (said !== known) look();
      known = said;
    },
  );
  const role = runtime.onDriverChange(look);
  const view = options.inView?.onChange(() => void notices?.look());
  const setting = options.notify?.onChange(look);
  look();
  return {
    browserAdded: look,
    close() {
      news.dispose();
      watch.dispose();
      own.dispose();
      role.dispose();
      view?.dispose();
      setting?.dispose();
      notices?.dispose();
    },
  };
}

function concerns({ questions, status, trouble }: RootSummary): boolean {
  return questions > 0 || status === 'completed' || Boolean(trouble);
}

function mayConcern(event: FeedEvent, isShared: boolean): boolean {
  if (event.type === 'questions_count_update') return event.questionCount > event.previousCount;
  // Of a tree that another process of the store drives, which may end before it is time to tell.
  if (event.type === 'root_changed') return isShared && event.summary !== undefined && concerns(event.summary);
  if (event.type !== 'recorded') return false;
  return event.record.kind === 'interrupted' || (event.record.kind === 'dialogCompleted' && isRootRef(event));
}
