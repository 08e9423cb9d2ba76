// The system prompt of a member, in parts and in a fixed order. It is fixed when a course opens; everything that
// changes with each generation is in the closing part of the request (SPEC 10.9). Pure.

import type { WorkLanguage } from '../base/language.ts';
import type { Hands } from '../dialog/hands.ts';
import type { AsideCause } from '../dialog/record-parts.ts';
import type { CommandRules } from '../team/command-rules.ts';
import { type Dialect, offeredDialect } from '../team/dialect.ts';
import type { Member, Team } from '../team/team.ts';
import { visibleMembers } from '../team/team.ts';
import type { Brief, Memory, SkillLine } from './brief.ts';
import type { CallBelow, PlaceInTree, QuestionBelow, RegisteredSubdialog } from './place.ts';
import type { PromptPart } from './prompt-part.ts';
import { wordsForModels } from './prompt-texts.ts';
import { inShort, SHORT_PART } from './short-form.ts';
import type { Surroundings, SystemWords, Today } from './words/words.ts';

/** All that a system prompt depends on. */
export interface SystemPromptInput {
  readonly language: WorkLanguage;
  readonly dialect: Dialect;
  readonly team: Team;
  readonly member: Member;
  readonly place: PlaceInTree;
  /** True for the short form. */
  readonly isShort?: boolean;
  readonly today?: Today;
  /** Present when the course opens. */
  readonly around?: Surroundings;
  /** What teammates can do; absent: it is not told. */
  readonly handsOf?: (member: Member) => Hands;
  /** Rules for its commands; absent: they are not told. */
  readonly commands?: CommandRules;
  readonly brief: Brief;
  /** Names of the tools that the request offers: nothing is explained that the member does not have. */
  readonly tools: readonly string[];
  /** Whether this dialog is reminded when it stops (SPEC 7). */
  readonly diligence: boolean;
  /** Whether it may make tellasks at all; a draft mind may not (SPEC 15). Default true. */
  readonly tellasks?: boolean;
  /** Its own way of working, in words; a draft mind's (SPEC 15.13). */
  readonly manner?: string;
  readonly questionsBelow: readonly QuestionBelow[];
  readonly openCalls: readonly CallBelow[];
  /** Present while the dialog is in an aside. */
  readonly aside?: { readonly because: AsideCause };
  /** Of the whole tree; a root's only (SPEC 12.2). */
  readonly registered: readonly RegisteredSubdialog[];
}

/** The instructions of a member: `fixed` when its course opens, `open` with each request. */
export interface SystemParts {
  readonly fixed: readonly PromptPart[];
  readonly open: readonly PromptPart[];
}

/** The parts in the work language (SPEC 12.2). */
export function systemParts(input: SystemPromptInput): SystemParts {
  const words = wordsForModels(input.language.texts).system;
  return {
    fixed: [
      ...whoYouAre(input, words),
      ...(input.isShort ? [howYouWorkShort(input, words)] : howYouWork(input, words)),
      ...whatYouKnow(input, words),
    ],
    open: whatIsOpen(input, words),
  };
}

function whoYouAre(input: SystemPromptInput, words: SystemWords): PromptPart[] {
  const { language, member, place, brief } = input;
  return [
    { id: 'identity', title: '', text: words.identity(member.name, member.id, language.name) },
    { id: 'role', title: words.roleTitle, text: brief.persona },
    {
      id: 'place',
      title: words.placeTitle,
      text: input.isShort && place.kind === 'root' ? '' : placeText(place, words, member.bring),
    },
    { id: 'today', title: words.todayTitle, text: input.today ? words.today(input.today) : '' },
    {
      id: 'workspace',
      title: words.workspaceTitle,
      text: input.around ? words.workspace(input.isShort ? inShort(input.around) : input.around) : '',
    },
    { id: 'team', title: words.teamTitle, text: teamText(input, words) },
    {
      id: 'commands',
      title: '',
      text: input.commands && !input.isShort && input.tools.includes('run_shell') ? words.commands(input.commands) : '',
    },
    {
      id: 'withheld',
      title: words.withheldTitle,
      text: member.withheld ? words.withheld(member.withheld) : '',
    },
  ];
}

function placeText(place: PlaceInTree, words: SystemWords, bring: readonly string[] = []): string {
  if (place.kind === 'root') return words.root;
  const tellasker = place.tellasker === undefined ? undefined : `@${place.tellasker}`;
  const path = place.path.map(agentId => `@${agentId}`);
  return joined(words.sub(tellasker, path), place.own !== undefined && words.ownPlace(place.own, bring));
}

function teamText({ team, member: self, handsOf, isShort }: SystemPromptInput, words: SystemWords): string {
  return visibleMembers(team)
    .map(member => {
      const { id, name, description = '' } = member;
      const who = `- @${id}${name === id ? '' : ` ${name}`}`;
      if (id === self.id) return words.teammate(`${who} (${words.you})`, description, '');
      return words.teammate(who, description, handsOf && !isShort ? words.hands(handsOf(member)) : '');
    })
    .join('\n');
}

function howYouWork(input: SystemPromptInput, words: SystemWords): PromptPart[] {
  const { place, tools, member } = input;
  const dialect = offeredDialect(input.dialect, tools);
  const isRoot = place.kind === 'root';
  const has = (tool: string) => tools.includes(tool);
  const calls = input.tellasks !== false && member.withheld?.kind !== 'gone';
  const part = (id: string, text: string): PromptPart => ({ id, title: '', text });
  return [
    part('tellasks', calls ? tellaskText(input, words) : ''),
    part('human', calls ? words.human[dialect] : ''),
    part(
      'about-taskdoc',
      joined(
        words.taskdoc(member.withheld === undefined),
        isRoot ? has('change_mind') && words.taskdocOfRoot[dialect] : words.taskdocOfSub[dialect],
      ),
    ),
    part('clarity', joined(has('clear_mind') && words.clarity[dialect], has('add_memory') && words.memoryTools)),
    part('manner', input.manner ?? ''),
    part('end', isRoot ? joined(has('mark_done') && words.rootEnd, input.diligence && words.diligence) : words.subEnd),
  ];
}

/** Names no member: a model that repeats the example is refused. */
const PLACEHOLDER = 'teammate-id';

function howYouWorkShort(input: SystemPromptInput, { short }: SystemWords): PromptPart {
  const { place, tools, member } = input;
  const dialect = offeredDialect(input.dialect, tools);
  const has = (tool: string) => tools.includes(tool);
  const calls = input.tellasks !== false && member.withheld?.kind !== 'gone';
  const isRoot = place.kind === 'root';
  const text = joined(
    short.work,
    calls && short.calls[dialect],
    calls && !isRoot && short.back[dialect],
    short.taskdoc(isRoot && has('change_mind')),
    has('clear_mind') && short.clarity,
    input.manner ?? '',
    isRoot ? has('mark_done') && short.rootEnd : short.subEnd,
  );
  return { id: SHORT_PART, title: '', text };
}

function tellaskText({ place, member, team, tools, ...input }: SystemPromptInput, words: SystemWords): string {
  const dialect = offeredDialect(input.dialect, tools);
  const otherMember = visibleMembers(team).find(({ id }) => id !== member.id)?.id;
  return joined(
    words.tellasks[dialect](otherMember ?? PLACEHOLDER),
    place.kind === 'sub' && words.tellaskBack[dialect],
    member.fbr.effort < 1 && words.fbrOff,
    words.waiting(tools.includes('wait_for')),
  );
}

function whatYouKnow({ brief, tools }: SystemPromptInput, words: SystemWords): PromptPart[] {
  const skills = tools.includes('read_skill') ? brief.skills : [];
  return [
    { id: 'env', title: words.envTitle, text: brief.env },
    { id: 'agents', title: words.agentsTitle, text: brief.agents },
    {
      id: 'skills',
      title: words.skillsTitle,
      text: skills.length > 0 ? [words.skills, skillLines(skills)].join('\n\n') : '',
    },
    { id: 'knowledge', title: words.knowledgeTitle, text: brief.knowledge },
    { id: 'lessons', title: words.lessonsTitle, text: brief.lessons },
    ...memoryParts('shared', words.sharedMemoriesTitle, brief.sharedMemories),
    ...memoryParts('own', words.ownMemoriesTitle, brief.ownMemories),
    ...brief.taskdoc.map(({ name, text }) => ({ id: `taskdoc/${name}`, title: words.taskdocTitle, text })),
  ];
}

function skillLines(skills: readonly SkillLine[]): string {
  return skills.map(({ name, description }) => `- ${name}: ${description}`).join('\n');
}

function memoryParts(whose: string, title: string, memories: readonly Memory[]): PromptPart[] {
  return memories.map(({ path, text }) => ({
    id: `${whose}/${path}`,
    title,
    text: path === '' ? text : `## ${path}\n\n${text.trim()}`,
  }));
}

function whatIsOpen(input: SystemPromptInput, words: SystemWords): PromptPart[] {
  const { questionsBelow, openCalls, aside, registered, place, tools } = input;
  const questions = questionsBelow.map(({ agentId, headline }) => `- @${agentId}: ${headline.trim()}`);
  const canSteer = tools.includes('dismiss_subdialog');
  const calls = canSteer ? openCalls.flatMap(call => callLines(call, words)) : [];
  const sessions = place.kind === 'root' ? registered.map(({ agentId, session }) => `- @${agentId} ${session}`) : [];
  return [
    { id: 'questions', title: words.questionsTitle, text: questions.join('\n') },
    { id: 'aside', title: words.asideTitle, text: aside ? words.aside[aside.because](canSteer) : '' },
    { id: 'calls', title: words.openCallsTitle, text: calls.join('\n') },
    { id: 'registered', title: words.registeredTitle, text: sessions.join('\n') },
  ];
}

function callLines({ callId, agentId, headline, since, told = [] }: CallBelow, words: SystemWords): string[] {
  // To the minute, in UTC.
  const at = since.slice(0, 16).replace('T', ' ');
  return [
    `- ${callId} (@${agentId}, ${at} UTC): ${headline.trim()}`,
    ...told.map(({ content, by }) => words.told(content, by)),
  ];
}

function joined(...parts: readonly (string | false)[]): string {
  return parts.filter(part => part !== false && part !== '').join('\n');
}
