// A person's permission for one tool call: asked as a question of kind `permission`, answered in words (SPEC 5.1,
// 12.4). Pure. Of recorded answers, only the two options that allow it do; every other denies it and goes to the model.
import { callIdOf, type Lists, withId } from '../base/fold-lists.ts';
import type { CallId } from '../base/ids.ts';
import type { AskedAbout } from './record-parts.ts';
import type { OpenQuestion, OpenToolCall, Permission, Reach, Shown } from './tool-call.ts';

/** The choices offered with such a question. */
export const permissionOptions = ['allow once', 'always', 'deny'] as const;
/** The same where the call can also be allowed in every dialog of the workspace. */
export const lastingOptions = ['allow once', 'always', 'always here', 'deny'] as const;

/** The subject of such a question. Version 0.1.0 did not record it: it is read from the wording of the headline. */
export function aboutOf({ about, headline }: Pick<OpenQuestion, 'about' | 'headline'>): AskedAbout {
  if (about) return about;
  const [, path] = namesPath.exec(headline) ?? [];
  return path === undefined ? { kind: 'other' } : { kind: 'text', path };
}

const verbs = ['Edit', 'Create', 'Replace', 'Delete', '编辑', '新建', '替换', '删除'];
const namesPath = new RegExp(`^(?:${verbs.join('|')}) (.*)$`, 's');

/** The words that allow, as options are named in the languages of the product. */
const allowing: ReadonlyMap<string, Reach> = new Map([
  ['allow once', 'once'],
  ['always', 'always'],
  ['always here', 'here'],
  ['允许一次', 'once'],
  ['始终允许', 'always'],
  ['在此工作区始终允许', 'here'],
]);

/** What may follow the word that denies. */
const marks = '\\s:.,;，。：；';
const denying = new RegExp(`^(?:deny(?![\\p{L}\\p{N}_-])|拒绝(?=[${marks}]|$))[${marks}–—-]*`, 'iu');

/** The decision that an answer makes; never throws. */
export function readPermission({ headline, body, about }: Shown, answer: string, seal?: string): Permission {
  const words = answer.trim();
  const option = words.toLowerCase();
  const kind = allowing.get(option);
  if (kind) return { kind, shown: { headline, body, ...(about && { about }) }, ...(seal !== undefined && { seal }) };
  return { kind: 'refused', why: 'denied', said: words.replace(denying, '').trim() };
}

/** Words that plainly allow a call without naming an option; whoever says more is not taken at half their words. */
const plainlyAllowing: Readonly<Record<'allow once' | 'always' | 'always here', readonly string[]>> = {
  'allow once': [
    ...[
      'allow',
      'allow it',
      'allow this',
      'allowed',
      'approve',
      'approved',
      'yes',
      'yep',
      'ok',
      'okay',
      'sure',
      'go ahead',
    ],
    ...['允许', '允许这次', '批准', '同意', '可以', '是', '是的', '好', '好的', '行'],
  ],
  'always here': [
    ...['always in this workspace', 'always allow in this workspace', 'allow in this workspace', 'always allow here'],
    ...['在此工作区始终', '在这个工作区始终允许'],
  ],
  always: [
    ...['always allow', 'always allow it', 'always allow this', 'allow always'],
    ...['始终', '总是', '总是允许', '一直允许'],
  ],
};

/**
 * An answer as it is recorded: words that plainly allow as the option that they mean, in every language; others as they
 * are.
 */
export function permissionAnswer(answer: string): string {
  const words = answer
    .trim()
    .replace(/[.!\u3002\uff01]$/, '')
    .toLowerCase();
  return lastingOptions.find(option => option !== 'deny' && plainlyAllowing[option].includes(words)) ?? answer;
}

/** The decision for a question that was closed without an answer. */
export function closedPermission(reason: string): Permission {
  return { kind: 'refused', why: 'closed', said: reason };
}

/** True if a question would show the same now as then, so that the call that runs is the call that was shown. */
export function isSameQuestion(then: Shown, now: Required<Shown>): boolean {
  const isAbout = then.about === undefined || sameAbout(then.about, now.about);
  return then.headline === now.headline && then.body === now.body && isAbout;
}

function sameAbout(one: AskedAbout, other: AskedAbout): boolean {
  if (one.kind === 'command') return other.kind === 'command' && one.isWhole === other.isWhole;
  return one.kind === other.kind;
}

/** The open calls with the decision noted on the one that the question was about. */
export function withPermission(
  calls: readonly OpenToolCall[],
  callId: CallId | undefined,
  permission: Permission,
  lists: Lists,
): readonly OpenToolCall[] {
  return callId === undefined ? calls : withId(lists, calls, callIdOf, callId, call => ({ ...call, permission }));
}
