// Tells the editor which commands can work now, so that the palette shows no others (SPEC 13.14).
import { commands, type Disposable } from 'vscode';
import { coalesce } from '../pages/coalesce.ts';
import type { Host } from './host.ts';
import { type PaletteContexts, paletteContexts } from './rows/palette-contexts.ts';

const REFRESH = 100;

/** Keeps the contexts current; one that did not change is not told again. */
export function followPalette({ rtws, inbox }: Pick<Host, 'rtws' | 'inbox'>): Disposable {
  let told: Partial<PaletteContexts> = {};
  const tell = () => {
    const { runtime } = rtws;
    const hasModel = runtime?.models.configured().type !== undefined;
    const now = paletteContexts(runtime?.listRoots() ?? [], inbox.pending, runtime !== undefined && hasModel);
    for (const [key, value] of Object.entries(now)) {
      if (told[key as keyof PaletteContexts] === value) continue;
      void commands.executeCommand('setContext', `dominds.${key}`, value);
    }
    told = now;
  };
  const tellSoon = coalesce(REFRESH, tell);
  const following = [
    rtws.onChange(tellSoon),
    inbox.onChange(tellSoon),
    rtws.onEvent(event => {
      if (event.type === 'root_changed') tellSoon();
    }),
  ];
  return {
    dispose: () => {
      tellSoon.dispose();
      for (const each of following) each.dispose();
    },
  };
}
