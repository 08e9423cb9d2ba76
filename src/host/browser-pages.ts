// Open in Browser: the pages of this window's folder, served by the window until it closes (SPEC 21.1).
import path from 'node:path';
import { type ExtensionContext, env, type LogOutputChannel, Uri } from 'vscode';
import type { DialogRef } from '../core/base/ids.ts';
import { errorTrace } from '../core/base/thrown.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { Inbox } from '../pages/inbox.ts';
import { dialogPath } from '../pages/page-path.ts';
import type { PagesInView } from '../pages/pages-in-view.ts';
import type { Served } from '../serve/server.ts';
import { loadRuntime } from './open/load-runtime.ts';
import type { OpenRtws } from './open/open-rtws.ts';

export interface BrowserPagesPorts {
  readonly extension: Pick<ExtensionContext, 'extensionUri'>;
  readonly log: Pick<LogOutputChannel, 'warn' | 'error'>;
  readonly rtws: OpenRtws;
  readonly inbox: Inbox;
  readonly inView: PagesInView;
}

export class BrowserPages {
  readonly #ports: BrowserPagesPorts;
  /** Of the folder that was open when it began. */
  #served: { readonly folder: string; readonly pages: Served } | undefined;
  #starting: Promise<Outcome<{ pages: Served }>> | undefined;

  constructor(ports: BrowserPagesPorts) {
    this.#ports = ports;
  }

  /** Where the pages are reached from this machine; none while they are not served. */
  get address(): string | undefined {
    return this.#served?.pages.address;
  }

  /** A new address for one browser, as people of this window reach it: over a tunnel, if the window is remote. */
  async invite(dialog?: DialogRef): Promise<Outcome<{ url: Uri }>> {
    this.#starting ??= this.#serve().finally(() => {
      this.#starting = undefined;
    });
    const started = await this.#starting;
    if (!started.ok) return started;
    const { pages } = started;
    const { token } = pages.invite('full');
    const here = Uri.parse(pages.address);
    const found = await env.asExternalUri(here);
    // An editor in a browser gives a path of its own server, below which the pages are.
    pages.alsoKnownAs(new URL(found.with({ query: '', fragment: '' }).toString(true)));
    const base = found.path.replace(/\/$/, '');
    const path = base + (dialog ? dialogPath(dialog) : '/');
    return { ok: true, url: found.with({ path, query: `token=${token}`, fragment: '' }) };
  }

  /** Ends all pages; none of them is reached any more. */
  async stop(): Promise<void> {
    const served = this.#served;
    this.#served = undefined;
    await served?.pages.close();
  }

  async #serve(): Promise<Outcome<{ pages: Served }>> {
    const { extension, log, rtws, inbox, inView } = this.#ports;
    const opened = await rtws.open();
    if (!opened.ok) return opened;
    const folder = opened.runtime.rtws;
    if (this.#served?.folder === folder) return { ok: true, pages: this.#served.pages };
    await this.stop();
    const [{ createPersonalSeals }, { servePages }] = await Promise.all([
      loadRuntime(),
      import('../serve/in-window.ts'),
    ]);
    const started = await servePages({
      rtws,
      inbox,
      inView,
      folder,
      seals: createPersonalSeals(folder, process.env),
      bundles: path.join(extension.extensionUri.fsPath, 'dist', 'webview'),
      log: {
        warn: message => log.warn(message),
        error: (message, error) => log.error(`${message}: ${errorTrace(error)}`),
      },
    });
    if (!started.ok) return started;
    this.#served = { folder, pages: started.served };
    return { ok: true, pages: started.served };
  }
}
