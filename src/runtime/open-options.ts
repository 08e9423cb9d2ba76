// What opening an rtws takes.
import type { DialogRef, QuestionId, RootId } from '../core/base/ids.ts';
import type { McpServer, SharedServer } from '../core/team/mcp-server.ts';
import type { OpenMode, WriteMode } from '../driver/open-mode.ts';
import type { EditorModels } from '../llm/editor/editor-models.ts';
import type { ModelSource } from '../llm/models/merge-sources.ts';
import type { KeptTeams } from '../minds/team/team-reader.ts';
import type { EditorTools } from '../tools/editor-tools.ts';
import type { WorkspaceFiles } from '../tools/files/workspace-files.ts';
import type { StartCommand } from '../tools/shell/run-shell.ts';
import type { KeepGoing } from './folder/minds.ts';
import type { LogOptions } from './log/log.ts';
import type { WorkEvent } from './roles/claims.ts';
import type { TrustedActs } from './trust/folder-acts.ts';

/** What an rtws is opened with; only the folder, its environment and the mode are needed. */
export interface OpenOptions {
  /** Absolute path of the folder in which everything runs. */
  readonly rtws: string;
  readonly env: NodeJS.ProcessEnv;
  /**
   * `record` applies intents and generates nothing; `read` never takes the lock and changes no file but to hand intents
   * to the process that drives.
   */
  readonly mode: OpenMode;
  /**
   * In a folder without dialogs nothing is written and nothing is locked until the first one is started (SPEC 13.14).
   */
  readonly drivesLate?: true;
  /** A reader takes over when the driver goes away before it has done what this process asks of it, or waits for. */
  readonly takesOver?: WriteMode;
  /** The one that drives starts what `.minds/schedules.yaml` says when it is due (SPEC 21.4). */
  readonly wakes?: true;
  /**
   * Where `dominds serve` is reached, for links in notices. A promise while it begins to listen: no notice is sent
   * before.
   */
  readonly address?: () => string | Promise<string> | undefined;
  /** What is in front of a person now: no notice is sent of it. */
  readonly inView?: InView;
  /** The setting `dominds.notify` as it stands there; it has the form of `.minds/notify.yaml` (SPEC 21.2). */
  readonly notify?: {
    read(): unknown;
    /** Calls `listener` when it changed. */
    onChange(listener: () => void): { dispose(): void };
  };
  /** The store that holds the dialogs; absent: files in `.dialogs/`. */
  readonly store?: OpenStore;
  /** Work language; absent: `DOMINDS_LANG`, else English (SPEC 12.2). */
  readonly language?: string;
  /** Models as the editor's settings name them now; asked at every generation. `probeLocal`: SPEC 18.5. */
  readonly settings?: () => ModelSource & { readonly probeLocal?: boolean };
  /** The playbook that the provider `playbook` plays when none is named (absolute). */
  readonly demoPlaybook?: string;
  /** The key that was stored for the server at this address; it must belong to that server. */
  readonly apiKey?: (baseUrl: string) => Promise<string | undefined>;
  /** All stored keys, for every server: no command sees them. */
  readonly storedKeys?: () => Promise<readonly string[]>;
  /** The language models of the editor. */
  readonly editorModels?: EditorModels;
  /** The proxies for requests to model servers; absent: those of the environment (SPEC 10.8). */
  readonly proxies?: 'environment' | 'editor';
  /** `always`: what a crash or a closed window left unfinished goes on at once (SPEC 11.2). */
  readonly resume?: 'ask' | 'always' | 'never';
  /** Which roots are reminded to keep going, read at every stop; absent: all (SPEC 7.2). */
  readonly keepGoing?: () => KeepGoing;
  /** Limits of draft dialogues as the editor's settings give them, by the keys of `.minds/draft.yaml` (SPEC 15.10). */
  readonly draftSettings?: () => Readonly<Record<string, unknown>>;
  /** Where the log goes besides its file. */
  readonly log?: LogOptions['log'];
  /** From which level on lines go into the file, or `off`; absent: `DOMINDS_LOG`, else `info`. */
  readonly logLevel?: LogOptions['logLevel'];
  /** Epoch milliseconds; the clock of the system when absent. */
  readonly now?: () => number;
  /** Text of a file that is open in an editor with unsaved edits. */
  readonly unsaved?: (file: string) => string | undefined;
  /** What team files said to earlier processes. */
  readonly keptTeams?: KeptTeams;
  /** MCP servers of whoever opened this, beside those of the folder; asked at every request. */
  readonly handedServers?: () => readonly McpServer[];
  /**
   * Servers of `.mcp.json` start only after `Runtime.decideServer` allowed them, and this asks for that: once for an
   * entry that is needed and has no word yet. Absent: trust in the folder covers them (SPEC 22.1).
   */
  readonly onServerWanted?: (server: SharedServer) => void;
  /** Starts commands of `run_shell` in terminals of whoever opened this. */
  readonly startCommand?: StartCommand;
  /** Files that are open in an editor, for the file tools. */
  readonly workspaceFiles?: WorkspaceFiles;
  /** The policies of the editor's settings as they stand there, read at every call of a tool. */
  readonly policies?: () => unknown;
  /**
   * Whether commands that only read run unasked; absent: they do, unless `DOMINDS_READING_COMMANDS` is `ask` (SPEC
   * 24.3).
   */
  readonly readsFreely?: () => boolean;
  /**
   * The folder is not trusted: nothing that its files name is started, and nothing that they allow counts (SPEC 18.6).
   */
  readonly isUntrusted?: boolean;
  /**
   * What of a folder may act; absent: everything that its files say, at any time, or nothing where it is not trusted.
   */
  readonly trustedActs?: TrustedActs;
  /** Tools of other extensions and of MCP servers that the editor knows. */
  readonly editorTools?: EditorTools;
}

/** A PostgreSQL store that holds the dialogs of a workspace (SPEC 20). */
export interface OpenStore {
  /** Its address, without a password. */
  readonly url: string;
  /** Asked at each connection; absent or undefined: `PGPASSWORD` and `~/.pgpass` decide. */
  readonly password?: () => Promise<string | undefined>;
  /** The name of the workspace in it; absent: as the team file says, else that of the folder. */
  readonly workspace?: string;
  /** Records of these roots with a higher number are news to a new follower; of other roots, only later ones. */
  readonly newsAfter?: ReadonlyMap<RootId, number>;
  /** `workers`: this process drives nothing while workers serve the workspace. */
  readonly drive: 'workers' | 'here';
  /**
   * What this process records can be handed to workers: mode `record` is refused, too, while they serve the workspace.
   */
  readonly handsOver?: true;
  /** This process is a worker: it claims trees as long as it has room for them. */
  readonly worker?: {
    readonly room: number;
    readonly freeRoom: () => number;
    readonly onEvent: (event: WorkEvent) => void;
  };
  /** Told why the store cannot be reached, and `undefined` when it can be again. */
  readonly onAway?: (why: Error | undefined) => void;
  /** Told why the store does not let this process read what others store, and `undefined` when it does again. */
  readonly onUnread?: (why: Error | undefined) => void;
}

/** What people look at, in windows and browsers. */
export interface InView {
  /** Whether a dialog, or one of its questions, is in front of a person. */
  isSeen(at: DialogRef & { readonly questionId?: QuestionId }): boolean;
  /** Calls `listener` when that may have changed. */
  onChange(listener: () => void): { dispose(): void };
}
