// The system prompt: what a member is told before any talk, in a fixed order from what never changes to what changes with
// every generation, so that a provider's prompt cache keeps the long front part. Pure.

import type { Member, Team } from '../team.ts';
import { visibleMembers } from '../team.ts';
import type { Dialect } from '../tellask/segment.ts';
import type { Brief, Memory } from './brief.ts';
import type { WorkLanguage } from './language.ts';
import type { CallBelow, Place, QuestionBelow, RegisteredSubdialog } from './place.ts';
import { wordsOf } from './prompt-texts.ts';
import type { SystemWords } from './words.ts';

/** All that a system prompt depends on. */
export interface SystemPromptInput {
  readonly language: WorkLanguage;
  readonly dialect: Dialect;
  readonly team: Team;
  readonly member: Member;
  readonly place: Place;
  readonly brief: Brief;
  /** Names of the tools that the request offers: nothing is explained that the member does not have. */
  readonly tools: readonly string[];
  /** Whether this dialog is pushed when it stops (SPEC 7). */
  readonly diligence: boolean;
  /** Whether it may make tellasks at all; a draft mind may not (SPEC 15). Default true. */
  readonly tellasks?: boolean;
  /** Its own way of working, in words; a draft mind's (SPEC 15.13). */
  readonly manner?: string;
  readonly questionsBelow: readonly QuestionBelow[];
  readonly openCalls: readonly CallBelow[];
  /** Of the whole tree; a root's only (SPEC 12.2). */
  readonly registered: readonly RegisteredSubdialog[];
}

/** The whole system prompt in the work language (SPEC 12.2). */
export function buildSystemPrompt(input: SystemPromptInput): string {
  const words = wordsOf(input.language.texts).system;
  return [
    ...whoYouAre(input, words),
    ...howYouWork(input, words),
    ...whatYouKnow(input, words),
    ...whatIsOpen(input, words),
  ]
    .filter(part => part.trim() !== '')
    .join('\n\n');
}

function whoYouAre({ language, member, team, place, brief }: SystemPromptInput, words: SystemWords): string[] {
  return [
    words.identity(member.name, member.id, language.name),
    titled(words.roleTitle, brief.persona),
    titled(words.placeTitle, placeText(place, words)),
    titled(words.teamTitle, teamText(team, member, words)),
    member.withheld ? titled(words.withheldTitle, words.withheld(member.withheld)) : '',
  ];
}

function placeText(place: Place, words: SystemWords): string {
  if (place.kind === 'root') return words.root;
  const tellasker = place.tellasker === undefined ? undefined : `@${place.tellasker}`;
  return words.sub(
    tellasker,
    place.path.map(agentId => `@${agentId}`),
  );
}

function teamText(team: Team, self: Member, words: SystemWords): string {
  return visibleMembers(team)
    .map(({ id, name }) => `- @${id}${name === id ? '' : ` ${name}`}${id === self.id ? ` (${words.you})` : ''}`)
    .join('\n');
}

function howYouWork(input: SystemPromptInput, words: SystemWords): string[] {
  const { dialect, place, tools, member } = input;
  const isRoot = place.kind === 'root';
  const has = (tool: string) => tools.includes(tool);
  return [
    ...(input.tellasks === false || member.withheld?.kind === 'gone'
      ? []
      : [tellaskText(input, words), words.human[dialect]]),
    joined(words.taskdoc, isRoot ? has('change_mind') && words.taskdocOfRoot[dialect] : words.taskdocOfSub[dialect]),
    joined(has('clear_mind') && words.clarity[dialect], has('add_memory') && words.memoryTools),
    input.manner ?? '',
    isRoot ? joined(has('mark_done') && words.rootEnd, input.diligence && words.diligence) : words.subEnd,
  ];
}

function tellaskText({ dialect, place, member }: SystemPromptInput, words: SystemWords): string {
  return joined(
    words.tellasks[dialect],
    place.kind === 'sub' && words.tellaskBack[dialect],
    member.fbr.effort < 1 && words.fbrOff,
    words.waiting,
  );
}

function whatYouKnow({ brief }: SystemPromptInput, words: SystemWords): string[] {
  return [
    titled(words.envTitle, brief.env),
    titled(words.agentsTitle, brief.agents),
    titled(words.knowledgeTitle, brief.knowledge),
    titled(words.lessonsTitle, brief.lessons),
    titled(words.sharedMemoriesTitle, memoriesText(brief.sharedMemories)),
    titled(words.ownMemoriesTitle, memoriesText(brief.ownMemories)),
    titled(words.taskdocTitle, brief.taskdoc),
  ];
}

function memoriesText(memories: readonly Memory[]): string {
  return memories.map(({ path, text }) => (path === '' ? text : `## ${path}\n\n${text.trim()}`)).join('\n\n');
}

function whatIsOpen(input: SystemPromptInput, words: SystemWords): string[] {
  const { questionsBelow, openCalls, registered, place, tools } = input;
  const questions = questionsBelow.map(({ agentId, headline }) => `- @${agentId}: ${headline.trim()}`);
  const calls = tools.includes('dismiss_subdialog')
    ? openCalls.map(({ callId, agentId, headline }) => `- ${callId} (@${agentId}): ${headline.trim()}`)
    : [];
  const sessions = place.kind === 'root' ? registered.map(({ agentId, session }) => `- @${agentId} ${session}`) : [];
  return [
    titled(words.questionsTitle, questions.join('\n')),
    titled(words.openCallsTitle, calls.join('\n')),
    titled(words.registeredTitle, sessions.join('\n')),
  ];
}

function titled(title: string, text: string): string {
  return text.trim() === '' ? '' : `# ${title}\n\n${text.trim()}`;
}

function joined(...parts: readonly (string | false)[]): string {
  return parts.filter(part => part !== false && part !== '').join('\n');
}
