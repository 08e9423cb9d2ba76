// `@dominds` in the editor's own chat (SPEC 13.7): starts a root dialog or continues the one of this conversation,
// shows its progress, lists questions and takes answers. The dialog itself lives on in its panel.
import {
  type CancellationToken,
  type ChatContext,
  type ChatRequest,
  type ChatResponseStream,
  ChatResponseTurn,
  type ChatResult,
  chat,
  type Disposable,
  Uri,
} from 'vscode';
import type { RootId } from '../../core/base/ids.ts';
import { isId, rootRef } from '../../core/base/ids.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import type { Outcome, Refusal } from '../../core/facts/trouble.ts';
import { withoutBlankEdges } from '../../core/text/blank-edges.ts';
import { inInboxOrder } from '../../pages/inbox.ts';
import { memberName } from '../../pages/member-name.ts';
import { type ActingRuntime, asPerson } from '../../runtime/api.ts';
import type { Host } from '../host.ts';
import { questionLabel, questionTarget } from '../rows/question-rows.ts';
import { refusalWords, t } from '../words.ts';

/** Registers the participant that the manifest declares. */
export function registerParticipant(host: Host): Disposable {
  const participant = chat.createChatParticipant('dominds.chat', (request, context, stream, token) =>
    respond(host, { request, context, stream, token }),
  );
  participant.iconPath = Uri.joinPath(host.extension.extensionUri, 'media', 'icon.png');
  return participant;
}

interface Turn {
  readonly request: ChatRequest;
  readonly context: ChatContext;
  readonly stream: ChatResponseStream;
  readonly token: CancellationToken;
}

async function respond(host: Host, turn: Turn): Promise<ChatResult> {
  const opened = await host.rtws.open();
  if (!opened.ok) return sayRefusal(turn, opened);
  const runtime = asPerson(opened.runtime, 'chat');
  const { command } = turn.request;
  if (command === 'questions') return listQuestions(runtime, turn);
  const refused = host.rtws.refusalToDrive();
  if (refused) return sayRefusal(turn, refused);
  return command === 'answer' ? answer(runtime, turn) : work(host, runtime, turn);
}

/** Starts a root, or says something to the one that this conversation is about, and follows it until it settles. */
async function work(host: Host, runtime: ActingRuntime, turn: Turn): Promise<ChatResult> {
  const text = withoutBlankEdges(turn.request.prompt);
  const known = rootOfConversation(turn.context);
  const begun = known
    ? await say(runtime, known, text)
    : await runtime.perform({ kind: 'start', text, msgId: crypto.randomUUID() });
  if (!begun.ok) return sayRefusal(turn, begun);
  const { rootId } = begun;
  turn.stream.button({ command: 'dominds.openDialog', title: t('Open Dialog'), arguments: [rootRef(rootId)] });
  await follow(host, runtime, { rootId, turn });
  return listQuestions(runtime, turn, rootId);
}

async function say(runtime: ActingRuntime, rootId: RootId, content: string): Promise<Outcome<{ rootId: RootId }>> {
  const said = await runtime.perform({ kind: 'say', dialog: rootRef(rootId), content, msgId: crypto.randomUUID() });
  return said.ok ? { ok: true, rootId } : said;
}

/** Shows what comes until nothing in the tree can go on. Stopping here stops the tree. */
async function follow(
  host: Host,
  runtime: ActingRuntime,
  { rootId, turn }: { readonly rootId: RootId; readonly turn: Turn },
): Promise<void> {
  const { stream, token } = turn;
  const following = runtime.subscribe(event => {
    if (event.rootId === rootId) show(host, runtime, event, stream);
  });
  const stopping = token.onCancellationRequested(() => void runtime.perform({ kind: 'stop', dialog: rootRef(rootId) }));
  try {
    await runtime.settled(rootId);
  } finally {
    following.dispose();
    stopping.dispose();
  }
}

function show(host: Host, runtime: ActingRuntime, event: FeedEvent, stream: ChatResponseStream): void {
  const isRoot = String(event.selfId) === String(event.rootId);
  if (event.type === 'chunk' && event.segment === 'saying' && isRoot) stream.markdown(event.text);
  if (event.type !== 'recorded') return;
  const { record } = event;
  if (record.kind === 'toolCalled') stream.progress(t('uses {0}', record.name));
  if (record.kind === 'tellaskMade')
    stream.progress(t('asks {0}', memberName(host.rtws.runtime ?? runtime, record.agentId)));
  if (record.kind === 'generationEnded' && isRoot) stream.markdown('\n\n');
  if (record.kind === 'interrupted' && isRoot) stream.markdown(`\n\n${record.message}`);
}

/** The questions of one root, or all; each can be answered in its dialog or right here. */
async function listQuestions(runtime: ActingRuntime, { stream }: Turn, rootId?: RootId): Promise<ChatResult> {
  const all = inInboxOrder(await runtime.questions());
  const asked = rootId === undefined ? all : all.filter(question => question.rootId === rootId);
  if (rootId === undefined && asked.length === 0) stream.markdown(t('No questions.'));
  for (const question of asked) {
    const number = all.indexOf(question) + 1;
    const who = memberName(runtime, question.agentId);
    stream.markdown(`\n\n${number}. **${who}**: ${questionLabel(question, t)}\n\n${question.bodyContent}\n\n`);
    stream.button({ command: 'dominds.answerQuestion', title: t('Answer'), arguments: [questionTarget(question)] });
  }
  if (asked.length > 0) stream.markdown(`\n\n${t('To answer here: /answer, the number, and your words.')}`);
  return rootId === undefined ? {} : { metadata: { rootId } };
}

/** `/answer 2 Blue`: the number is that of the list; without one the first question is meant. */
async function answer(runtime: ActingRuntime, turn: Turn): Promise<ChatResult> {
  const [, number = '1', content = ''] = /^\s*(\d+)?\s*([\s\S]*)$/.exec(turn.request.prompt) ?? [];
  const question = inInboxOrder(await runtime.questions())[Number(number) - 1];
  if (!question) return listQuestions(runtime, turn);
  const { id, rootId } = question;
  const answered = await runtime.perform({
    kind: 'answer',
    questionId: id,
    content: content.trim(),
    msgId: crypto.randomUUID(),
  });
  if (!answered.ok) return sayRefusal(turn, answered);
  turn.stream.markdown(`${questionLabel(question, t)} → ${content.trim()}`);
  return { metadata: { rootId } };
}

function sayRefusal({ stream }: Turn, refusal: Refusal): ChatResult {
  const { message, remedy } = refusalWords(refusal);
  stream.markdown(`${message} ${remedy}`);
  return {};
}

/** The root that the newest answer of this conversation was about. */
function rootOfConversation({ history }: ChatContext): RootId | undefined {
  const turns = history.filter(turn => turn instanceof ChatResponseTurn).reverse();
  const rootId: unknown = turns.find(({ result }) => result.metadata?.rootId !== undefined)?.result.metadata?.rootId;
  return typeof rootId === 'string' && isId(rootId) ? (rootId as RootId) : undefined;
}
