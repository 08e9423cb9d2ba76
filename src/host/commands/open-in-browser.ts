// Open in Browser: the Overview, or a dialog, as a page (SPEC 21.1).
import { env } from 'vscode';
import type { Host } from '../host.ts';
import { showInformation } from '../notices/show.ts';
import { showRefusal } from '../refusals.ts';
import { t } from '../words.ts';
import { dialogOfTarget } from './target.ts';

/** Serves the pages if nothing does yet, and opens one. */
export async function openInBrowser({ browser }: Host, target: unknown): Promise<void> {
  const isFirst = browser.address === undefined;
  const invited = await browser.invite(dialogOfTarget(target));
  if (!invited.ok) return showRefusal(invited);
  await env.openExternal(invited.url);
  if (isFirst) void tellServing(browser);
}

/** Once, since whoever has an address can make the team work. */
async function tellServing(browser: Host['browser']): Promise<void> {
  const copy = t('Copy Another Address');
  const stop = t('Stop Serving');
  const text = t('This window serves its dialogs at {0} until it closes.', browser.address ?? '');
  const chosen = await showInformation(text, copy, stop);
  if (chosen === stop) await browser.stop();
  if (chosen !== copy) return;
  const invited = await browser.invite();
  if (!invited.ok) return showRefusal(invited);
  await env.clipboard.writeText(invited.url.toString(true));
  void showInformation(t('Copied. The address lets one browser in, once.'));
}
