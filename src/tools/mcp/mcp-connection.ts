// The connection that tools of MCP servers need, whatever its transport.

import type { Form } from '../../core/dialog/form.ts';
import type { Said } from '../../core/prompt/said.ts';
import type { McpTransport } from '../../core/team/mcp-server.ts';
import type { AnsweredCall } from '../tool.ts';
import type { FaultyOffer } from './faulty-offers.ts';
import type { OfferedPrompt, OfferedResource } from './mcp-offers.ts';

/** A tool as its server offers it. `parameters` is a JSON schema. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Its server says so. */
  readonly onlyReads?: true;
}

export interface McpConnection {
  /** Rejects when the server does not answer. */
  listTools(signal: AbortSignal): Promise<readonly OfferedTool[]>;
  /** Rejects when the server fails, dies, is silent for `timeoutMs`, or when `signal` aborts. */
  call(name: string, input: object, how: HowToCall): Promise<McpAnswer>;
  /** Rejects when the server does not answer. */
  prompts(signal: AbortSignal): Promise<readonly OfferedPrompt[]>;
  /** Rejects when the server does not answer. */
  resources(signal: AbortSignal): Promise<readonly OfferedResource[]>;
  /** What the server's lists hold besides, and cannot be used. */
  faulty(): readonly FaultyOffer[];
  /** The text of a prompt. Rejects when the server refuses. */
  prompt(
    prompt: { readonly name: string; readonly args: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): Promise<string>;
  /** The text of a resource. Rejects when the server refuses. */
  resource(uri: string, signal: AbortSignal): Promise<string>;
  /** Ends the connection, and the server if it was started for it. Never rejects. */
  close(): Promise<void>;
}

/** The result of a call, or with `asks` what the server wants of the person before it goes on. */
export interface McpAnswer {
  readonly ok: boolean;
  readonly content: string | Said;
  readonly asks?: McpAsks;
}

/** Forms that a server wants filled in. The call goes on when it is made again with `asked`. */
export interface McpAsks {
  /** Given back as it is. */
  readonly state?: string;
  readonly forms: readonly (Form & { readonly message: string })[];
  /** The server waits: `over` resolves when it no longer does, `release` ends the call. */
  readonly held?: { readonly over: Promise<void>; readonly release: () => void };
}

export interface HowToCall {
  /** Tells a call from others, so that one that is held open can go on. */
  readonly id: string;
  /** What the call asked for before, with the answers. */
  readonly asked?: AnsweredCall;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly progress: (message: string) => void;
}

/** Starts a server or reaches one that runs, and shakes hands. Rejects with the reason. */
export type ConnectMcp = (
  transport: McpTransport,
  options: {
    /** Absolute; where a server that is started runs. */
    readonly folder: string;
    readonly signal: AbortSignal;
    /** The connection ended by itself. */
    readonly onClosed: () => void;
    readonly onToolsChanged: () => void;
  },
) => Promise<McpConnection>;
