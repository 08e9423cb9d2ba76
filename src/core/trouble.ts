// Everything that can stop work or refuse an intent, as one coded value. The words a person reads are made in one
// place (`describeTrouble`): what happened, and what to do.
import { type RefusalCode, type RefusalFact, type RefusalFacts, type RefusalId, refusals } from './refusals.ts';

/** Why a dialog is interrupted (SPEC 1.4, 4.4, 11, 18.4). */
export type InterruptCode =
  | 'stopped' // by the person
  | 'restart' // the process ended while it was generating
  | 'not-configured'
  | 'unreachable'
  | 'auth'
  | 'quota'
  | 'bad-request'
  | 'rate-limited'
  | 'server-error'
  | 'no-reply' // nothing came from the model for too long (SPEC 10.8)
  | 'too-large' // a reply beyond what is kept (SPEC 18.8)
  | 'consent-needed'
  | 'broken-playbook'
  | 'playbook-exhausted'
  | 'stream-error' // a provider broke the rule of segments (SPEC 8.1)
  | 'broken-domain' // the domain file of a dialog cannot be used (SPEC 16.1)
  | 'disk' // a record could not be stored
  | 'lock-lost' // another process took over driving this rtws (SPEC 9.4)
  | 'bug';

/** A refusal as a value; nothing was changed. `src/words/refusal-words.ts` says what happened and what to do. */
export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly why: RefusalFact;
}

export type Outcome<T> = ({ readonly ok: true } & T) | Refusal;

/** Makes a refusal from its id and what it names. */
export function refuse<Id extends RefusalId>(
  id: Id,
  ...[names]: keyof RefusalFacts[Id] extends never ? [] : [names: RefusalFacts[Id]]
): Refusal {
  const [code] = refusals[id];
  return { ok: false, code, why: { id, ...names } as RefusalFact };
}

/** Whether what came of something is a refusal. */
export function isRefusal(outcome: object): outcome is Refusal {
  return 'ok' in outcome && outcome.ok === false && 'why' in outcome;
}

/** A refusal that is known by its words only. */
export function toldRefusal(code: RefusalCode, message: string, remedy: string): Refusal {
  return { ok: false, code, why: { id: 'told', message, remedy } };
}

/** Why a dialog is interrupted, as recorded: the code decides, `message` is what the outside said. */
export interface Interruption {
  readonly code: InterruptCode;
  readonly message: string;
}

/** Whether a dialog was interrupted by something that the person did not do and has to look at. */
export function isTrouble(code: InterruptCode): boolean {
  return code !== 'stopped' && code !== 'restart';
}

/** What is recorded of a dialog that was at work when its process ended (SPEC 11.2). */
export const restartInterruption: Interruption = {
  code: 'restart',
  message: 'the process ended while this dialog was at work',
};

/** An outside failure on its way to the one place that catches it (`driver/drive-dialog.ts`). */
export class DriveError extends Error {
  readonly code: InterruptCode;
  constructor(code: InterruptCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DriveError';
    this.code = code;
  }
}

/** The refusal of an intent whose facts could not be stored; `id` says what was tried. */
export function refuseToStore({ code, message }: DriveError, id: 'not-opened' | 'not-stored'): Refusal {
  return code === 'lock-lost' ? refuse('driver-changed') : refuse(id, { reason: message });
}

const remedies: Record<InterruptCode, string> = {
  stopped: 'Choose Continue to go on.',
  restart: 'Choose Continue to go on from the last recorded message.',
  'not-configured': 'Set an API key or an endpoint, choose an editor model, or try the scripted demo; then Continue.',
  unreachable: 'Check the endpoint and the network, then Continue.',
  auth: 'Check the API key (Set API Key), then Continue.',
  quota: 'The account has no quota left: top it up or choose another model, then Continue.',
  'bad-request': 'The model server refused this request: check model and parameters, then Continue.',
  'rate-limited': 'Wait a little or choose another model, then Continue.',
  'server-error': 'The model server failed: try Continue, or choose another model.',
  'no-reply':
    'Wait longer: raise first_token_s or silence_s in .minds/llm.yaml (0: without limit). Or choose another model. Then Continue.',
  'too-large': 'The model wrote more than can be kept: tell it to write less at a time, then Continue.',
  'consent-needed': 'Allow this extension to use the editor model when the editor asks, then Continue.',
  'broken-playbook': 'Correct the playbook at that place, or configure a real model; then Continue.',
  'playbook-exhausted': 'The scripted model has no reply that fits: extend the playbook or configure a real model.',
  'stream-error': 'The provider sent its stream in a wrong order: Continue asks again; report it if it stays.',
  'broken-domain': 'Correct the domain file (`dominds state check` shows its problems), then Continue.',
  disk: 'Free space on the disk or make the folder writable, then Continue.',
  'lock-lost': 'Go on in the process that drives now; or end it and drive here.',
  bug: 'This is a fault of Dominds: the log has details. Continue tries again.',
};

const headings: Record<InterruptCode, string> = {
  stopped: 'Stopped by you',
  restart: 'Interrupted by restart',
  'not-configured': 'No model is configured',
  unreachable: 'The model server cannot be reached',
  auth: 'The model server rejects the key',
  quota: 'The quota is spent',
  'bad-request': 'The model server refuses the request',
  'rate-limited': 'The model server asks to slow down',
  'server-error': 'The model server failed',
  'no-reply': 'The model server does not reply',
  'too-large': 'The reply is too large',
  'consent-needed': 'The editor model needs your consent',
  'broken-playbook': 'The playbook cannot be used',
  'playbook-exhausted': 'The scripted model has no reply left',
  'stream-error': 'The provider broke the stream order',
  'broken-domain': 'The domain file cannot be used',
  disk: 'The disk refuses to store a record',
  'lock-lost': 'Another process drives this folder now',
  bug: 'An internal error',
};

/** The words for an interruption: `heading` in a few words, `detail` what the outside said, `remedy` what to do. */
export function describeInterruption(interruption: Interruption): { heading: string; detail: string; remedy: string } {
  const { code, message } = interruption;
  // What is recorded of a stop says the same as its heading.
  return { heading: headings[code], detail: code === 'stopped' ? '' : message, remedy: remedies[code] };
}
