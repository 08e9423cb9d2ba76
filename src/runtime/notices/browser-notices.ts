// Notices in browsers (SPEC 21.2): a page adds its browser, which is told so at once, by the way that notices will
// take.
import { sayNoticesOn } from '../../words/say.ts';
import type { BrowserNotices } from '../api.ts';
import { personalFolder } from '../folder/personal-folder.ts';
import type { Services } from '../services.ts';
import { readPushKeys } from './browsers.ts';
import { newPushKeys, type PushKeys } from './encrypt.ts';
import { type PushPorts, sendPush } from './notice-transports.ts';

type PushServices = Pick<Services, 'options' | 'browsers' | 'now'>;

/** How browsers of an rtws are reached from this process. */
export function pushPorts({ options: { env }, browsers, now }: PushServices): PushPorts {
  const folder = personalFolder(env);
  return {
    keys: () => readPushKeys<PushKeys>(folder, newPushKeys),
    gone: browsers.remove,
    now,
  };
}

/** Adds and removes the browsers of an rtws. */
export function createBrowserNotices(services: PushServices & Pick<Services, 'models' | 'language'>): BrowserNotices {
  const { browsers, models, language } = services;
  const push = pushPorts(services);
  return {
    publicKey: () => push.keys()?.publicKey,
    async add(browser) {
      const added = browsers.add(browser);
      if (!added) return { id: 'not-kept' };
      if (!added.isNew) return undefined;
      const notice = { title: sayNoticesOn(language.texts), body: '', path: '/', tag: 'on', actions: [] };
      const fault = await sendPush(notice, added.transport, {}, { fetch: models.http.fetch, push });
      if (fault) browsers.remove(browser.target);
      return fault;
    },
    remove: browsers.remove,
  };
}
