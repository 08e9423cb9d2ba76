// `agent_permission`: what an agent of another vendor wants to do, put to policies and to the person (SPEC 22.4). It
// does nothing itself: its result goes back to the agent. Edits and reading are held to the member's folders.
import * as z from 'zod';
import type { CallId } from '../core/base/ids.ts';
import type { PermissionTexts } from '../core/prompt/words/en/questions.ts';
import { agentPermissionName, agentToolset, PERMITTED } from '../core/team/agent-permission.ts';
import { guardPath } from './files/path-guard.ts';
import { oneLine, showChange, visibleFence } from './files/show-change.ts';
import { defineTool, failed, type PermissionQuestion, type Tool } from './tool.ts';

const args = () =>
  z.object({
    title: z.string(),
    kind: z.string(),
    paths: z.array(z.string()),
    command: z.string().optional(),
    cwd: z.string().optional(),
    changes: z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string() })).optional(),
    input: z.unknown().optional(),
    again: z.string().optional(),
  });

type Wanted = z.infer<ReturnType<typeof args>>;

/** The tool; members that are agents of another vendor have it. */
export const agentPermissionTool = (): Tool =>
  defineTool({
    name: agentPermissionName,
    description: words => words.agent_permission,
    args,
    async review(wanted, { rtws, member, texts }) {
      const access = accessOf(wanted);
      const guarded = wanted.paths.map(path =>
        guardPath({ rtws, member, path, access: access === 'write' ? 'write' : 'read' }),
      );
      const refused = access === 'other' ? undefined : guarded.find(({ ok }) => !ok);
      if (refused && !refused.ok) return { kind: 'fails', result: failed(refused.message) };
      const paths = guarded.flatMap(path => (path.ok ? [path.relative] : []));
      return {
        kind: 'acts',
        action: {
          tool: agentPermissionName,
          toolset: agentToolset,
          paths: wanted.command === undefined ? paths : [wanted.cwd ?? '.'],
          ...(wanted.command !== undefined && { command: wanted.command }),
          otherwise: 'ask',
        },
        question: () => Promise.resolve(questionOf(wanted, texts.permission)),
        ...(wanted.again !== undefined && { repeats: wanted.again as CallId }),
      };
    },
    run: () => Promise.resolve({ ok: true, content: PERMITTED }),
  });

type Access = 'read' | 'write' | 'other';

function accessOf({ kind, changes = [] }: Wanted): Access {
  if (changes.length > 0 || kind === 'edit' || kind === 'delete' || kind === 'move') return 'write';
  return kind === 'read' || kind === 'search' ? 'read' : 'other';
}

/** All that the agent says it will do. */
function questionOf({ title, command, cwd, changes = [], input }: Wanted, words: PermissionTexts): PermissionQuestion {
  const [change] = changes;
  const shown = [
    ...(command === undefined
      ? []
      : [visibleFence('sh', command), ...(cwd === undefined ? [] : [words.inFolder(cwd, undefined)])]),
    ...changes.map(({ path, before, after }) => `${path}\n${showChange(before ?? undefined, after, words)}`),
    ...(command === undefined && changes.length === 0 && input !== undefined
      ? [visibleFence('json', JSON.stringify(input, null, 2))]
      : []),
  ];
  return {
    headline: oneLine(title),
    body: shown.join('\n\n'),
    ...(change &&
      changes.length === 1 && {
        change: { path: change.path, before: change.before ?? undefined, after: change.after },
      }),
  };
}
