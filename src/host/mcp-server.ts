// The team as an MCP server that the editor lists (SPEC 22.2): its chat and its agents start dialogs and answer
// questions by it. Nothing listens before the editor starts it.
import { type Disposable, EventEmitter, lm, McpHttpServerDefinition, Uri, workspace } from 'vscode';
import { once } from '../core/base/once.ts';
import type { Loopback } from '../doors/mcp/loopback.ts';
import type { Host } from './host.ts';
import { displayLanguage } from './words.ts';

/** As `package.json` declares it. */
const PROVIDER = 'dominds';

/** Offers the server in a folder with trust; undefined for an editor that takes none. */
export function offerMcpServer(host: Host): readonly Disposable[] {
  // Editors made of VS Code may lack it.
  if (typeof lm.registerMcpServerDefinitionProvider !== 'function') return [];
  const { version } = host.extension.extension.packageJSON as { readonly version: string };
  const changed = new EventEmitter<void>();
  let listening: Promise<Loopback> | undefined;
  const listen = once(() => {
    listening = serve(host, version);
    return listening;
  });
  const provider = lm.registerMcpServerDefinitionProvider(PROVIDER, {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      workspace.isTrusted && (workspace.workspaceFolders?.length ?? 0) > 0
        ? [new McpHttpServerDefinition('Dominds', Uri.parse('http://127.0.0.1/mcp'), {}, version)]
        : [],
    async resolveMcpServerDefinition() {
      const { url, headers } = await listen();
      return new McpHttpServerDefinition('Dominds', Uri.parse(url), { ...headers }, version);
    },
  });
  const tell = () => changed.fire();
  return [
    provider,
    changed,
    workspace.onDidGrantWorkspaceTrust(tell),
    workspace.onDidChangeWorkspaceFolders(tell),
    { dispose: () => void listening?.then(({ close }) => close()) },
  ];
}

async function serve({ rtws, log }: Host, version: string): Promise<Loopback> {
  const { serveOnLoopback } = await import('../doors/mcp/loopback.ts');
  return serveOnLoopback({
    version,
    language: displayLanguage(),
    warn: message => log.warn(message),
    async runtime() {
      const opened = await rtws.open();
      return opened.ok ? opened.runtime : undefined;
    },
  });
}
