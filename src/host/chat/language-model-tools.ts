// Tools for the editor's own chat: list questions and dialog states, start a dialog, answer (SPEC 13.7). Changes are
// confirmed by the person first, and permission for a tool call is never given this way.
import { type Disposable, LanguageModelTextPart, type LanguageModelTool, LanguageModelToolResult, lm } from 'vscode';
import { rootRef } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { isRefusal, refuse } from '../../core/facts/trouble.ts';
import { dialogStatus, questionList } from '../../doors/reports.ts';
import { type ActingRuntime, asPerson } from '../../runtime/api.ts';
import { sayRefusal } from '../../words/say.ts';
import type { Host } from '../host.ts';
import { t } from '../words.ts';

/** Registers the tools that the manifest declares. */
export function registerLanguageModelTools(host: Host): Disposable[] {
  return [
    register(host, 'list_pending_questions', { run: async runtime => questionList(await runtime.questions()) }),
    register(host, 'get_dialog_status', { run: (runtime, input) => status(runtime, textOf(input, 'dialog')) }),
    register(host, 'start_dialog', {
      drives: true,
      confirm: async input => ({ title: t('Start Root Dialog'), message: textOf(input, 'task') }),
      run: (runtime, input) => start(runtime, textOf(input, 'task'), textOf(input, 'agent')),
    }),
    register(host, 'answer_question', {
      drives: true,
      confirm: async input => ({ title: t('Answer a Question'), message: await answerWords(host, input) }),
      run: (runtime, input) => answer(runtime, textOf(input, 'questionId'), textOf(input, 'answer')),
    }),
  ];
}

/** Models write the input: any value may stand anywhere. */
type Input = Readonly<Record<string, unknown>>;

interface OwnTool {
  /** Begins or goes on with work, so it is refused where this window may not drive. */
  readonly drives?: true;
  readonly confirm?: (input: Input) => Promise<{ readonly title: string; readonly message: string }>;
  readonly run: (runtime: ActingRuntime, input: Input) => Promise<object>;
}

function register(host: Host, name: string, { drives, confirm, run }: OwnTool): Disposable {
  const tool: LanguageModelTool<Input> = {
    async prepareInvocation({ input }) {
      return confirm ? { confirmationMessages: await confirm(input ?? {}) } : {};
    },
    async invoke({ input }) {
      const opened = await host.rtws.open();
      const refused = opened.ok && drives ? host.rtws.refusalToDrive() : undefined;
      const result = opened.ok ? (refused ?? (await run(asPerson(opened.runtime, 'chat'), input ?? {}))) : opened;
      return new LanguageModelToolResult([new LanguageModelTextPart(JSON.stringify(forModel(result), null, 2))]);
    },
  };
  return lm.registerTool(name, tool);
}

/** A refusal in English, as its other results. */
function forModel(result: object): object {
  return isRefusal(result) ? { ok: false, code: result.code, ...sayRefusal(result, 'en') } : result;
}

async function start(runtime: ActingRuntime, text: string, agentId: string): Promise<object> {
  const msgId = crypto.randomUUID();
  const started = await runtime.perform({ kind: 'start', text, msgId, ...(agentId !== '' && { agentId }) });
  return started.ok
    ? { ...started, note: 'It works in the background; get_dialog_status tells how it stands.' }
    : started;
}

async function status(runtime: ActingRuntime, name: string): Promise<object> {
  const found = await runtime.resolve(name);
  return found.ok ? dialogStatus(runtime, rootRef(found.dialog.rootId)) : found;
}

async function answer(runtime: ActingRuntime, questionId: string, content: string): Promise<Outcome<object>> {
  const question = (await runtime.questions()).find(({ id }) => id === questionId);
  if (question?.kind === 'permission') return refuse('permission-by-model');
  return runtime.perform({ kind: 'answer', questionId, content, msgId: crypto.randomUUID() });
}

async function answerWords({ rtws }: Host, input: Input): Promise<string> {
  const questions = (await rtws.runtime?.questions()) ?? [];
  const question = questions.find(({ id }) => id === input.questionId);
  return [
    question?.tellaskHead ?? textOf(input, 'questionId'),
    question?.bodyContent ?? '',
    `→ ${textOf(input, 'answer')}`,
  ]
    .filter(line => line.trim() !== '')
    .join('\n\n');
}

function textOf(input: Input, key: string): string {
  const value = input[key];
  return typeof value === 'string' ? value.trim() : '';
}
