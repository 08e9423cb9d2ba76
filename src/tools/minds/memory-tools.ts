// Tools for what outlasts a dialog: a member's own memories, the team's, and the files of `.minds/` (SPEC 12.2, 12.3).
import * as z from 'zod';
import type { AgentId } from '../../core/base/ids.ts';
import type { PermissionTexts } from '../../core/prompt/words/en/questions.ts';
import { showChange } from '../files/show-change.ts';
import type { ReviewAnswer, Tool, ToolContext } from '../tool.ts';
import { defineTool } from '../tool.ts';
import type { Told } from './mind-tools.ts';
import { asAnswer } from './mind-tools.ts';

/** Memories as these tools need them; the owner is a member, or `team`. */
export interface MemoryPort {
  add(owner: AgentId | 'team', name: string, content: string): Told;
  replace(owner: AgentId | 'team', name: string, content: string): Told;
  drop(owner: AgentId | 'team', name: string): Told;
}

/** The files of `.minds/` by their path below it. */
export interface TeamFilePort {
  read(file: string): Told;
  write(file: string, content: string): Told;
  /** The file that `write` would write, relative to the rtws, and its text now; or why it would not. */
  peek(
    file: string,
  ):
    | { readonly ok: true; readonly file: string; readonly text?: string }
    | { readonly ok: false; readonly message: Told['message'] };
}

/** `add_memory`, `replace_memory`, `drop_memory`: a member's own. */
export function memoryTools(memories: MemoryPort): readonly Tool[] {
  return toolsFor({ memories, noun: 'memory', ownerOf: ({ member }) => member.id });
}

/** The same for the memory that the whole team shares; granted. */
export function teamMemoryTools(memories: MemoryPort): readonly Tool[] {
  return toolsFor({ memories, noun: 'team_memory', ownerOf: () => 'team' });
}

/** `read_team_file` and `write_team_file`, for the keeper of `.minds/`. */
export function teamFileTools(files: TeamFilePort): readonly Tool[] {
  const path = () => z.string();
  return [
    defineTool({
      name: 'read_team_file',
      description: words => words.read_team_file,
      args: () => z.object({ path: path() }),
      run: args => asAnswer(files.read(args.path)),
    }),
    defineTool({
      name: 'write_team_file',
      description: words => words.write_team_file,
      args: () => z.object({ path: path(), content: z.string() }),
      review: ({ path, content }, { texts: { permission } }) => reviewTeamFile(files, { path, content }, permission),
      run: args => asAnswer(files.write(args.path, args.content)),
    }),
  ];
}

/**
 * Texts for models may be written; a file that defines what members may do, which programs start, or which model is
 * used may not be written without the person (SPEC 18.2).
 */
function reviewTeamFile(
  files: TeamFilePort,
  { path, content }: { readonly path: string; readonly content: string },
  permission: PermissionTexts,
): ReviewAnswer {
  const found = files.peek(path);
  if (!found.ok) return { kind: 'fails', result: asAnswer(found) };
  const { file, text } = found;
  const headline = (text === undefined ? permission.create : permission.replace)(file);
  return {
    kind: 'acts',
    action: {
      tool: 'write_team_file',
      toolset: 'team',
      paths: [file],
      otherwise: /\.md$/i.test(file) ? 'allow' : 'ask',
    },
    question: async () => ({
      headline,
      body: showChange(text, content, permission),
      change: { path: file, before: text, after: content },
    }),
  };
}

interface MemoryKind {
  readonly memories: MemoryPort;
  readonly noun: 'memory' | 'team_memory';
  readonly ownerOf: (context: ToolContext) => AgentId | 'team';
}

function toolsFor({ memories, noun, ownerOf }: MemoryKind): readonly Tool[] {
  return [
    defineTool({
      name: `add_${noun}`,
      description: words => words[`add_${noun}`],
      args: () => z.object({ path: z.string(), content: z.string() }),
      run: (args, context) => asAnswer(memories.add(ownerOf(context), args.path, args.content)),
    }),
    defineTool({
      name: `replace_${noun}`,
      description: words => words[`replace_${noun}`],
      args: () => z.object({ path: z.string(), content: z.string() }),
      run: (args, context) => asAnswer(memories.replace(ownerOf(context), args.path, args.content)),
    }),
    defineTool({
      name: `drop_${noun}`,
      description: words => words[`drop_${noun}`],
      args: () => z.object({ path: z.string() }),
      run: (args, context) => asAnswer(memories.drop(ownerOf(context), args.path)),
    }),
  ];
}
