// A `vscode` module that shows nothing: what the extension costs by itself can then be measured in a plain process.
// What is not named here is a function that gives something to dispose of.
import { stat } from 'node:fs/promises';
import Module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// An extension host has loaded these modules of Node itself before it activates anything. Not by `import`: a bundler
// drops one that only loads.
for (const name of ['assert', 'child_process', 'crypto', 'http', 'net', 'os', 'stream', 'util', 'zlib']) {
  process.getBuiltinModule(name);
}

/** Tree views that the extension made, by id. */
export interface FakeEditor {
  readonly trees: ReadonlyMap<string, TreeProvider>;
  /** What an extension is activated with. */
  readonly context: object;
}

/** The part of a tree data provider that the editor itself uses. */
export interface TreeProvider {
  onDidChangeTreeData(listener: () => void): unknown;
  getChildren(element?: unknown): unknown;
  getTreeItem(element: unknown): unknown;
}

/** Makes `require('vscode')` give a fake editor with `folder` open. While it is busy, its workbench answers nothing. */
export function installFakeVscode(folder: string, extensionFolder: string, { busy = false } = {}): FakeEditor {
  const trees = new Map<string, TreeProvider>();
  const fake = fakeModule(folder, trees, busy);
  const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => (request === 'vscode' ? fake : load(request, ...rest));
  const memory = { get: () => undefined, update: async () => {}, keys: () => [] };
  const context = withDefaults({
    subscriptions: [],
    workspaceState: memory,
    globalState: { ...memory, setKeysForSync: () => {} },
    secrets: {
      get: async () => undefined,
      store: async () => {},
      delete: async () => {},
      onDidChange: () => disposable,
    },
    extensionUri: FakeUri.file(extensionFolder),
    extensionPath: extensionFolder,
    storageUri: FakeUri.file(path.join(extensionFolder, 'storage', 'folder')),
    globalStorageUri: FakeUri.file(path.join(extensionFolder, 'storage')),
    extension: { packageJSON: { version: '0.0.0' }, id: 'dominds.dominds' },
  });
  return { trees, context };
}

const disposable = { dispose() {} };

function fakeModule(folder: string, trees: Map<string, TreeProvider>, busy: boolean): object {
  const never = () => new Promise<never>(() => {});
  const uri = FakeUri.file(folder);
  return withDefaults({
    EventEmitter: FakeEmitter,
    Uri: FakeUri,
    TreeItem: FakeTreeItem,
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    window: withDefaults({
      createTreeView(id: string, { treeDataProvider }: { treeDataProvider: TreeProvider }) {
        trees.set(id, treeDataProvider);
        return withDefaults({ visible: true, selection: [] });
      },
      createOutputChannel: () => withDefaults({}),
      createStatusBarItem: () => withDefaults({}),
      tabGroups: withDefaults({ all: [] }),
      visibleTextEditors: [],
    }),
    workspace: withDefaults({
      workspaceFolders: [{ uri, name: 'bench', index: 0 }],
      isTrusted: true,
      textDocuments: [],
      getConfiguration: () => ({
        get: (_: string, value?: unknown) => value,
        inspect: () => undefined,
        has: () => false,
      }),
      getWorkspaceFolder: () => ({ uri, name: 'bench', index: 0 }),
      fs: withDefaults({ stat: busy ? never : statUri }),
    }),
    commands: withDefaults({ executeCommand: busy ? never : async () => undefined }),
    lm: withDefaults({ tools: [], selectChatModels: async () => [] }),
    env: { language: 'en', uriScheme: 'vscode', appName: 'bench', clipboard: {} },
    l10n: { t: (message: string | { message: string }) => (typeof message === 'string' ? message : message.message) },
    version: '1.139.0',
  });
}

/** Whatever is asked for and not there is a class, a function and a bag of further ones. */
function withDefaults<T extends object>(given: T): T {
  return new Proxy(given, {
    get: (target, key) => (key in target || key === 'then' ? Reflect.get(target, key) : anything),
  });
}

const anything: object = new Proxy(class {}, {
  apply: () => withDefaults(disposable),
  construct: () => withDefaults({}),
  get: (target, key) => (key in target || key === 'then' ? Reflect.get(target, key) : anything),
});

async function statUri(uri: FakeUri) {
  const found = await stat(uri.fsPath);
  return { type: found.isDirectory() ? 2 : 1, ctime: found.ctimeMs, mtime: found.mtimeMs, size: found.size };
}

class FakeTreeItem {
  readonly label: unknown;
  constructor(label: unknown) {
    this.label = label;
  }
}

class FakeEmitter {
  readonly #listeners = new Set<(event: unknown) => void>();
  readonly event = (listener: (event: unknown) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(event: unknown): void {
    for (const listener of this.#listeners) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class FakeUri {
  readonly scheme = 'file';
  readonly path: string;
  private constructor(path: string) {
    this.path = path;
  }
  get fsPath(): string {
    return this.path;
  }
  static from({ path: name }: { readonly path: string }): FakeUri {
    return FakeUri.file(name);
  }

  static file(file: string): FakeUri {
    return new FakeUri(file);
  }
  static parse(text: string): FakeUri {
    return new FakeUri(decodeURIComponent(text.replace(/^file:\/\//, '')));
  }
  static joinPath(base: FakeUri, ...parts: string[]): FakeUri {
    return new FakeUri(path.join(base.path, ...parts));
  }
  with(): FakeUri {
    return this;
  }
  toString(): string {
    return pathToFileURL(this.path).toString();
  }
}
