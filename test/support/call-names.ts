// Names of a team whose members go by their ids.
import type { AgentId } from '../../src/core/base/ids.ts';
import type { Member } from '../../src/core/team/team.ts';
import { type CallNames, callNames } from '../../src/core/tellask/call-names.ts';

export function namesOf(...ids: readonly string[]): CallNames {
  return callNames({ members: new Map(ids.map(id => [id as AgentId, { id, name: id } as unknown as Member])) });
}
