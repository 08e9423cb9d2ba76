// Asks at a terminal, once, whether a folder may do what its files say (SPEC 18.6). Where nobody can be asked, what it
// would do is withheld and said in one line; the command goes on.
import { isDeepStrictEqual } from 'node:util';
import { assertNever } from '../core/base/assert.ts';
import { yesOrNo } from '../core/dialog/own-options.ts';
import { createTrustLook, type FolderAct, lookAtTrust, type TrustedActs, trustActs } from '../runtime.ts';
import type { CommandCall } from './command.ts';
import { type Output, oneOutputLine, shorten, told } from './print/output.ts';

/** The person's word for one command. */
export interface Trust {
  readonly isUntrusted: boolean;
  /** What of the folder may act by now; absent for a command that lets nothing act. */
  readonly trustedActs?: TrustedActs;
  /** Reports withheld actions, if any. */
  tell(): void;
}

/** The maximum of lines to print. */
const MOST_LINES = 12;

/** True if the folder of a command is trusted; waits for the person's answer if one can be asked for. */
export async function trustOf(call: CommandCall): Promise<Trust> {
  const { rtws, io, json, output } = call;
  const look = createTrustLook({ rtws, env: io.env });
  const found = look();
  const changed = (act: FolderAct) => output.warn(changedSince(output, act));
  const trusted = (): Trust => ({
    isUntrusted: false,
    trustedActs: trustActs({ start: found, look, onWithheld: changed }),
    tell: () => {},
  });
  if (call.trust) {
    if (!found.remember('trusted')) output.warn(told(output.words.trustNotKept));
    return trusted();
  }
  if (found.word === 'trusted') return trusted();
  const { acts } = found;
  if (acts.length > 0 && found.word === 'not-asked' && io.ask && !json) {
    // An answer that is neither yes nor no is not remembered.
    const isTrusted = yesOrNo(await io.ask(questionText(output, rtws, acts)));
    if (isTrusted !== undefined && !found.remember(isTrusted ? 'trusted' : 'not-trusted'))
      output.warn(told(output.words.trustNotKept));
    if (isTrusted) return trusted();
  }
  const isKnown = (act: FolderAct) => acts.some(known => isDeepStrictEqual(known, act));
  return {
    isUntrusted: true,
    // What is trusted while the command runs counts from then on; what comes meanwhile is told as where something was
    // trusted.
    trustedActs: trustActs({
      start: { ...found, acts: [] },
      look,
      onWithheld: act => {
        if (!isKnown(act)) changed(act);
      },
    }),
    tell() {
      if (acts.length > 0) output.warn(withheld(output, acts));
    },
  };
}

/** Says what is withheld of a folder as it is now, for a command that shows its health. */
export function tellWithheld({ rtws, io, output }: CommandCall): void {
  const { word, acts } = lookAtTrust({ rtws, env: io.env });
  if (word !== 'trusted' && acts.length > 0) output.warn(withheld(output, acts));
}

function questionText({ words }: Output, rtws: string, acts: readonly FolderAct[]): string {
  const lines = acts.slice(0, MOST_LINES).map(act => `  ${act.file} ${shorten(actText(act, words), 160)}`);
  return words.askTrust(oneOutputLine(rtws), lines, acts.length - lines.length);
}

function actText(act: FolderAct, { acts }: Output['words']): string {
  switch (act.kind) {
    case 'starts':
      return acts.starts(act.server, act.command);
    case 'sends':
      return acts.sends(act.server, act.url);
    case 'asks':
      return acts.asks(act.url, act.isClear === true);
    case 'notifies':
      return acts.notifies(act.to);
    case 'tells':
      return acts.tells(act);
    case 'begins':
      return acts.begins(act.schedule, act.cron);
    case 'allows':
      return acts.allows(act.member, act.uses, act.paths);
    default:
      return assertNever(act);
  }
}

function changedSince({ words }: Output, act: FolderAct) {
  return told(words.changedSince(act.file, shorten(actText(act, words), 160)));
}

function withheld({ words }: Output, acts: readonly FolderAct[]) {
  const files = [...new Set(acts.map(({ file }) => file))];
  const what = shorten(acts.map(act => actText(act, words)).join('; '), 160);
  return told(words.withheld(files, what));
}
