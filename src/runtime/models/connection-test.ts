// Tries the model of one member and tells step by step what was tried and what came back (SPEC 10.3). Values only: the
// words are made where they are shown. Never shows a key.
import type { ToolSpec, Usage } from '../../core/base/chat.ts';
import type { Interruption } from '../../core/facts/interruption.ts';
import { isServerProvider } from '../../core/team/providers.ts';
import type { Member } from '../../core/team/team.ts';
import { writtenCalls } from '../../core/tellask/written-calls.ts';
import { redact } from '../../core/text/secrets.ts';
import type { Model } from '../../llm/models/choose-model.ts';
import type { SourceName } from '../../llm/models/merge-sources.ts';
import type { LlmFailure, LlmRequest } from '../../llm/provider.ts';
import { hostOf } from '../../llm/server.ts';
import { readJson } from '../../tools/read-json.ts';
import type { Models } from './models.ts';

/** One step. Steps after a failed one are not tried. */
export type ConnectionStep =
  | {
      readonly kind: 'configured';
      readonly type: string | undefined;
      readonly baseUrl?: string;
      readonly model?: string;
      readonly from: Readonly<Record<string, SourceName>>;
    }
  | { readonly kind: 'key'; readonly host: string; readonly isSet: boolean }
  | { readonly kind: 'chosen'; readonly label: string; readonly model?: string; readonly withoutTools?: true }
  | { readonly kind: 'notChosen'; readonly why: Interruption }
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly ms: number;
      /** How the model called the tool; absent where none was offered. */
      readonly call?: 'made' | 'written' | 'none';
      readonly model?: string;
      readonly usage?: Usage;
    }
  | { readonly kind: 'failed'; readonly failure: LlmFailure };

export interface ConnectionReport {
  /** The member's name. */
  readonly name: string;
  readonly ok: boolean;
  readonly steps: readonly ConnectionStep[];
}

const IN_WORDS = 'This is a test of the connection. Answer with the single word: ready';

/**
 * Some models and servers refuse every request with tools, others answer it in words (SPEC 23.15). Nothing performs
 * this call.
 */
const READY: ToolSpec = {
  name: 'report_ready',
  description: 'Ends this test. It does nothing else.',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};
const BY_CALL = `This is a test of the connection. Call the tool ${READY.name} once, with the word "ready".`;

/** Runs the test; ends with the signal. Never throws. */
export async function testConnection(models: Models, member: Member, signal: AbortSignal): Promise<ConnectionReport> {
  const steps = await configuredSteps(models, member);
  const report = (ok: boolean, ...last: ConnectionStep[]) => ({ name: member.name, ok, steps: [...steps, ...last] });
  const chosen = await models.choose(member);
  if (chosen.kind === 'none') return report(false, { kind: 'notChosen', why: chosen.why });
  const { provider, model, params } = chosen;
  const takesTools = models.takesTools(member);
  steps.push({
    kind: 'chosen',
    label: provider.label,
    ...(model !== undefined && { model }),
    ...(!takesTools && { withoutTools: true as const }),
  });
  // A script tells its story, whatever it is asked.
  const isOffered = takesTools && models.configured(member).type !== 'playbook';
  const answer = await ask(asked => provider.stream(asked, signal), {
    prompt: {
      messages: [{ role: 'user', content: isOffered ? BY_CALL : IN_WORDS }],
      tools: isOffered ? [READY] : [],
    },
    origin: { rootId: 'test', selfId: 'test', agentId: member.id, course: 1 },
    marks: [],
    ...(model !== undefined && { model }),
    ...(params && { params }),
  });
  return report(answer.kind === 'answered' && answer.call !== 'none', answer);
}

async function configuredSteps(models: Models, member: Member): Promise<ConnectionStep[]> {
  const { type, baseUrl, model, from } = models.configured(member);
  const configured: ConnectionStep = {
    kind: 'configured',
    type,
    from,
    ...(baseUrl !== undefined && { baseUrl: redact(baseUrl, []) }),
    ...(model !== undefined && { model }),
  };
  if (!isServerProvider(type)) return [configured];
  const address = baseUrl ?? models.addressOf(type);
  const isSet = (await models.apiKey(address)) !== undefined;
  return [configured, { kind: 'key', host: hostOf(address), isSet }];
}

type Ask = (request: LlmRequest) => ReturnType<Model['provider']['stream']>;

async function ask(stream: Ask, request: LlmRequest): Promise<ConnectionStep> {
  const started = performance.now();
  let text = '';
  let hasCalled = false;
  for await (const event of stream(request)) {
    if (event.kind === 'chunk' && event.segment === 'saying') text += event.text;
    if (event.kind === 'toolCall') hasCalled = true;
    if (event.kind === 'failed') return { kind: 'failed', failure: event.failure };
    if (event.kind === 'finished') {
      const { model, usage } = event;
      const ms = Math.round(performance.now() - started);
      const call = hasCalled ? 'made' : isWritten(text) ? 'written' : 'none';
      return {
        kind: 'answered',
        text: text.trim().slice(0, 80),
        ms,
        ...(request.prompt.tools.length > 0 && { call }),
        ...(model && { model }),
        ...(usage && { usage }),
      };
    }
  }
  return {
    kind: 'failed',
    failure: { code: 'unreachable', message: 'stopped before an answer came', retryable: false },
  };
}

/** Dialogs perform a call in this form too (SPEC 23.5). */
function isWritten(text: string): boolean {
  const toolOf = (name: string) => (name.endsWith(READY.name) ? READY.name : undefined);
  return writtenCalls(text, { toolOf, parse: readJson }).some(({ name }) => toolOf(name) !== undefined);
}
