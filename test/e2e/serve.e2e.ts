// `dominds serve` in a real browser: the first visit, a dialog to its end, a phone, light and dark, a server that is
// started again (SPEC 21.1).
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { sharedBrowser } from './support/browser.ts';
import { attachFigures, busyTimes } from './support/busy-times.ts';
import { runAxe } from './support/webview-page.ts';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');

interface Server {
  readonly child: ChildProcess;
  /** The address of the next line that it prints. */
  address(): Promise<string>;
}

describe('dominds serve in a browser', () => {
  let workspace: TempWorkspace;
  let server: Server;
  const contexts: BrowserContext[] = [];

  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {name: Lena}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - say: |\n      !?@human Which colour?\n  - say: Blue it is.\n',
    });
    server = serve();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    await end(server);
    await workspace.remove();
  });

  function serve(port = 0, home = path.join(workspace.folder, 'own')): Server {
    const args = [cli, '-C', workspace.folder, 'serve', '--json', '--drive', '--port', String(port)];
    const env = { ...process.env, XDG_CONFIG_HOME: home, CI: 'true' };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, address: async () => JSON.parse((await lines.next()).value ?? '{}').url };
  }

  async function end({ child }: Server): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  async function browse(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await (await sharedBrowser()).newContext({ viewport: { width: 1100, height: 800 }, ...options });
    contexts.push(context);
    return context.newPage();
  }

  const said = (page: Page, text: string) => page.getByRole('region', { name: 'Conversation' }).getByText(text);

  /** Begins a dialog by the first message of an empty page. */
  async function begin(page: Page, text: string): Promise<void> {
    await page.getByRole('link', { name: 'New dialog' }).click();
    await page.locator('.composer.unbegun textarea').fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.composer:not(.unbegun)').waitFor();
  }

  async function attachImage(page: Page): Promise<void> {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/p8S3VQAAAABJRU5ErkJggg==';
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /Attach/ }).click();
    await (await chosen).setFiles({ name: 'fence.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
    await page.getByText('fence.png').waitFor();
  }

  async function startDialog(page: Page): Promise<void> {
    await begin(page, 'Paint the fence');
    await page.getByText('Which colour?').first().waitFor();
  }

  it('goes from the printed address to an answered question, by keyboard', async () => {
    const page = await browse();
    await page.goto(await server.address());
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await startDialog(page);
    await page.locator('.composer textarea').focus();
    await page.keyboard.type('Blue');
    await page.keyboard.press('Enter');
    await said(page, 'Blue it is.').waitFor();
    await page.reload();
    await said(page, 'Blue it is.').waitFor();
  });

  it('continues at its start what an earlier process left', async () => {
    await server.address();
    await end(server);
    const start = ['-C', workspace.folder, 'start', 'Paint the fence', '--no-wait'];
    execFileSync(process.execPath, [cli, ...start], { env: { ...process.env, CI: 'true' } });
    server = serve();
    const page = await browse();
    await page.goto(await server.address());
    await page.getByText('Which colour?').first().waitFor();
  });

  for (const [name, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ] as const)
    it(`begins a dialog in an empty page, with a task of lines, a member, permissions and an image, ${name}`, async () => {
      await workspace.write('.minds/team.yaml', 'members: {lead: {name: Lena}, coder: {name: Cody}}\n');
      await workspace.write('.minds/p.yaml', 'replies:\n  - say: The fence is blue.\n');
      const page = await browse(options);
      await page.goto(await server.address());
      await page.getByRole('link', { name: 'New dialog' }).click();
      const field = page.locator('.composer.unbegun textarea');
      await field.fill('Paint the fence\n\n- blue\n- twice');
      await page.getByLabel('Member').selectOption({ label: 'Cody' });
      await page.reload();
      assert.equal(await field.inputValue(), 'Paint the fence\n\n- blue\n- twice');
      await page.getByRole('heading', { name: /Cody/ }).waitFor();
      await attachImage(page);
      assert.deepEqual(await runAxe(page), []);
      await page.screenshot({ path: `test-results/serve-new-${name}.png` });
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await said(page, 'The fence is blue.').waitFor();
      await page.locator('.conversation img, .message img, article img').first().waitFor();
      assert.deepEqual([new URL(page.url()).search, await page.locator('nav [aria-current]').count()], ['', 0]);
      await page.screenshot({ path: `test-results/serve-begun-${name}.png` });
      await page.reload();
      await said(page, 'The fence is blue.').waitFor();
      if (name !== 'phone') return;
      const low = await page.locator(':is(nav a, button, select):visible').evaluateAll(all =>
        all.flatMap(each => {
          const { height } = each.getBoundingClientRect();
          return height < 44 ? [`${each.className} ${each.textContent?.slice(0, 30)} ${height}`] : [];
        }),
      );
      assert.deepEqual(low, []);
    });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`goes back to a message with an image, by mouse, in a fork whose composer holds both, ${colorScheme}`, async () => {
      await end(server);
      await workspace.write('prices.txt', 'tea 1\n');
      // Writes in a git work tree need no permission.
      await workspace.write('.git/HEAD', 'ref: refs/heads/main\n');
      const edit = { name: 'edit_file', args: { path: 'prices.txt', old: 'tea 1', new: 'tea 2' } };
      const replies = [{ say: 'Hello.' }, { tools: [edit] }, { say: 'The prices are new.' }];
      await workspace.write('.minds/p.yaml', JSON.stringify({ replies }));
      const home = await makeTempWorkspace({});
      server = serve(0, home.folder);
      try {
        const page = await browse({ colorScheme });
        await page.goto(await server.address());
        await begin(page, 'Greet me.');
        await said(page, 'Hello.').waitFor();
        await attachImage(page);
        await page.locator('.composer textarea').fill('Raise the price of tea.');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await said(page, 'The prices are new.').waitFor();
        assert.equal(await workspace.read('prices.txt'), 'tea 2\n');
        const opened = page.context().waitForEvent('page');
        await page.locator('.changes-bar').getByRole('button', { name: 'Review' }).click();
        const review = await opened;
        await review.locator('ins', { hasText: '+tea 2' }).waitFor();
        assert.deepEqual(await runAxe(review), []);
        await review.screenshot({ path: `test-results/serve-changes-${colorScheme}.png` });
        await review.close();
        const message = page.locator('.user', { hasText: 'Raise the price' });
        await message.hover();
        await message.getByRole('button', { name: 'Restore to Here: Raise the price of tea.' }).click();
        const bar = page.locator('.restore-bar');
        await bar.locator('li', { hasText: 'prices.txt' }).waitFor();
        await bar.getByRole('button', { name: 'Goes on in a fork' }).click();
        assert.deepEqual(await runAxe(page), []);
        await page.screenshot({ path: `test-results/serve-restore-${colorScheme}.png` });
        const before = new URL(page.url()).pathname;
        await bar.getByRole('button', { name: 'Restore', exact: true }).click();
        await page.waitForURL(url => url.pathname !== before);
        await page.locator('.attached', { hasText: 'fence.png' }).waitFor();
        assert.equal(await page.locator('.composer textarea').inputValue(), 'Raise the price of tea.');
        assert.equal(await page.locator('.user', { hasText: 'Raise the price' }).count(), 0);
        assert.equal(await workspace.read('prices.txt'), 'tea 1\n');
        await page.screenshot({ path: `test-results/serve-restored-${colorScheme}.png` });
      } finally {
        await end(server);
        await home.remove();
      }
    });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`reads well on a phone, ${colorScheme}, with the question first, and axe finds nothing`, async () => {
      const page = await browse({ colorScheme, viewport: { width: 390, height: 844 } });
      await page.goto(await server.address());
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await startDialog(page);
      assert.deepEqual(await runAxe(page), []);
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByText('Which colour?').first().waitFor();
      assert.deepEqual(await runAxe(page), []);
      const tops = await page
        .locator('.regions > *')
        .evaluateAll(regions => regions.map(each => [each.className, each.getBoundingClientRect().top] as const));
      const [first] = tops.toSorted(([, a], [, b]) => a - b);
      assert.match(first?.[0] ?? '', /inbox/);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(wide, false);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const)
    it(`takes a part of the work that a member did in a copy, on a phone, ${colorScheme}`, async () => {
      await end(server);
      const text = (one: string, two: string) => `${one}\n${'line\n'.repeat(20)}${two}\n`;
      const tools = [
        { name: 'read_file', args: { path: 'a.txt' } },
        { name: 'write_file', args: { path: 'a.txt', content: text('ONE', 'TWO') } },
      ];
      await workspace.write('a.txt', text('one', 'two'));
      await workspace.write(
        '.minds/team.yaml',
        'member_defaults: {diligence-push-max: 0, dialect: tellask}\nmembers: {lead: {}, coder: {workplace: own}}\n',
      );
      const replies = [
        { when: { agent: 'lead', contains: 'Paint' }, say: '!?@coder Change both lines' },
        { when: { agent: 'coder' }, tools },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'lead' }, say: 'So be it.' },
      ];
      await workspace.write('.minds/p.yaml', JSON.stringify({ replies }));
      const home = await makeTempWorkspace({});
      server = serve(0, home.folder);
      try {
        const page = await browse({ colorScheme, viewport: { width: 390, height: 844 } });
        await page.goto(await server.address());
        await begin(page, 'Paint the fence');
        await page.getByRole('button', { name: 'Take All' }).waitFor();
        await page.getByRole('button', { name: 'Change 1 of a.txt' }).click();
        assert.deepEqual(await runAxe(page), []);
        await page.screenshot({ path: `test-results/serve-workplace-${colorScheme}.png` });
        const opened = page.waitForEvent('popup');
        await page.getByRole('button', { name: 'Show diff a.txt' }).click();
        const diff = await opened;
        await diff.getByText('TWO').first().waitFor();
        await diff.screenshot({ path: `test-results/serve-workplace-diff-${colorScheme}.png` });
        await diff.close();
        await page.getByRole('button', { name: 'Take Selected (1 of 2)' }).click();
        await page.getByText('Take the other changes of @coder?').first().waitFor();
        await page.getByRole('button', { name: 'Drop' }).last().click();
        await said(page, 'So be it.').waitFor();
        assert.equal(await workspace.read('a.txt'), text('one', 'TWO'));
      } finally {
        await end(server);
        await home.remove();
      }
    });

  it('fits a phone by touch: fields that are not zoomed in on, new lines, the whole address, and Send beside a lost connection', async () => {
    const page = await browse({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    await page.goto(await server.address());
    await startDialog(page);
    const sizeOf = (field: string) => page.locator(field).evaluate(each => getComputedStyle(each).fontSize);
    assert.equal(await sizeOf('.composer textarea'), '16px');
    const field = page.locator('.composer textarea');
    await field.tap();
    await page.keyboard.type('Dark');
    await page.keyboard.press('Enter');
    await page.keyboard.type('blue');
    assert.equal(await field.inputValue(), 'Dark\nblue');
    const links = page.locator('nav a');
    const heights = await links.evaluateAll(all => all.map(each => each.getClientRects().length));
    assert.deepEqual(heights, [1, 1, 1, 1]);
    const dialog = page.url();
    await page.getByRole('link', { name: 'Another device' }).click();
    const address = page.locator('main pre');
    // Its style sheet is another file, and the text is there before it.
    await page.waitForLoadState();
    assert.equal(await address.evaluate(each => each.scrollWidth > each.clientWidth), false);
    await page.goto(dialog);
    await said(page, 'Which colour?').waitFor();
    server.child.kill('SIGKILL');
    await page.getByText('Connection lost').waitFor();
    const [composer, lost] = [
      await page.locator('.composer').boundingBox(),
      await page.locator('#connection').boundingBox(),
    ];
    assert.ok(composer && lost && composer.y + composer.height <= lost.y, JSON.stringify([composer, lost]));
  });

  it('keeps the buttons of code off the code where fingers point, and leaves out those that need an editor', async () => {
    await workspace.write('.minds/p.yaml', 'replies:\n  - say: |\n      ```ts\n      const answer = 42;\n      ```\n');
    const page = await browse({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto(await server.address());
    await begin(page, 'Count');
    await page.locator('.code pre').waitFor();
    const names = await page
      .locator('.code-button:visible')
      .evaluateAll(all => all.map(each => each.getAttribute('title')));
    assert.deepEqual(names, ['Copy code']);
    // At one time: both are drawn anew when the reply has ended.
    const [bar, code] = await page.locator('.code').evaluate(block => {
      const boxes = ['.code-bar', 'pre'].map(part => block.querySelector(part)?.getBoundingClientRect());
      return [boxes[0]?.bottom, boxes[1]?.top];
    });
    assert.ok(bar !== undefined && code !== undefined && bar <= code, JSON.stringify([bar, code]));
    const badge = page.getByText('Scripted model');
    const lines = (await badge.boundingBox())?.height ?? 0;
    assert.ok(lines < 30, `${lines}`);
  });

  it('goes on when the server is killed and started again', async () => {
    const page = await browse();
    const address = await server.address();
    await page.goto(address);
    await startDialog(page);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    await page.getByText('Connection lost').waitFor();
    server = serve(Number(new URL(address).port));
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
    await page.locator('.composer textarea').fill('Blue');
    await page.keyboard.press('Enter');
    await said(page, 'Blue it is.').waitFor();
  });

  it('keeps a page and the copy of its tab connected, each by itself', async () => {
    const page = await browse();
    await page.goto(await server.address());
    await startDialog(page);
    const tabOf = (socket: { url(): string }) => new URL(socket.url()).searchParams.get('tab');
    const again = page.waitForEvent('websocket');
    const opened = page.context().waitForEvent('page');
    // A window that a page opens begins with the storage of its tab, as a duplicated tab does.
    await page.evaluate(() => void window.open(location.href));
    const copy = await opened;
    const first = await copy.evaluate(() => sessionStorage.getItem(`dominds.tab ${location.pathname}`));
    assert.notEqual(tabOf(await again), first);
    await copy.locator('.composer textarea').fill('Blue');
    await copy.keyboard.press('Enter');
    for (const each of [page, copy]) await said(each, 'Blue it is.').waitFor();
  });

  it('is measured while a reply streams, 1,000 chunks a second', async () => {
    const words = Array.from({ length: 4_000 }, (_, n) => `word${n}`).join(' ');
    await workspace.write('.minds/p.yaml', `chunkDelayMs: 1\nreplies:\n  - say: "${words}"\n`);
    const page = await browse();
    await page.goto(await server.address());
    await begin(page, 'Count');
    await said(page, 'word9 ').waitFor();
    const began = performance.now();
    const figures = await busyTimes(page, () => said(page, 'word3999').waitFor());
    await attachFigures('serve-streaming', { ...figures, seconds: Math.round((performance.now() - began) / 100) / 10 });
  });

  it('shows two browsers the same dialog, and only the first visit of an address', async () => {
    const one = await browse();
    const address = await server.address();
    await one.goto(address);
    await startDialog(one);
    const two = await browse();
    const refused = await two.goto(address);
    assert.equal(refused?.status(), 401);
    await two.goto(await server.address());
    await two.goto(one.url());
    await two.getByText('Which colour?').first().waitFor();
    await one.locator('.composer textarea').fill('Blue');
    await one.keyboard.press('Enter');
    await said(two, 'Blue it is.').waitFor();
  });

  it('shows two browsers and a command beside them the same dialog: one answers, the others are told', async () => {
    const one = await browse();
    await one.goto(await server.address());
    await startDialog(one);
    const two = await browse();
    await two.goto(await server.address());
    await two.goto(one.url());
    await two.getByText('Which colour?').first().waitFor();
    const run = async (...args: readonly string[]) => {
      const env = { ...process.env, XDG_CONFIG_HOME: path.join(workspace.folder, 'own'), CI: 'true' };
      const child = spawn(process.execPath, [cli, '-C', workspace.folder, '--json', ...args], { env });
      const lines: string[] = [];
      createInterface({ input: child.stdout }).on('line', line => void lines.push(line));
      const [code] = await once(child, 'close');
      return { code, json: lines.map(line => JSON.parse(line)) };
    };
    const [[question]] = (await run('q4h')).json;
    const answered = await run('answer', question.id, 'Red');
    assert.equal(answered.code, 0);
    for (const page of [one, two]) {
      await said(page, 'Blue it is.').waitFor();
      await page.getByText('Your answer on the command line').waitFor();
    }
    const late = await run('answer', question.id, 'Green');
    assert.notEqual(late.code, 0);
  });
});
