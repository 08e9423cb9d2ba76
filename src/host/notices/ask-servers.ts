// Asks before a server of `.mcp.json` starts for the first time: others put it into the folder (SPEC 22.1). Nothing
// waits for the answer; members work without the server's tools until it is there.
import { commands, type Disposable } from 'vscode';
import { errorMessage } from '../../core/base/thrown.ts';
import type { SharedServer } from '../../core/team/mcp-server.ts';
import type { Host } from '../host.ts';
import { t } from '../words.ts';
import { showInformation, showWarning } from './show.ts';

/** Characters of a command or address that a notification shows whole. */
const MOST_SHOWN = 400;

/** Asks once at a time for the same entry. */
export function askAboutServers({ rtws, log }: Pick<Host, 'rtws' | 'log'>): Disposable {
  const asking = new Set<string>();
  return rtws.onServerWanted(server => {
    const { fingerprint } = server;
    if (asking.has(fingerprint)) return;
    asking.add(fingerprint);
    ask(server)
      .then(word => word && decideServer({ rtws, log }, server, word))
      .catch(error => log.warn(`asking about ${server.name}: ${errorMessage(error)}`))
      .finally(() => asking.delete(fingerprint));
  });
}

/** Keeps the person's word on a server. */
export function decideServer(
  { rtws, log }: Pick<Host, 'rtws' | 'log'>,
  server: SharedServer,
  word: 'allowed' | 'denied',
): void {
  if (rtws.runtime?.decideServer(server, word) === false)
    log.warn(`the decision about ${server.name} cannot be stored: it holds until this window closes`);
  log.info(`MCP server ${server.name}: ${word}`);
  rtws.choicesChanged();
}

/** Shows all of an entry, in a dialog that waits. */
export async function reviewServer(server: SharedServer): Promise<'allowed' | 'denied' | undefined> {
  const allow = t('Allow');
  const deny = t('Deny');
  const chosen = await showWarning(questionAbout(server), { modal: true, detail: wayText(server) }, allow, deny);
  if (chosen === allow) return 'allowed';
  return chosen === deny ? 'denied' : undefined;
}

/** The command that starts a server, or its address. */
export function wayText({ way }: SharedServer): string {
  return way.kind === 'starts' ? way.command : way.url;
}

async function ask(server: SharedServer): Promise<'allowed' | 'denied' | undefined> {
  const isWhole = wayText(server).length <= MOST_SHOWN;
  const allow = isWhole ? t('Allow') : t('Review');
  const deny = t('Deny');
  const show = t('Show File');
  const text = isWhole ? `${questionAbout(server)} ${wayText(server)}` : questionAbout(server);
  const chosen = await showInformation(text, allow, deny, show);
  if (chosen === deny) return 'denied';
  if (chosen === allow) return isWhole ? 'allowed' : reviewServer(server);
  if (chosen !== show) return undefined;
  await commands.executeCommand('dominds.openFile', server.at);
  return ask(server);
}

function questionAbout({ name, way }: SharedServer): string {
  return way.kind === 'starts'
    ? t('A member needs the MCP server {0} of .mcp.json. Allow this command to run?', name)
    : t('A member needs the MCP server {0} of .mcp.json. Allow a connection to this address?', name);
}
