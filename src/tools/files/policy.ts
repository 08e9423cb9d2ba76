// The actions of the workspace tools, in terms of policies (SPEC 12.4): paths, commands, and the default without a
// rule. Reading is allowed; writing is allowed where Git can restore the file; the shell asks.
import path from 'node:path';
import type { PermissionTexts } from '../../core/prompt/words/en/questions.ts';
import { type Decision, decide, type PolicyAction } from '../../core/team/policy.ts';
import { isSensitive } from '../../core/team/sensitive.ts';
import type { Member } from '../../core/team/team.ts';
import { type Acts, failed, type PermissionQuestion, type ReviewAnswer, type ToolAnswer } from '../tool.ts';
import { hasRepository } from './git-files.ts';
import { type Place, type Refused, realRelative } from './guarded-files.ts';

/** A call of a reading tool. */
export function reviewReading(tool: string, place: Place, permission: PermissionTexts): Acts {
  const action: PolicyAction = { tool, toolset: 'read', paths: formsOf([place]), otherwise: 'allow' };
  const question = { headline: permission.read(place.relative), body: permission.readWith(tool, place.relative) };
  return { kind: 'acts', action, question: () => Promise.resolve(question) };
}

/**
 * A call of a writing tool on these places; `question` is made only when a person is asked. `isRisky`: nothing keeps
 * what was there, or it is written elsewhere, too.
 */
export function reviewWriting(
  tool: string,
  places: readonly Place[],
  question: () => Promise<PermissionQuestion>,
  isRisky = false,
): Acts {
  const otherwise: Decision = !isRisky && places.every(isKeptByGit) ? 'allow' : 'ask';
  return { kind: 'acts', action: { tool, toolset: 'write', paths: formsOf(places), otherwise }, question };
}

/**
 * A move of a file, or of a folder with all that is `below` it. What a rule keeps from another tool at the old place
 * would be within its reach at the new one, so rules for those tools count as well.
 */
export function reviewMove(
  [from, to]: readonly [Place, Place],
  below: readonly string[],
  question: () => Promise<PermissionQuestion>,
): Acts {
  const under = (place: Place) => formsOf([place]).flatMap(form => below.map(each => `${form}/${each}`));
  const opensAt = (place: Place, toolset: string, tools: readonly string[]) =>
    tools.map((tool): PolicyAction => {
      return { tool, toolset, paths: formsOf([place]), below: under(place), otherwise: 'allow' };
    });
  const opens = [
    ...opensAt(from, 'read', ['read_file', 'list_dir', 'search_text']),
    ...opensAt(from, 'write', ['write_file', 'edit_file', 'delete_file']),
    ...opensAt(to, 'write', ['write_file', 'edit_file']),
  ];
  const all = [...under(from), ...under(to)];
  const otherwise: Decision = [from, to].every(isKeptByGit) && !all.some(isSensitive) ? 'allow' : 'ask';
  const places = { paths: formsOf([from, to]), ...(all.length > 0 && { below: all }) };
  return { kind: 'acts', action: { tool: 'move_file', toolset: 'write', ...places, opens, otherwise }, question };
}

/** A call that cannot work: the person is not asked. */
export function reviewFails(result: ToolAnswer | Refused): ReviewAnswer {
  return { kind: 'fails', result: 'kind' in result ? failed(result.message) : result };
}

/** True if a search may read a file: rules that ask or deny exclude it, since a search cannot stop to ask. */
export function maySearch(tool: string, member: Pick<Member, 'policy'>, relative: string): boolean {
  if (!member.policy) return true;
  return decide(member.policy, { tool, toolset: 'read', paths: [relative], otherwise: 'allow' }) === 'allow';
}

/** The paths of these places, as named and as links lead. */
export function formsOf(places: readonly Place[]): readonly string[] {
  return [...new Set(places.flatMap(place => [place.relative, realRelative(place)]))];
}

/** True if a place is in a Git work tree, and not where Git or the editor act on written files. */
export function isKeptByGit(place: Place): boolean {
  if (formsOf([place]).some(isSensitive)) return false;
  return hasRepository(path.dirname(path.join(place.realRoot, ...place.steps)));
}
