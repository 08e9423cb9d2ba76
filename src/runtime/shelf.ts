// All tools of the product, and which of them a dialog has.
import type { EntityLookup } from '../core/belief/fit-entities.ts';
import type { RootId } from '../core/dialog/ids.ts';
import type { PendingQuestion } from '../core/dialog/projection.ts';
import type { Member } from '../core/team.ts';
import type { Minds } from '../minds/minds.ts';
import { beliefTools } from '../tools/belief-tools.ts';
import { controlTools } from '../tools/control-tools.ts';
import { type EditorTools, editorToolset } from '../tools/editor-tools.ts';
import { memoryTools, teamFileTools, teamMemoryTools } from '../tools/memory-tools.ts';
import { mindTools, textingMindTools } from '../tools/mind-tools.ts';
import type { ToolShelf } from '../tools/tool.ts';
import { selectTools, type ToolCatalog } from '../tools/toolsets.ts';
import { type WorkspacePorts, workspaceToolsets } from '../tools/workspace-tools.ts';

export interface ShelfOptions {
  readonly minds: Minds;
  readonly workspace: WorkspacePorts;
  /** Tools of other extensions and MCP servers; absent without an editor. */
  readonly editorTools?: EditorTools;
  /** Whether an entity that a slot names exists (SPEC 16.2). */
  readonly lookUp: EntityLookup;
  /** The open questions of a whole tree. */
  readonly questionsOf: (rootId: RootId) => readonly PendingQuestion[];
}

/** The shelf of an rtws. */
export function createShelf({ minds, workspace, editorTools, lookUp, questionsOf }: ShelfOptions): ToolShelf {
  const catalog: ToolCatalog = {
    mind: mindTools(minds.taskdocs),
    textingMind: textingMindTools(minds.taskdocs),
    control: controlTools({
      questions: rootId => questionsOf(rootId).map(({ agentId, tellaskHead }) => ({ agentId, headline: tellaskHead })),
    }),
    belief: beliefTools({
      context(name) {
        const { domain } = minds.domains.read(name);
        return domain && { domain, lookUp };
      },
    }),
    sets: {
      ...workspaceToolsets(workspace),
      memory: memoryTools(minds.memories),
      team: teamMemoryTools(minds.memories),
    },
    teamFiles: teamFileTools(minds.teamFiles),
  };
  const taken = new Set(toolNames(catalog));
  return {
    toolsFor(member, state) {
      const editor = mayUseEditor(member) ? editorToolset(editorTools, taken) : [];
      return selectTools({ ...catalog, sets: { ...catalog.sets, editor } }, member, state);
    },
  };
}

function toolNames({ mind, textingMind, control, belief, sets, teamFiles }: ToolCatalog): string[] {
  const all = [mind, textingMind, control, belief, ...Object.values(sets), teamFiles];
  return all.flat().map(({ spec }) => spec.name);
}

/** Whether a member lists the set, or tools by name, which may be the editor's. */
function mayUseEditor({ tools = [], toolsets = [] }: Member): boolean {
  return tools.length > 0 || toolsets.includes('editor');
}
