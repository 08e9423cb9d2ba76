// The editor's secret storage as this window read it last. Each question to the storage is a trip to the workbench:
// over the network for a folder on another machine, and up to a second while a window starts. No request to a model
// waits for one a second time.
import type { Disposable, SecretStorage } from 'vscode';

/** What is read of the secret storage. */
export type SecretsToRead = Pick<SecretStorage, 'get' | 'keys'>;

/**
 * Answers as the storage did before, and asks it again for the next time: in a browser nothing tells a window what
 * another one stored. What is stored or removed in this window, or in any on the desktop, holds at once; what was
 * missing is asked for each time. Rejects as the storage does while there is no answer yet.
 */
export class KeptSecrets implements SecretsToRead {
  readonly #values: KeptAnswers<string>;
  readonly #names: KeptAnswers<string[]>;
  readonly #following: Disposable;

  constructor(secrets: Pick<SecretStorage, 'get' | 'keys' | 'onDidChange'>) {
    this.#values = new KeptAnswers(name => secrets.get(name));
    this.#names = new KeptAnswers(() => secrets.keys());
    this.#following = secrets.onDidChange(({ key }) => {
      this.#values.forget(key);
      this.#names.forget('');
    });
  }

  get(name: string): Promise<string | undefined> {
    return this.#values.get(name);
  }

  async keys(): Promise<string[]> {
    return (await this.#names.get('')) ?? [];
  }

  dispose(): void {
    this.#following.dispose();
  }
}

class KeptAnswers<A> {
  readonly #ask: (name: string) => Thenable<A | undefined>;
  readonly #kept = new Map<string, A>();
  /** One question for each name; an answer to one that was forgotten meanwhile is not kept. */
  readonly #asked = new Map<string, Promise<A | undefined>>();

  constructor(ask: (name: string) => Thenable<A | undefined>) {
    this.#ask = ask;
  }

  get(name: string): Promise<A | undefined> {
    const fresh = this.#asked.get(name) ?? this.#askFor(name);
    const kept = this.#kept.get(name);
    if (kept === undefined) return fresh;
    fresh.catch(() => {});
    return Promise.resolve(kept);
  }

  forget(name: string): void {
    this.#kept.delete(name);
    this.#asked.delete(name);
  }

  #askFor(name: string): Promise<A | undefined> {
    const asked = (async () => this.#ask(name))();
    this.#asked.set(name, asked);
    const note = (keep: () => void) => {
      if (this.#asked.get(name) !== asked) return;
      this.#asked.delete(name);
      keep();
    };
    asked.then(
      answer => note(() => (answer === undefined ? this.#kept.delete(name) : this.#kept.set(name, answer))),
      () => note(() => {}),
    );
    return asked;
  }
}
