// Manage MCP Servers: the servers of `.mcp.json` with the person's word on each, to allow one or to take it back (SPEC 22.1).
import { assertNever } from '../../core/assert.ts';
import type { ServerWord, SharedServer } from '../../core/mcp-server.ts';
import type { Host } from '../host.ts';
import { decideServer, reviewServer, wayText } from '../notices/ask-servers.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { t } from '../words.ts';
import { driving } from './command.ts';

/** A server that is allowed is ended and not started again; another one is reviewed. */
export function manageServers(host: Host): Promise<void> {
  return driving(host, async runtime => {
    const servers = runtime.sharedServers();
    if (servers.length === 0) {
      void showInformation(t('This folder has no MCP server in .mcp.json.'));
      return undefined;
    }
    const items = servers.map(server => ({
      label: server.name,
      description: wordText(server.word),
      detail: wayText(server),
      server,
    }));
    const title = t('Choose a server to allow it, or to take it back');
    const picked = await pickOnce(items, { title, matchOnDetail: true });
    if (picked) await decide(host, picked.server);
    return undefined;
  });
}

async function decide(host: Host, server: SharedServer): Promise<void> {
  const word = server.word === 'allowed' ? 'denied' : await reviewServer(server);
  if (word === undefined) return;
  decideServer(host, server, word);
  void showInformation(
    word === 'allowed'
      ? t('{0} is allowed. It starts when a member needs it next.', server.name)
      : t('{0} is not allowed. It is not running, and members do not have its tools.', server.name),
  );
}

function wordText(word: ServerWord): string {
  switch (word) {
    case 'allowed':
      return t('allowed');
    case 'denied':
      return t('denied');
    case 'not-asked':
      return t('not decided');
    default:
      return assertNever(word);
  }
}
