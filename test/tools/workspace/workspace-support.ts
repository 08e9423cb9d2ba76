// A workspace on disk and its tools, called as a dialog would call them.
import type { Language } from '../../../src/core/base/language.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import type { Member } from '../../../src/core/team/team.ts';
import { noTeamFile } from '../../../src/minds/team/team-file.ts';
import type { Review, ToolContext, ToolResult } from '../../../src/tools/tool.ts';
import { type WorkspacePorts, workspaceToolsets } from '../../../src/tools/workspace-tools.ts';
import { makeTempWorkspace, type TempWorkspace, type WorkspaceFiles } from '../../support/temp-workspace.ts';
import { alice, contextOf as plainContext } from '../tool-support.ts';

export type Args = Readonly<Record<string, unknown>>;

export interface ToolBench extends TempWorkspace {
  /** What the model is told; the files that it changed are left out. */
  call(name: string, args: Args, options?: CallOptions): Promise<ToolResult>;
  review(name: string, args: Args, options?: CallOptions): Promise<Review>;
}

export interface CallOptions {
  readonly member?: Partial<Member>;
  readonly signal?: AbortSignal;
  readonly output?: (text: string) => void;
  readonly language?: Language;
  /** Keeps what was there; default: everything is kept. */
  readonly keep?: ToolContext['keep'];
  readonly readsFreely?: boolean;
  /** Folder of the workspace that is the rtws; default: all of it. */
  readonly rtws?: string;
}

/** Makes a workspace with these files and the tools that work on it. */
export async function makeBench(files: WorkspaceFiles = {}, ports: Partial<WorkspacePorts> = {}): Promise<ToolBench> {
  const workspace = await makeTempWorkspace(files);
  const tools = Object.values(workspaceToolsets({ shell: { env: process.env }, ...ports })).flat();
  const find = (name: string) => {
    const tool = tools.find(({ spec }) => spec.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool;
  };
  const contextOf = ({
    member,
    output = () => {},
    rtws = workspace.folder,
    language = 'en',
    keep,
    readsFreely,
  }: CallOptions): ToolContext => ({
    ...plainContext(),
    rtws,
    member: { ...alice, ...member },
    team: noTeamFile().team,
    texts: promptTexts(language),
    output,
    ...(keep && { keep }),
    ...(readsFreely !== undefined && { readsFreely }),
  });
  return {
    ...workspace,
    async call(name, args, options = {}) {
      const signal = options.signal ?? new AbortController().signal;
      const { changed, ...told } = await find(name).call(JSON.stringify(args), contextOf(options), signal);
      return told;
    },
    async review(name, args, options = {}) {
      const review = await find(name).review?.(JSON.stringify(args), contextOf(options));
      if (!review) throw new Error(`${name} has no review`);
      return review;
    },
  };
}
