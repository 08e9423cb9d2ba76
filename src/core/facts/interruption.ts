// Why a dialog is interrupted, as one coded value. `src/words/` makes the words that a person reads of it: what happened,
// and what to do.

/** Why a dialog is interrupted (SPEC 1.4, 4.4, 11, 18.4). */
export type InterruptCode =
  | 'stopped' // by the person
  | 'restart' // the process ended while it was generating
  | 'not-configured'
  | 'untrusted' // a file of the folder names the model server, and nobody trusted the folder (SPEC 18.6)
  | 'unreachable'
  | 'no-key' // the server wants an API key, and none is set
  | 'auth'
  | 'quota'
  | 'bad-request'
  | 'context-full' // the dialog no longer fits into the model's context
  | 'blocked' // a filter of the server blocks what the request says
  | 'no-tools' // the model, or its server as it was started, takes no tools
  | 'rate-limited'
  | 'server-error'
  | 'no-reply' // nothing came from the model for too long (SPEC 10.8)
  | 'too-large' // a reply beyond what is kept (SPEC 18.8)
  | 'consent-needed'
  | 'broken-settings' // `.minds/llm.yaml` cannot be read, and its caps are not known (SPEC 18.6)
  | 'broken-playbook'
  | 'playbook-exhausted'
  | 'agent-failed' // a member that is an agent of another vendor (SPEC 22.4)
  | 'agent-login' // the same wants its person to log in
  | 'stream-error' // a provider broke the rule of segments (SPEC 8.1)
  | 'broken-domain' // the domain file of a dialog cannot be used (SPEC 16.1)
  | 'disk' // a record could not be stored
  | 'store' // a database refused a record, or lost some (SPEC 20.6)
  | 'lock-lost' // another process took over driving this rtws (SPEC 9.4)
  | 'bug';

/** Why a dialog is interrupted, as recorded: the code decides, `message` is the text of the outside cause. */
export interface Interruption {
  readonly code: InterruptCode;
  readonly message: string;
  /** When it was recorded (ISO); absent where it was not, or by an earlier version. */
  readonly at?: string;
}

/** True if a dialog was interrupted by something other than the person that needs their attention. */
export function isTrouble(code: InterruptCode): boolean {
  return code !== 'stopped' && code !== 'restart';
}

/** The record for a dialog that was active when its process ended (SPEC 11.2). */
export const restartInterruption: Interruption = {
  code: 'restart',
  message: 'the process ended while this dialog was at work',
};
