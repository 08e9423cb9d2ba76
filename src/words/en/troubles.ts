// The causes of an interruption: a few words, and the remedy. The recorded text of a stop equals its heading.
import type { TroubleWords } from '../trouble-text.ts';

export const troublesEn: TroubleWords = {
  stopped: { heading: 'Stopped by you', remedy: 'Choose Continue to resume.', detail: '' },
  restart: { heading: 'Interrupted by restart', remedy: 'Choose Continue to resume from the last recorded message.' },
  'not-configured': {
    heading: 'No model found',
    remedy: 'Choose a model, or set an API key; then Continue.',
  },
  untrusted: {
    heading: 'The model server of this folder is not trusted',
    remedy: 'Trust the folder (`dominds doctor --trust` in it) or choose another model; then Continue.',
  },
  unreachable: {
    heading: 'The model server cannot be reached',
    remedy: 'Check the endpoint and the network, then Continue.',
  },
  'no-key': { heading: 'The server needs an API key', remedy: 'Set one (Set API Key), then Continue.' },
  auth: { heading: 'The server rejected the API key', remedy: 'Set another key (Set API Key), then Continue.' },
  quota: {
    heading: 'The quota is used up',
    remedy: 'The account has no quota left: top it up or choose another model, then Continue.',
  },
  'bad-request': {
    heading: 'The model server refuses the request',
    remedy: 'Check the model and its parameters, then Continue.',
  },
  'context-full': {
    heading: 'The dialog is too long for the model',
    remedy:
      'Clear Mind goes on in a new course with the reminders. Or choose a model with a larger context, then Continue. With `context_length` in .minds/llm.yaml, dialogs are tidied up in time.',
  },
  blocked: {
    heading: 'The model server blocked the request',
    remedy:
      'A filter of the server rejects something in this dialog. Clear Mind goes on in a new course with the reminders; Fork Dialog goes on from before that point. Or choose another model, then Continue.',
  },
  'no-tools': {
    heading: 'The model cannot call tools',
    remedy:
      'Choose a model that can, or start its server with tool calling turned on; then Continue. To work with this model by words and tellasks alone, write `tools: false` into .minds/llm.yaml.',
  },
  'rate-limited': {
    heading: 'Rate limit reached',
    remedy: 'Wait a little or choose another model, then Continue.',
  },
  'server-error': {
    heading: 'The model server failed',
    remedy: 'Continue to retry, or choose another model.',
  },
  'no-reply': {
    heading: 'The model server does not reply',
    remedy:
      'Wait longer: raise first_token_s or silence_s in .minds/llm.yaml (0: no limit). Or choose another model. Then Continue.',
  },
  'too-large': {
    heading: 'The reply is too large',
    remedy: 'The model wrote more than can be stored: tell it to write less at a time, then Continue.',
  },
  'consent-needed': {
    heading: 'The editor model needs your consent',
    remedy: 'Allow this extension to use the editor model when the editor asks, then Continue.',
  },
  'broken-settings': {
    heading: 'The model settings cannot be read',
    remedy: 'Correct the file at that place, then Continue. Until then its limits are not known, so no model is asked.',
  },
  'broken-playbook': {
    heading: 'The playbook cannot be used',
    remedy: 'Correct the playbook at that place, or configure a real model; then Continue.',
  },
  'agent-failed': {
    heading: 'The agent failed',
    remedy: 'Check the command of this member (acp) in .minds/team.yaml and run it in a terminal, then Continue.',
  },
  'agent-login': {
    heading: 'The agent wants you to log in',
    remedy: 'Log in with the agent’s own command in a terminal, then Continue.',
  },
  'playbook-exhausted': {
    heading: 'The scripted model has no reply left',
    remedy: 'The scripted model has no reply that fits: extend the playbook or configure a real model.',
  },
  'stream-error': {
    heading: 'The reply was malformed',
    remedy: 'Continue to retry.',
  },
  'broken-domain': {
    heading: 'The domain file cannot be used',
    remedy: 'Correct the domain file (`dominds state check` shows its problems), then Continue.',
  },
  disk: {
    heading: 'The disk refused to store a record',
    remedy: 'Free space on the disk, make the folder writable, or restore what is missing; then Continue.',
  },
  store: {
    heading: 'The store refused or lost a record',
    remedy: 'Fix the cause at the database, whose log says more, then Continue from what the store holds.',
  },
  'lock-lost': {
    heading: 'Another process drives this folder now',
    remedy: 'Continue in the process that drives now, or end it and drive here.',
  },
  bug: {
    heading: 'Dominds hit an internal error',
    remedy: 'The log has details (Show Log). Continue to retry.',
  },
};
