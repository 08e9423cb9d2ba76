// What to do about an interrupted dialog, for somebody at a terminal: variables, files and commands in place of the editor's
// buttons (SPEC 10.3, docs/cli.md).
import { describeInterruption, type InterruptCode } from '../core/trouble.ts';

const remedies: { readonly [C in InterruptCode]?: string } = {
  'not-configured':
    'set OPENAI_API_KEY, or OPENAI_BASE_URL for another server, or describe one in .minds/llm.yaml (DOMINDS_PROVIDER=playbook plays a demo: say "Show me how a team works.")',
  unreachable: 'check the address (OPENAI_BASE_URL or base_url in .minds/llm.yaml) and the network',
  auth: 'check the key: OPENAI_API_KEY, or the variable of that provider (OPENROUTER_API_KEY, …)',
  quota: 'top the account up, or choose another model (DOMINDS_MODEL, DOMINDS_PROVIDER, .minds/llm.yaml)',
  'bad-request': 'check model, address and parameters (DOMINDS_MODEL, OPENAI_BASE_URL, .minds/llm.yaml)',
  'rate-limited': 'wait a little, or choose another model',
  'server-error': 'try again, or choose another model',
  'no-reply': 'raise first_token_s or silence_s in .minds/llm.yaml (0: no limit), or choose another model',
  'too-large': 'tell the model to write less at a time',
  'broken-playbook': 'correct the playbook at that place, or configure a real model',
  'playbook-exhausted': 'add a reply that fits to the playbook, or configure a real model',
};

/** What to do; with the command that goes on, where going on is what follows. */
export function remedyFor(interruption: { readonly code: string; readonly message: string }, dialog: string): string {
  const code = interruption.code as InterruptCode;
  const goOn = `dominds continue ${dialog} goes on`;
  if (code === 'stopped' || code === 'restart') return goOn;
  const remedy = remedies[code];
  return remedy === undefined ? describeInterruption({ ...interruption, code }).remedy : `${remedy}; then ${goOn}`;
}
