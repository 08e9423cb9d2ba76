// Manage MCP Servers: the servers of `.mcp.json` with the person's word on each, to allow one or to take it back (SPEC
// 22.1), its entries that cannot be used, the person's own servers, and the way to a new one.
import { commands, type QuickPickItem, Uri } from 'vscode';
import { assertNever } from '../../core/base/assert.ts';
import type { ServerWord, SharedServer } from '../../core/team/mcp-server.ts';
import type { Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { decideServer, reviewServer, wayText } from '../notices/ask-servers.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { faultWords, t } from '../words.ts';
import { driving } from './command.ts';
import { openOrMake } from './in-folder.ts';

const STARTER_SERVERS = `# MCP servers whose tools the members may use. Every call asks you, unless a rule allows it.
servers:
  # docs: {command: npx, args: ["-y", "a-docs-server"]}
  # weather: {url: "https://mcp.example.org/mcp"}
`;

interface Choice extends QuickPickItem {
  readonly act: () => unknown;
}

/** A server that is allowed is ended and not started again; another one is reviewed. */
export function manageServers(host: Host): Promise<void> {
  return driving(host, async runtime => {
    const servers = runtime.sharedServers().map(server => serverItem(host, server));
    const own = ((await host.minds.open())?.reader.ownServers() ?? []).map(name => ownItem(runtime, name));
    const items = [...servers, ...(await faultItems(host)), ...own, addItem(runtime)];
    const title =
      servers.length > 0
        ? t('Choose a server to allow it, or to take it back')
        : own.length > 0
          ? t('Choose a server to open its file')
          : t('No usable MCP server in .mcp.json');
    await (await pickOnce(items, { title, matchOnDetail: true }))?.act();
    return undefined;
  });
}

function serverItem(host: Host, server: SharedServer): Choice {
  return {
    label: server.name,
    description: wordText(server.word),
    detail: wayText(server),
    act: () => decide(host, server),
  };
}

/** Entries that were left out are in no other list. */
async function faultItems({ minds }: Host): Promise<readonly Choice[]> {
  const problems = (await minds.open())?.reader.problems([]) ?? [];
  return problems
    .filter(({ file }) => file === SHARED_FILE)
    .map(({ fault, file, line, column }) => {
      const { message, remedy } = faultWords(fault);
      const act = () => commands.executeCommand('dominds.openFile', { file, line, column });
      return { label: `$(warning) ${message}`, detail: remedy, act };
    });
}

const SHARED_FILE = '.mcp.json';

/** A server of `.minds/mcp.yaml`, which is not asked about. */
function ownItem(runtime: Runtime, name: string): Choice {
  return { label: name, detail: '.minds/mcp.yaml', act: () => openOwn(runtime) };
}

function addItem(runtime: Runtime): Choice {
  return {
    label: `$(add) ${t('Add a Server…')}`,
    detail: t('Opens .minds/mcp.yaml, the file for your own servers.'),
    act: () => openOwn(runtime),
  };
}

function openOwn({ rtws }: Runtime): Promise<void> {
  return openOrMake(Uri.joinPath(Uri.file(rtws), '.minds', 'mcp.yaml'), STARTER_SERVERS);
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
