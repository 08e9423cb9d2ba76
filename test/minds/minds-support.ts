// A workspace with its minds, for one test. The clock stands far in the future, so that files count as settled unless a
// test says otherwise.

import type { AgentId } from '../../src/core/base/ids.ts';
import { workLanguage } from '../../src/core/base/language.ts';
import type { Member } from '../../src/core/team/team.ts';
import { createTurnCache } from '../../src/minds/files/turn-cache.ts';
import type { Minds } from '../../src/minds/minds.ts';
import { createMinds } from '../../src/minds/minds.ts';
import { diskFiles } from '../../src/store/disk-files.ts';
import type { TempWorkspace, WorkspaceFiles } from '../support/temp-workspace.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

export interface MindsFixture {
  readonly workspace: TempWorkspace;
  readonly minds: Minds;
  readonly alice: Member;
  /** Changes the work language. */
  speak(tag: string): void;
  /** What is open with unsaved edits, by absolute path. */
  readonly unsaved: Map<string, string>;
}

/** Makes a workspace with these files and its minds; `now` is epoch milliseconds, `turn` that of the event loop. */
export async function makeMinds(
  files: WorkspaceFiles = {},
  now: () => number = farFuture,
  turn: () => number = anotherTurn,
): Promise<MindsFixture> {
  const workspace = await makeTempWorkspace(files);
  const unsaved = new Map<string, string>();
  let language = workLanguage('en');
  const minds = createMinds({
    rtws: workspace.folder,
    language: () => language,
    files: diskFiles,
    now,
    cache: createTurnCache(turn),
    unsaved: file => unsaved.get(file),
  });
  return {
    workspace,
    minds,
    alice: memberNamed('alice'),
    speak: tag => {
      language = workLanguage(tag);
    },
    unsaved,
  };
}

/** A member with the defaults of a team file. */
export function memberNamed(id: string): Member {
  return { id: id as AgentId, name: id, diligencePushMax: 3, fbr: { effort: 1, tools: true }, hidden: false };
}

let turns = 0;

/** Every look at the disk is a new one. */
function anotherTurn(): number {
  turns += 1;
  return turns;
}

function farFuture(): number {
  return 1e14;
}
