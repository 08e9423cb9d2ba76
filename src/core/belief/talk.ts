// The end of the talk as predictions and Internal flows read it: who said what, each line by its true speaker (SPEC
// 16.20). Notes and pushes of the runtime and results of tools are no talk. Pure.
import type { CourseRecord, RecordOf } from '../dialog/record.ts';

/** Lines of the talk that are read, and characters of each. */
const TALK_LINES = 8;
const LINE_CHARACTERS = 800;

export interface TalkWords {
  readonly person: string;
  readonly responder: string;
  /** The person, who answers a question. */
  readonly answers: (question: string) => string;
  readonly earlier: string;
}

interface Line {
  readonly speaker: string;
  readonly text: string;
  readonly isWords?: true;
}

/**
 * The newest lines, oldest first. `due`: the newest words of the person that are left out, since they are told apart.
 */
export function talkText(records: readonly CourseRecord[], words: TalkWords, due = 0): string {
  const questions = new Map<string, RecordOf<'questionAsked'>>();
  const lines = records.flatMap(record => {
    if (record.kind === 'questionAsked') questions.set(record.questionId, record);
    const line = lineOf(record, questions, words);
    return line === undefined || line.text.trim() === '' ? [] : [line];
  });
  const spoken = lines.flatMap((line, index) => (line.isWords ? [index] : []));
  const left = new Set(due > 0 ? spoken.slice(-due) : []);
  return lines
    .filter((_, index) => !left.has(index))
    .slice(-TALK_LINES)
    .map(({ speaker, text }) => `${speaker}: ${cut(text.trim())}`)
    .join('\n\n');
}

function lineOf(
  record: CourseRecord,
  questions: ReadonlyMap<string, RecordOf<'questionAsked'>>,
  words: TalkWords,
): Line | undefined {
  switch (record.kind) {
    case 'courseStarted':
      return { speaker: words.earlier, text: record.prompt };
    case 'userSaid':
      return { speaker: words.person, text: record.content, isWords: true };
    case 'questionAnswered': {
      const question = questions.get(record.questionId);
      if (question?.form || record.by?.kind === 'policy') return undefined;
      return {
        speaker: question ? words.answers(question.headline) : words.person,
        text: record.content,
        isWords: true,
      };
    }
    case 'assistantSaid':
      return record.cut ? undefined : { speaker: words.responder, text: saidText(record) };
    case 'responseSupplied':
      return { speaker: `@${record.agentId}`, text: record.content };
    default:
      return undefined;
  }
}

function saidText({ parts }: RecordOf<'assistantSaid'>): string {
  return parts.map(part => (part.kind === 'prose' ? part.text : `${part.headline}${part.body}`)).join('');
}

function cut(text: string): string {
  return text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS)}…` : text;
}
