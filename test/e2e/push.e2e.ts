// Notices in a real Chromium (SPEC 21.2, 21.3): turned on by a click, shown by the service worker as the server
// encrypted them, and clicked. A headless browser reaches no push service, so its subscription is that of a service on
// this machine, and what came there is handed to the service worker by the browser's own debugger.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/browser.ts';
import { ensureBrowser } from '../../scripts/ensure-browser.ts';
import { pushService } from '../support/push-service.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runAxe } from './support/webview-page.ts';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');

describe('notices in a browser', () => {
  let workspace: TempWorkspace;
  let server: ChildProcess;
  let address: string;
  let browser: Browser;
  let context: BrowserContext;
  let service: Awaited<ReturnType<typeof pushService>>;

  // The quick one shows no notices.
  before(async () => {
    browser = await launchBrowser(await ensureBrowser());
  });
  after(() => browser.close());

  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml':
        'replies:\n  - say: |\n      !?@human Which colour?\n      !?Take one:\n      !?- red\n      !?- blue\n  - say: Fine.\n',
      'own/dominds/notify.yaml': 'after_s: 0\n',
    });
    const env = { ...process.env, XDG_CONFIG_HOME: path.join(workspace.folder, 'own'), CI: 'true' };
    const args = [cli, '-C', workspace.folder, 'serve', '--json', '--drive', '--port', '0'];
    server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    assert.ok(server.stdout);
    const [line] = await once(createInterface({ input: server.stdout }), 'line');
    address = JSON.parse(String(line)).url;
    context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    service = await pushService();
  });
  afterEach(async () => {
    await context.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
    await service.close();
    await workspace.remove();
  });

  async function noticesPage(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('link', { name: 'Notices' }).click();
    await page.getByRole('heading', { name: 'Notices' }).waitFor();
    return page;
  }

  it('are turned on by a click, shown with the options as buttons, and answer or lead to the question', async () => {
    const { origin } = new URL(address);
    await context.grantPermissions(['notifications'], { origin });
    await context.addInitScript(subscription => {
      const made = {
        ...subscription,
        toJSON: () => subscription,
        unsubscribe: async () => localStorage.removeItem('on'),
      };
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          localStorage.setItem('on', 'yes');
          return made;
        },
        getSubscription: async () => (localStorage.getItem('on') ? made : null),
      });
    }, service.subscription);
    const page = await noticesPage();
    await page.getByText('Notices are off').waitFor();
    assert.deepEqual(await runAxe(page), []);
    await page.getByRole('button', { name: 'Turn On Notices' }).click();
    await page.getByText('Notices are on in this browser').waitFor();
    assert.deepEqual(await runAxe(page), []);
    const debug = await context.newCDPSession(page);
    const registered = new Promise<string>(resolve =>
      debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      }),
    );
    await debug.send('ServiceWorker.enable');
    const registrationId = await registered;
    await page.goto(`${origin}/new`);
    await page.getByRole('textbox', { name: 'Message' }).fill('Paint the fence');
    await page.keyboard.press('Enter');
    await page.getByText('Which colour?').first().waitFor();
    const dialog = page.url();
    // The page is in front: nothing is sent before it goes.
    await page.goto(`${origin}/notices`);
    await service.until(2);
    const [worker] = context.serviceWorkers();
    assert.ok(worker);
    // A page that was left a moment ago may still count as one that the person looks at.
    const isOpen = () =>
      worker.evaluate(async address => {
        const { clients } = self as unknown as { clients: { matchAll(of: object): Promise<{ url: string }[]> } };
        const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
        return pages.some(({ url }) => url === address);
      }, dialog);
    while (await isOpen()) await new Promise(setImmediate);
    const { message } = service.pushed[1] ?? {};
    await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const notifications = await registration.getNotifications();
        return notifications.map(({ title, body, data }) => ({ title, body, data: String(data) }));
      });
    while ((await shown()).length === 0) await new Promise(setImmediate);
    const [notice] = await shown();
    assert.deepEqual([notice?.title, notice?.body], ['@lead has a question for you', 'Which colour?']);
    // A path below that of the pages, whose secret first step stays in the browser.
    assert.ok(new URL(dialog).pathname.endsWith(new URL(notice?.data ?? '', origin).pathname));
    const click = (action: string) =>
      worker.evaluate(
        async chosen => {
          const scope = self as unknown as {
            registration: ServiceWorkerRegistration;
            clients: { openWindow: unknown };
            NotificationEvent: new (name: string, init: object) => Event;
            opened: Promise<string>;
          };
          // No person clicks here, so the browser would open nothing.
          const { promise, resolve } = Promise.withResolvers<string>();
          Object.defineProperty(scope.clients, 'openWindow', {
            value: async (url: string) => resolve(url),
            configurable: true,
          });
          await scope.registration.showNotification('again', { data: chosen.path });
          const [notification] = (await scope.registration.getNotifications()).slice(-1);
          const event = new scope.NotificationEvent('notificationclick', { notification, action: chosen.action });
          self.dispatchEvent(event);
          return chosen.action === '' ? promise : '';
        },
        { action, path: notice?.data },
      );
    assert.equal(new URL(await click('')).pathname, new URL(dialog).pathname);
    const [red] = (message as { actions: { path: string }[] }).actions;
    await click(red?.path ?? '');
    await page.goto(dialog);
    await page.getByRole('region', { name: 'Conversation' }).getByText('Fine.').waitFor();
  });

  it('say why, and offer no button, where the browser allows none', async () => {
    await context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
    const page = await noticesPage();
    await page.getByText('This address is not secure').waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    assert.deepEqual(await runAxe(page), []);
  });
});
