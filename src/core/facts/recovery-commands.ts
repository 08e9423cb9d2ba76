// The actions that a person can take about trouble besides looking and retrying. Pure.
import type { InterruptCode } from './interruption.ts';

/** Commands of the editor, without their prefix. */
export const recoveryCommands = ['chooseModel', 'setApiKey', 'testConnection', 'tryDemo'] as const;
export type RecoveryCommand = (typeof recoveryCommands)[number];

/** The commands that may mend it, the likeliest first; none where trying again or the log is all there is. */
export function recoveryCommandsFor(code: InterruptCode): readonly RecoveryCommand[] {
  switch (code) {
    case 'not-configured':
      return ['chooseModel', 'setApiKey', 'tryDemo'];
    case 'no-key':
    case 'auth':
      return ['setApiKey', 'chooseModel'];
    case 'untrusted':
    case 'consent-needed':
    case 'quota':
    case 'context-full':
    case 'blocked':
    case 'no-tools':
    case 'broken-playbook':
    case 'playbook-exhausted':
    case 'rate-limited':
      return ['chooseModel'];
    case 'unreachable':
    case 'bad-request':
      return ['testConnection', 'chooseModel'];
    default:
      return [];
  }
}
