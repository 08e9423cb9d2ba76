// The shape of `.minds/team.yaml` (SPEC 12.1): one schema that checks the file and, as a JSON schema, gives the editor
// completion and hover. Every field says what it means and shows an example.
import * as z from 'zod';
import { dialectChoices } from '../../core/team/dialect.ts';
import { promptForms } from '../../core/team/endpoint-settings.ts';
import { serverToolsetPattern, toolsetNames } from '../../core/team/toolset-names.ts';

const names = z.array(z.string().min(1));
const folders = (what: string, example: string) =>
  names.optional().meta({ description: `Folders of the workspace that this member ${what}.`, examples: [[example]] });

const dialect = z.enum(dialectChoices).optional();

const unknownToolset = `unknown toolset: there are ${toolsetNames.join(', ')}, and mcp:<server>`;

/** Fresh boots reasoning (SPEC 3.5). */
export const fbrSchema = z.object({
  effort: z
    .int()
    .min(0)
    .max(20)
    .optional()
    .meta({ description: 'How many fresh selves think side by side; 0 switches it off.', examples: [3] }),
  tools: z
    .boolean()
    .optional()
    .meta({ description: 'Whether they have tools.', examples: [false] }),
});

/** A rule of what may be done without asking (SPEC 12.4). */
const policyRuleSchema = z.strictObject({
  decision: z.enum(['allow', 'ask', 'deny']).meta({ description: 'What to do with a matching call.' }),
  tools: names.optional().meta({ description: 'Tools or toolsets it holds for.', examples: [['write', 'run_shell']] }),
  paths: names.optional().meta({ description: 'Paths in the workspace, as globs.', examples: [['docs/**']] }),
  commands: names.optional().meta({ description: 'Shell commands; * matches any words.', examples: [['npm test']] }),
});

/** The same in settings, where it may be for some members only. */
export const settingsRuleSchema = policyRuleSchema.extend({
  members: names.optional().meta({ description: 'Members it holds for; all when absent.', examples: [['coder']] }),
});

/** The fields of a member and of `member_defaults`. */
export const memberSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .optional()
    .meta({ description: 'Name shown to people and models.', examples: ['Alice'] }),
  icon: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'An emoji or codicon name.', examples: ['🦊'] }),
  description: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .regex(/^[^\r\n\u2028\u2029]*$/, { error: 'more than one line' })
    .optional()
    .meta({
      description: 'What this member is for, on one line: teammates and people read it when they choose.',
      examples: ['Reviews changes and lists faults, worst first'],
    }),
  acp: z
    .string()
    .trim()
    .min(1)
    .optional()
    .meta({
      description:
        'This member is an agent of another vendor: the command that starts it; it speaks the Agent Client Protocol.',
      examples: ['npx -y @zed-industries/codex-acp'],
    }),
  provider: z
    .string()
    .min(1)
    .optional()
    .meta({
      description: 'Model provider: a kind that llm.yaml knows, or a name of its `providers`.',
      examples: ['openai'],
    }),
  model: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Model of that provider.', examples: ['gpt-5.1'] }),
  model_params: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Parameters sent with each request.', examples: [{ temperature: 0.2 }] }),
  prompt: z
    .enum(promptForms)
    .optional()
    .meta({
      description: 'short: fewer tools and fewer words, for a small model; by its context window when absent.',
      examples: ['short'],
    }),
  max_tokens: z
    .int()
    .positive()
    .optional()
    .meta({ description: 'Tokens of this member in one dialog tree before the person is asked.', examples: [500000] }),
  max_cost: z
    .number()
    .positive()
    .optional()
    .meta({ description: 'Cost of this member in one dialog tree before the person is asked.', examples: [1] }),
  tools: names.optional().meta({ description: 'Single tools by name.', examples: [['read_file', 'run_shell']] }),
  toolsets: z
    .array(z.union([z.enum(toolsetNames), z.string().regex(serverToolsetPattern, { error: unknownToolset })]))
    .optional()
    .meta({
      description:
        'Sets of tools; mcp:<name> are those of one server of mcp.yaml. Without tools and toolsets: read, write, shell, memory.',
      examples: [['read', 'memory']],
    }),
  read_dirs: folders('may read; all when absent', 'src'),
  write_dirs: folders('may write; all when absent', 'docs'),
  no_read_dirs: folders('may not read', 'secrets'),
  no_write_dirs: folders('may not write', 'vendor'),
  policy: z
    .array(policyRuleSchema)
    .optional()
    .meta({
      description: 'What may be done without asking: the first rule that fits decides.',
      examples: [[{ decision: 'allow', commands: ['npm test'] }]],
    }),
  'diligence-push-max': z
    .number()
    .optional()
    .meta({
      description: 'How often in a row a root dialog is pushed to go on before the person is asked; below 1 never.',
      examples: [3],
    }),
  fbr: fbrSchema
    .optional()
    .meta({ description: 'Fresh boots reasoning: `!?@self`.', examples: [{ effort: 3, tools: false }] }),
  dialect: dialect.meta({ description: 'How this member makes calls in new dialogs.', examples: ['tellask'] }),
  on_answer: z
    .enum(['all', 'each'])
    .optional()
    .meta({
      description: 'When answers of teammates are read: all together, or each as it comes while others still work.',
      examples: ['each'],
    }),
  workplace: z
    .enum(['own', 'shared'])
    .optional()
    .meta({
      description:
        'own: each call to this member is worked on in a copy of the workspace, and its changes are taken after its answer.',
      examples: ['own'],
    }),
  bring: z
    .array(
      z.string().regex(/^(?![/\\~])(?!(?:.*[/\\])?\.\.(?:[/\\]|$))[^:]+$/, { error: 'not a path in the workspace' }),
    )
    .optional()
    .meta({
      description: 'Folders or files that Git ignores and an own workplace needs all the same. They are copied.',
      examples: [['node_modules']],
    }),
  merge: z
    .enum(['ask', 'auto'])
    .optional()
    .meta({
      description:
        'Who decides about changes made in an own workplace: ask the person, or auto: the caller. By default the person, when a root dialog called.',
      examples: ['auto'],
    }),
  hidden: z
    .boolean()
    .optional()
    .meta({ description: 'Not listed to models or in pickers; callable by exact id.', examples: [true] }),
});

/** Of a workspace, where several share a store. */
const workspaceName = /^[^\s/=,][^/=,]{0,99}$/;

/** The whole file. */
export const teamSchema = z
  .object({
    dialect: dialect.meta({ description: 'How members make calls in new dialogs.', examples: ['auto'] }),
    default_responder: z
      .string()
      .optional()
      .meta({ description: 'Id of the member that answers when none is named.', examples: ['alice'] }),
    workspace: z
      .string()
      .trim()
      .regex(workspaceName)
      .optional()
      .meta({
        description: 'Name of this workspace in a PostgreSQL store; without it the name of the folder.',
        examples: ['shop'],
      }),
    member_defaults: memberSchema
      .optional()
      .meta({ description: 'Holds for every member that does not say otherwise.' }),
    members: z
      .record(z.string(), memberSchema.nullable())
      .optional()
      .meta({ description: 'The members by id: a letter, then letters, digits, _ or -.' }),
  })
  .meta({ title: 'Dominds team', description: 'The team of this workspace.' });

/** One member as written in the file. */
export type MemberEntry = z.infer<typeof memberSchema>;

/** Keys that begin so are the person's own, at any place of the file. */
export const ownKeyPrefix = 'x-';

/** The JSON schema for editors; `media/schemas/team.schema.json` holds exactly this. */
export function teamJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(teamSchema, {
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) jsonSchema.patternProperties = { [`^${ownKeyPrefix}`]: {} };
    },
  }) as Record<string, unknown>;
}
