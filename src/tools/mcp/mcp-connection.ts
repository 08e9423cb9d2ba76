// The connection that tools of MCP servers need, whatever its transport.
import type { McpTransport } from '../../core/mcp-server.ts';

/** A tool as its server offers it. `parameters` is a JSON schema. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface McpConnection {
  /** Rejects when the server does not answer. */
  listTools(signal: AbortSignal): Promise<readonly OfferedTool[]>;
  /** Rejects when the server fails, dies, is silent for `timeoutMs`, or when `signal` aborts. */
  call(name: string, input: object, how: HowToCall): Promise<{ readonly ok: boolean; readonly content: string }>;
  /** Ends the connection, and the server if it was started for it. Never rejects. */
  close(): Promise<void>;
}

export interface HowToCall {
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
