// The addresses of notices (SPEC 21.3): each answers one question with one option. Its signature lets it in, and
// nothing else. Programs that show previews open addresses by themselves, so looking at one only shows what it would
// do; sending the form does it.
import { randomBytes } from 'node:crypto';
import type * as http from 'node:http';
import type { RootId } from '../core/base/ids.ts';
import { type AnsweredBy, placeOf } from '../core/dialog/answered-by.ts';
import type { NoticeAction, Runtime } from '../runtime.ts';
import { answerWordsEn } from '../words/en/dialogs.ts';
import { sayRefusalInSentences } from '../words/say.ts';
import { answerWordsZh } from '../words/zh/dialogs.ts';
import { turnAway } from './denied-reply.ts';
import { actionDocument } from './html.ts';
import { html } from './pages.ts';
import type { Reply } from './reply.ts';
import type { ServedPlace } from './surfaces.ts';
import { languageOfRequest, serveWords } from './words.ts';

export interface ActionRequest {
  /** The last part of the path. */
  readonly token: string;
  readonly method: string;
  readonly headers: http.IncomingHttpHeaders;
  /** Where the browser found this server. */
  readonly base: string;
}

export interface ActionPorts {
  readonly assetAddress: (bundle: string) => string;
}

/** Answers requests for the addresses of notices. Rejects only when something is broken. */
export function createActions(place: ServedPlace, { assetAddress }: ActionPorts) {
  return async ({ token, method, headers, base }: ActionRequest): Promise<Reply> => {
    const language = languageOfRequest(headers['accept-language']);
    const words = serveWords(language);
    const opened = await place.rtws.open();
    if (!opened.ok) return turnAway(headers, 409, sayRefusalInSentences(opened, language));
    const { runtime } = opened;
    const action = await runtime.noticeAction(token);
    if (!action) return turnAway(headers, 403, words.turnedAway.notOurs);
    const nonce = randomBytes(16).toString('base64');
    // Whoever comes by such an address needs no access to the other pages.
    const document = { page: 'act', nonce, language, words, title: words.answer, base, isViewOnly: true, assetAddress };
    const question = await questionOf(runtime, action);
    if (method !== 'POST') {
      const shown = question
        ? { headline: question.tellaskHead.trim(), body: question.bodyContent.trim(), option: action.option }
        : { said: await whyGone(runtime, action, language) };
      return html(document, actionDocument(document, shown));
    }
    const answered = await runtime.perform(
      {
        kind: 'answer',
        questionId: action.questionId,
        content: action.option,
        // The same again is the same answer.
        msgId: `notice ${action.questionId} ${action.option}`,
        ...(question && { dialog: question }),
      },
      { kind: 'person', surface: 'notice' },
    );
    if (answered.ok) return html(document, actionDocument(document, { said: words.answered(action.option) }));
    const why = question ? sayRefusalInSentences(answered, language).message : await whyGone(runtime, action, language);
    return { ...html(document, actionDocument(document, { said: why })), status: 409 };
  };
}

async function questionOf(runtime: Runtime, { questionId }: NoticeAction) {
  return (await runtime.questions()).find(({ id }) => id === questionId);
}

/** Why a question is not open any more: who answered it, where, and with what. */
async function whyGone(runtime: Runtime, { rootId, questionId }: NoticeAction, language: 'en' | 'zh'): Promise<string> {
  const words = serveWords(language);
  const given = await answerOf(runtime, rootId as RootId, questionId);
  if (!given) return words.questionGone;
  return words.answeredMeanwhile(placeOf(given.by, language === 'zh' ? answerWordsZh : answerWordsEn), given.content);
}

async function answerOf(
  runtime: Runtime,
  rootId: RootId,
  questionId: string,
): Promise<{ readonly content: string; readonly by?: AnsweredBy | undefined } | undefined> {
  const found = await runtime.tree(rootId);
  const nodes = found.ok ? [found.tree] : [];
  for (const node of nodes) {
    nodes.push(...node.children);
    const viewed = await runtime.view(node);
    const given = viewed.ok
      ? viewed.view.records.find(record => record.kind === 'questionAnswered' && record.questionId === questionId)
      : undefined;
    if (given?.kind === 'questionAnswered') return given;
  }
  return undefined;
}
