// A workspace whose dialogs are served over real HTTP and sockets, and its clients.
import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import WebSocket from 'ws';
import { PagesInView } from '../../src/pages/pages-in-view.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { createPlace } from '../../src/serve/place.ts';
import { servedRtws } from '../../src/serve/served-rtws.ts';
import { type Served, type ServeOptions, serve } from '../../src/serve/server.ts';
import type { ServedPlace } from '../../src/serve/surfaces.ts';
import { sealsOf } from './seals.ts';
import { makeTempWorkspace, type TempWorkspace } from './temp-workspace.ts';

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** What differs from a server of this machine alone. */
type HowServed = Partial<Pick<ServeOptions, 'host' | 'tls' | 'isBehindProxy' | 'baseUrl'>>;

/** A served workspace whose member asks for a colour. */
export class ServedWorkspace {
  readonly workspace: TempWorkspace;
  readonly bundles: TempWorkspace;
  readonly runtime: Runtime;
  readonly logged: string[] = [];
  readonly inView = new PagesInView();
  now = Date.parse('2026-01-02T03:04:05Z');
  #served: Served | undefined;
  /** Of the present server. */
  place!: ServedPlace;

  readonly #how: HowServed;

  private constructor(workspace: TempWorkspace, bundles: TempWorkspace, runtime: Runtime, how: HowServed) {
    this.#how = how;
    this.workspace = workspace;
    this.bundles = bundles;
    this.runtime = runtime;
  }

  static async open(how: HowServed = {}, env: NodeJS.ProcessEnv = {}): Promise<ServedWorkspace> {
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - say: |\n      !?@human Which colour?\n  - say: Blue it is.\n',
    });
    const opened = await openRuntime({ rtws: workspace.folder, env, mode: 'drive' });
    assert.ok(opened.ok);
    return ServedWorkspace.over(workspace, opened.runtime, how);
  }

  /** The same over a runtime that was opened for a folder; both are closed with it. */
  static async over(workspace: TempWorkspace, runtime: Runtime, how: HowServed = {}): Promise<ServedWorkspace> {
    const bundles = await makeTempWorkspace({
      'dialog.js': '1',
      'dialog.css': '',
      'overview.js': '2',
      'overview.css': '',
    });
    const made = new ServedWorkspace(workspace, bundles, runtime, how);
    await made.start();
    return made;
  }

  get served(): Served {
    assert.ok(this.#served);
    return this.#served;
  }

  async start(): Promise<void> {
    const note = (text: string) => void this.logged.push(text);
    this.place = createPlace({
      rtws: servedRtws(this.runtime),
      folder: this.workspace.folder,
      inView: this.inView,
      log: { warn: note, error: (text, error) => note(`${text} ${error instanceof Error ? error.stack : error}`) },
    });
    const started = await serve(this.place, {
      host: '127.0.0.1',
      port: 0,
      isBehindProxy: false,
      seals: sealsOf('here'),
      bundles: this.bundles.folder,
      now: () => this.now,
      ...this.#how,
    });
    assert.ok(started.ok);
    this.#served = started.served;
  }

  async close(): Promise<void> {
    await this.served.close();
    await this.runtime.close();
    await this.bundles.remove();
    await this.workspace.remove();
  }

  ask(
    at: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: http.OutgoingHttpHeaders; body?: string } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port } = this.served;
      const request = http.request({ host: '127.0.0.1', port, path: at, method, headers }, response => {
        let text = '';
        response.on('data', part => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  /** A browser's cookie, got by a fresh address. */
  async enter(access: 'full' | 'view' = 'full'): Promise<string> {
    const { status, headers } = await this.ask(`/?token=${this.served.invite(access).token}`);
    assert.equal(status, 200);
    return String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
  }

  page(socket: string, headers: Record<string, string>): Promise<Page> {
    const connection = new WebSocket(`ws://127.0.0.1:${this.served.port}${socket}`, { headers });
    return new Promise((resolve, reject) => {
      connection.on('error', reject);
      connection.on('open', () => resolve(pageOf(connection)));
    });
  }

  /** The first bytes of the answer to these. */
  raw(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.served.port, '127.0.0.1', () => socket.write(bytes));
      socket.once('data', data => {
        socket.destroy();
        resolve(String(data));
      });
      socket.once('error', reject);
      socket.once('close', () => resolve(''));
    });
  }
}

export interface Page {
  say(message: object): void;
  raw(text: string): void;
  /** Whether it has the focus. */
  look(isLooking: boolean): void;
  /** The next message of the panel's own, or of the tab, that fits. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  /** The number of the last message that came. */
  last(): number;
  /** The code with which the connection ended. */
  readonly closed: Promise<number>;
  close(): void;
}

type Message = { readonly kind: string } & Readonly<Record<string, unknown>>;

function pageOf(connection: WebSocket): Page {
  const come: Message[] = [];
  let last = 0;
  let wake = () => {};
  connection.on('message', data => {
    const envelope = JSON.parse(String(data)) as { kind: string; n: number; message: Message };
    if (envelope.kind === 'message') last = envelope.n;
    come.push(envelope.kind === 'message' ? envelope.message : envelope);
    wake();
  });
  const closed = new Promise<number>(resolve => connection.on('close', resolve));
  return {
    closed,
    say: message => connection.send(JSON.stringify({ kind: 'message', message })),
    raw: text => connection.send(text),
    look: isLooking => connection.send(JSON.stringify({ kind: 'looking', isLooking })),
    async next(fits) {
      for (;;) {
        const at = come.findIndex(fits);
        const found = come[at];
        if (found) {
          come.splice(0, at + 1);
          return found;
        }
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    },
    last: () => last,
    close: () => connection.terminate(),
  };
}
