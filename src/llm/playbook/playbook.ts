// The form of a playbook file (SPEC 10.1): a YAML list of scripted replies. A broken file gives problems with their
// places, never an exception (SPEC 18.3).
import { type Document, isMap, isNode, isScalar, LineCounter } from 'yaml';
import * as z from 'zod';
import { once } from '../../core/base/once.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import { parseYaml } from '../../core/text/parse-yaml.ts';
import { LONGEST_RETRY_AFTER_MS } from '../failures/retry-after.ts';

/** Something wrong in a file a person edits; line and column count from 1. */
export interface PlaybookProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const playbookSchema = once(() => {
  const whenSchema = z.strictObject({
    agent: z.string().optional(),
    contains: z.string().optional(),
    course: z.int().positive().optional(),
  });

  const toolSchema = z.strictObject({
    name: z.string().min(1),
    args: z
      .union([z.record(z.string(), z.unknown()), z.string()], { error: 'expected a mapping or a text' })
      .optional(),
  });

  const failSchema = z.strictObject({
    status: z.int().min(400).max(599).optional(),
    message: z.string().optional(),
    retryAfterMs: z.number().nonnegative().max(LONGEST_RETRY_AFTER_MS).optional(),
  });

  const replySchema = z.strictObject({
    when: whenSchema.optional(),
    think: z.string().optional(),
    say: z.string().optional(),
    tools: z.array(toolSchema).optional(),
    predict: z
      .union([z.record(z.string(), z.unknown()), z.string()], { error: 'expected a mapping or a text' })
      .optional(),
    internal: z.string().optional(),
    fail: failSchema.optional(),
    delayMs: z.number().nonnegative().optional(),
    repeat: z.boolean().optional(),
  });

  return z.strictObject({ chunkDelayMs: z.number().nonnegative().optional(), replies: z.array(replySchema) });
});

/** A checked playbook: `replies` in the order of the file, and the pause between two chunks. */
export type Playbook = z.infer<ReturnType<typeof playbookSchema>>;
export type PlaybookReply = Playbook['replies'][number];

/** The maximum of faults to report: more are useless, and locating thousands takes minutes. */
const MAX_PROBLEMS = 100;

/** Reads a playbook, or says what is wrong and where. `args` of a tool may be a text, sent unchanged. */
export function parsePlaybook(
  text: string,
  fileName: string,
): { readonly playbook: Playbook } | { readonly problems: readonly PlaybookProblem[] } {
  const lineCounter = new LineCounter();
  const document = parseYaml(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const at = (offset: number, message: string): PlaybookProblem => {
    const { line, col } = lineCounter.linePos(offset);
    return { file: fileName, line: Math.max(1, line), column: Math.max(1, col), message };
  };
  if (document.errors.length > 0) return { problems: document.errors.map(error => at(error.pos[0], error.message)) };

  const content = contentOf(document);
  if ('problem' in content) return { problems: [at(0, content.problem)] };
  const checked = playbookSchema().safeParse(content.value);
  if (checked.success) return { playbook: checked.data };
  const places = checked.error.issues.flatMap(placesOf).slice(0, MAX_PROBLEMS);
  return { problems: places.map(place => at(offsetOf(document, place), place.message)) };
}

/** Too many aliases are found only while the values are made. */
function contentOf(document: Document.Parsed): { value: unknown } | { problem: string } {
  try {
    return { value: document.toJS() ?? {} };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

interface Place {
  readonly path: readonly PropertyKey[];
  /** Set when the mistake is a key of the mapping at `path`, not its value. */
  readonly key?: string;
  readonly message: string;
}

function placesOf(issue: z.core.$ZodIssue): Place[] {
  const name = nameOf(issue.path);
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: `${name}: ${issue.message}` }];
  return issue.keys.map(key => ({ path: issue.path, key, message: `${name}: unknown key "${key}"` }));
}

function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return name === '' ? 'the playbook' : name.slice(1);
}

/** Offset of the place, or of the innermost thing around it that exists. */
function offsetOf(document: Document.Parsed, { path, key }: Place): number {
  const node = nodeAt(document, path);
  const pair =
    key !== undefined && isMap(node)
      ? node.items.find(item => isScalar(item.key) && item.key.value === key)
      : undefined;
  const exact = isNode(pair?.key) ? pair.key : node;
  return exact?.range?.[0] ?? 0;
}

function nodeAt(document: Document.Parsed, path: readonly PropertyKey[]) {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return document.contents ?? undefined;
}
