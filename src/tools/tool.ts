// The shape of a tool. Arguments are untrusted model output: they are checked here, once, and a tool's own code sees
// typed values only. A tool never throws for content; it returns the facts to record.

import * as z from 'zod';
import type { ToolSpec } from '../core/base/chat.ts';
import type { CallId } from '../core/base/ids.ts';
import { once } from '../core/base/once.ts';
import type { EntryKind, UnsureMaker, UntoldChanges } from '../core/dialog/file-changes.ts';
import type { Form, FormReply } from '../core/dialog/form.ts';
import type { CourseRecord, Fact } from '../core/dialog/record.ts';
import type { DialogState } from '../core/dialog/state.ts';
import type { AskedBack, Sleep } from '../core/dialog/tool-call.ts';
import type { ToolSubject } from '../core/dialog/transcript/tool-subjects.ts';
import type { IntentOf } from '../core/intents/intents.ts';
import { promptTexts } from '../core/prompt/prompt-texts.ts';
import { type Said, worded } from '../core/prompt/said.ts';
import type { SpecText, SpecWords } from '../core/prompt/words/en/tools.ts';
import type { PromptTexts } from '../core/prompt/words/words.ts';
import type { PolicyAction } from '../core/team/policy.ts';
import type { Member, Team } from '../core/team/team.ts';
import { type ReadArgs, readArgs } from './arguments.ts';

/** A tool's view of its dialog. */
export interface ToolContext {
  readonly rtws: string;
  readonly state: DialogState;
  readonly member: Member;
  readonly team: Team;
  readonly callId: CallId;
  /** Of a call that was asked back: what it goes on with (SPEC 22.1). */
  readonly asked?: AnsweredCall;
  /** Commands that only read need no permission (SPEC 24.3). */
  readonly readsFreely?: boolean;
  /** In the work language. */
  readonly texts: PromptTexts;
  /** Answers that the reply with this call followed, if it did nothing with them. */
  readonly notWorkedOn: () => readonly string[];
  /** The records of a course of the dialog. */
  readonly readCourse: (course: number) => Promise<readonly CourseRecord[] | undefined>;
  /**
   * Keeps a content of the dialog so that it can come back; false when there is no room. Absent: everything is kept.
   */
  readonly keep?: (content: FileContent) => boolean;
  /** Passing output of a long tool, shown live (SPEC 8.2); `styled`: with the codes of its colours, where it has any. */
  readonly output: (text: string, styled?: string) => void;
  /** Asks to be told when a person steers the command that this call runs; ends with the call. */
  readonly onSteer?: (listener: (how: Steering) => void) => void;
}

/** A person ends a command that runs, or lets it run on in the background while the dialog goes on. */
export type Steering = IntentOf<'steerCommand'>['how'];

/** The answer to the model, and facts to record together with it. `ok: false` is an answer too. */
export interface ToolResult {
  readonly ok: boolean;
  readonly content: string;
  readonly facts?: readonly Fact[];
  /** Files that this call changed, to be recorded and kept as they were. */
  readonly changed?: readonly ChangedFile[];
  /** `changed` was found by comparing the files before and after (SPEC 25.1). */
  readonly found?: FoundChanges;
  /** The call returns when one of these things comes; `content` is not used (SPEC 21.4). */
  readonly sleep?: Sleep;
  /** Asked in the tick in which the result is recorded: the one in its place, if the world has changed meanwhile. */
  readonly orElse?: () => ToolResult | undefined;
  /** The call goes on when the person has filled in these; `content` is not used (SPEC 22.1). */
  readonly asks?: AskedForms;
  /** A call of this dialog's tree that must be ended (SPEC 1.7). */
  readonly dismiss?: CallId;
  /** Of a command that ran to its end. */
  readonly exitCode?: number;
}

/** A result that is worded for its reader last. */
export interface ToolAnswer extends Omit<ToolResult, 'content' | 'orElse'> {
  readonly content: string | Said;
  readonly orElse?: () => ToolAnswer | undefined;
}

/** What a call goes on with: answers by the keys of their forms. */
export interface AnsweredCall extends Pick<AskedBack, 'held' | 'state'> {
  readonly replies: Readonly<Record<string, FormReply>>;
}

/** What the server of a tool asks the person in the middle of a call. */
export interface AskedForms {
  /** Given back to the tool as it is. */
  readonly state?: string;
  readonly questions: readonly FormQuestion[];
  /** The server holds the call open meanwhile: `over` resolves when it no longer does, `release` ends it. */
  readonly held?: { readonly over: Promise<void>; readonly release: () => void };
}

/** One form as a question. */
export interface FormQuestion {
  readonly headline: string;
  readonly body: string;
  readonly options: readonly string[];
  readonly form: Form;
}

/** `untold`: more files changed than are listed, or nobody can tell which did. */
export interface FoundChanges {
  readonly untold?: UntoldChanges;
  readonly unsure?: UnsureMaker;
  readonly byCommand?: true;
}

/** A file before and after; absent: there was or is none. `path` is relative to the rtws, links resolved, with `/`. */
export interface ChangedFile {
  readonly path: string;
  readonly before?: FileContent;
  readonly after?: FileContent;
  /** The text is in an editor with unsaved edits; the disk does not have it yet (SPEC 25.3). */
  readonly isUnsaved?: true;
  /** Its first lines as a diff. */
  readonly preview?: readonly string[];
  /** The previous entry was moved to another place, so it need not be kept. */
  readonly isMoved?: true;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  /** Permission bits; absent for unsaved text. */
  readonly mode?: number;
  /** A link (`bytes` are its target) or a folder (none); absent for files. */
  readonly kind?: EntryKind;
  /** The contents were not read; `bytes` are another name for them. */
  readonly isUnread?: true;
}

export interface Tool {
  /** In English; `specFor` gives it in the language of a dialog. */
  readonly spec: ToolSpec;
  /** Absent for tools of others, which have one text. The same value for the same texts. */
  readonly specIn?: (texts: Pick<PromptTexts, 'specs'>) => ToolSpec;
  /** `args` is the JSON text the model wrote. Never rejects for content; stops promptly when `signal` aborts. */
  call(args: string, context: ToolContext, signal: AbortSignal): Promise<ToolResult>;
  /**
   * Sound arguments as JSON under the tool's own names, undefined for others; absent: nobody can say (SPEC 23.5, 23.9).
   */
  readArgs?(args: string): string | undefined;
  /** A second run of the same call changes nothing more than the first: it only reads, or all it does is recorded. */
  readonly isRepeatable?: true;
  /** Its provider says that it changes nothing, so its work is not watched. */
  readonly onlyReads?: true;
  /** It is offered once there is one of these (SPEC 17); absent: always. */
  readonly worksOn?: ToolSubject;
  /** Of a tool of others: is told why a model server refused its definition, so that requests go without it. */
  readonly refused?: (why: string) => void;
  /**
   * What a call would do, for policies to decide before it runs; absent: it never needs permission. Changes nothing.
   */
  review?(args: string, context: ToolContext): Promise<Review>;
}

/** A call to decide on, or why it cannot work in any case. */
export type Review = Acts | { readonly kind: 'fails'; readonly result: ToolResult };

/** The same before its failure is worded. */
export type ReviewAnswer = Acts | { readonly kind: 'fails'; readonly result: ToolAnswer };

/** A call that a policy decides on. */
export interface Acts {
  readonly kind: 'acts';
  readonly action: PolicyAction;
  /** What a person sees who is to decide; the same for the same call and files. */
  readonly question: () => Promise<PermissionQuestion>;
  /** The same call, made before by a process that ended: an unused permission for it counts. */
  readonly repeats?: CallId;
}

/** A call put to a person. Headline and body say all of it; `change` lets an editor show the same side by side. */
export interface PermissionQuestion {
  readonly headline: string;
  readonly body: string;
  readonly change?: ProposedChange;
  /** Of a command: whether the headline alone says all of it. */
  readonly isWholeCommand?: boolean;
}

/** The change of one text file; `undefined` means no file. `path` is relative to the rtws, with `/`. */
export interface ProposedChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Which tools a dialog of this member has: decided per generation, since teams change while dialogs run. */
export interface ToolProvider {
  toolsFor(member: Member, state: DialogState): readonly Tool[];
  /** Runs the commands of acceptance lines (SPEC 26.3), whatever the member may do; absent: there is none. */
  readonly shell?: Tool | undefined;
  /**
   * Starts what the tools of this member need, where that is not there yet; resolves when it is, has failed, or
   * `signal` aborts.
   */
  ready?(member: Member, state: DialogState, signal: AbortSignal): Promise<void> | undefined;
}

/** The tool as the requests of a dialog with these texts describe it. */
export function specFor({ spec, specIn }: Tool, texts: PromptTexts): ToolSpec {
  return specIn?.(texts) ?? spec;
}

/**
 * Makes a tool from a zod object of its arguments; the same schema is offered to the model and checks what it sends.
 */
export function defineTool<Schema extends z.ZodObject>(definition: {
  name: string;
  description: string | ((words: SpecWords) => SpecText);
  /** Made when it is first needed: all tools together would take a tenth of the activation (SPEC 17). */
  args: () => Schema;
  isRepeatable?: true;
  /** It changes nothing, so that it may be called with arguments of which the end is lost. */
  onlyReads?: true;
  worksOn?: ToolSubject;
  run: (args: z.infer<Schema>, context: ToolContext, signal: AbortSignal) => ToolAnswer | Promise<ToolAnswer>;
  review?: (args: z.infer<Schema>, context: ToolContext) => ReviewAnswer | Promise<ReviewAnswer>;
}): Tool {
  const { name, description, run, review, isRepeatable, worksOn, onlyReads = false } = definition;
  const schema = once(definition.args);
  const made = new Map<SpecWords, ToolSpec>();
  const specIn = ({ specs }: Pick<PromptTexts, 'specs'>) => {
    const spec =
      made.get(specs) ?? describe(name, typeof description === 'string' ? description : description(specs), schema);
    made.set(specs, spec);
    return spec;
  };
  const english = () => specIn(promptTexts('en'));
  const read = (args: string) => readArgs({ name, schema: schema(), onlyReads }, args);
  return {
    spec: {
      name,
      get description() {
        return english().description;
      },
      get parameters() {
        return english().parameters;
      },
    },
    specIn,
    ...(isRepeatable && { isRepeatable }),
    ...(worksOn && { worksOn }),
    readArgs(args) {
      const found = read(args);
      return found.ok ? found.json : undefined;
    },
    async call(args, context, signal) {
      const found = read(args);
      return inWords(found.ok ? await run(found.args, context, signal) : badArgs(found, context), context);
    },
    ...(review && {
      async review(args: string, context: ToolContext) {
        const found = read(args);
        const reviewed = found.ok
          ? await review(found.args, context)
          : { kind: 'fails' as const, result: badArgs(found, context) };
        return reviewed.kind === 'acts' ? reviewed : { ...reviewed, result: inWords(reviewed.result, context) };
      },
    }),
  };
}

function badArgs(
  { problem, right }: Extract<ReadArgs<z.ZodObject>, { ok: false }>,
  { texts }: ToolContext,
): ToolResult {
  return failed(texts.tools.badArgs(problem, right));
}

function inWords({ content, orElse, ...rest }: ToolAnswer, context: ToolContext): ToolResult {
  const otherwise = () => {
    const answer = orElse?.();
    return answer && inWords(answer, context);
  };
  return { ...rest, content: worded(content, context.texts.results), ...(orElse && { orElse: otherwise }) };
}

/** The schema is made when a request needs it. */
function describe(name: string, text: SpecText, schema: () => z.ZodObject): ToolSpec {
  const [description, args] = typeof text === 'string' ? [text] : text;
  const parameters = once(() => withTexts(jsonSchemaOf(schema()), args));
  return {
    name,
    description,
    get parameters() {
      return parameters();
    },
  };
}

/**
 * A schema with texts on its arguments; the order of keys is that of earlier versions, so that servers know the bytes
 * again.
 */
function withTexts(
  parameters: ToolSpec['parameters'],
  args: Readonly<Record<string, string>> = {},
): ToolSpec['parameters'] {
  const { properties, required = [] } = parameters as Pick<z.core.JSONSchema.ObjectSchema, 'properties' | 'required'>;
  const described = Object.entries(properties ?? {}).map(([name, property]) => {
    const description = args[name];
    if (description === undefined) return [name, property];
    return [
      name,
      required.includes(name) ? { ...Object(property), description } : { description, ...Object(property) },
    ];
  });
  return { ...parameters, properties: Object.fromEntries(described) };
}

/** What a model sees: names, types and words. Limits are checked when it calls, and named in the refusal (SPEC 17). */
function jsonSchemaOf(schema: z.ZodObject): ToolSpec['parameters'] {
  const { $schema, ...parameters } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      for (const limit of limits) delete jsonSchema[limit];
    },
  });
  return parameters;
}

const limits = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'] as const;

/** A result that tells the model what went wrong. */
export function failed<Content extends string | Said>(content: Content) {
  return { ok: false, content } as const;
}
