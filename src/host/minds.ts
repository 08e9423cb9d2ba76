// The minds of this window's rtws (team, taskdocs) as views show them. Opened when a view first asks, without opening
// the runtime: a folder where nothing was ever driven has a team too.
import { type Disposable, type Event, EventEmitter, lm, type Memento, Uri } from 'vscode';
import type { MindsReader } from '../runtime.ts';
import { lookForRtws } from './open/find-rtws.ts';
import { loadRuntime } from './open/load-runtime.ts';
import type { OpenRtws } from './open/open-rtws.ts';
import { readSettings } from './settings/settings.ts';

/** The minds of one folder, opened. */
export interface OpenMinds {
  readonly folder: Uri;
  readonly reader: MindsReader;
}

interface Opened extends OpenMinds {
  /** Folder and language: a change of either needs a new reader. */
  readonly key: string;
  readonly watch: Disposable & { look(): void };
}

export class EditorMinds {
  readonly #rtws: OpenRtws;
  readonly #memory: Memento;
  readonly #changes = new EventEmitter<readonly string[]>();
  readonly #following: Disposable;
  /** Watched taskdocs, by watcher. */
  readonly #taskdocs = new Map<string, readonly string[]>();
  #opened: Opened | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** Changed files, relative to the rtws; none: every view must query its data again. */
  readonly onChange: Event<readonly string[]> = this.#changes.event;

  constructor(rtws: OpenRtws, memory: Memento) {
    this.#rtws = rtws;
    this.#memory = memory;
    this.#following = rtws.onChange(() => {
      if (this.#opened) void this.open();
      this.#changes.fire([]);
    });
  }

  /** The open reader, if any. */
  get opened(): OpenMinds | undefined {
    return this.#opened;
  }

  /** The minds of the rtws; `undefined` when it is not clear which folder that is. */
  open(): Promise<OpenMinds | undefined> {
    const opening = this.#turn.then(() => this.#open());
    this.#turn = opening.catch(() => {});
    return opening;
  }

  /** Follows these taskdocs too; replaces what the same `who` asked for before. */
  follow(who: string, taskDocPaths: readonly string[]): void {
    const before = this.#taskdocs.get(who) ?? [];
    if (before.length === taskDocPaths.length && before.every((path, at) => path === taskDocPaths[at])) return;
    this.#taskdocs.set(who, taskDocPaths);
    this.#opened?.watch.look();
  }

  dispose(): void {
    this.#following.dispose();
    this.#opened?.watch.dispose();
    this.#changes.dispose();
  }

  async #open(): Promise<OpenMinds | undefined> {
    const folder = this.#rtws.folder ?? (await this.#findFolder());
    if (!folder) return undefined;
    const { language } = readSettings(folder);
    const key = `${folder.toString()} ${language}`;
    if (this.#opened?.key === key) return this.#opened;
    const { readMinds } = await loadRuntime();
    const reader = readMinds({
      rtws: folder.fsPath,
      env: process.env,
      ...(language !== undefined && { language }),
      settings: () => readSettings(folder).model,
      editorTools: () => lm.tools.map(({ name }) => name),
    });
    const watch = reader.watch(
      () => [...this.#taskdocs.values()].flat(),
      paths => this.#changes.fire(paths),
    );
    this.#opened?.watch.dispose();
    this.#opened = { folder, reader, key, watch };
    this.#changes.fire([]);
    return this.#opened;
  }

  async #findFolder(): Promise<Uri | undefined> {
    const choice = await lookForRtws(this.#memory);
    return choice.kind === 'folder' ? Uri.parse(choice.uri) : undefined;
  }
}
