// How the arguments of a call are read, and what a model is told about those that cannot be.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import { readArgs } from '../../src/tools/arguments.ts';
import { beliefTools } from '../../src/tools/minds/belief-tools.ts';
import { callTools } from '../../src/tools/minds/call-tools.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { memoryTools, teamFileTools } from '../../src/tools/minds/memory-tools.ts';
import { mindTools, textingMindTools } from '../../src/tools/minds/mind-tools.ts';
import { skillTools } from '../../src/tools/minds/skill-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { workspaceToolsets } from '../../src/tools/workspace-tools.ts';
import { contextOf } from './tool-support.ts';

const line = z.int().min(1).optional();
const forms = {
  read_file: { schema: z.object({ path: z.string(), from: line, to: line }), onlyReads: true },
  list_dir: { schema: z.object({ path: z.string() }), onlyReads: true },
  search_text: {
    schema: z.object({ query: z.string().min(1), regex: z.boolean().optional(), path: z.string().optional() }),
    onlyReads: true,
  },
  write_file: { schema: z.object({ path: z.string(), content: z.string() }) },
  edit_file: { schema: z.object({ path: z.string(), old: z.string(), new: z.string(), all: z.boolean().optional() }) },
  move_file: { schema: z.object({ from: z.string(), to: z.string() }) },
  run_shell: {
    schema: z.object({
      command: z.string().min(1),
      cwd: z.string().optional(),
      timeout_s: z.number().max(3600).optional(),
    }),
  },
  mark_done: { schema: z.object({}) },
} as const;
type Name = keyof typeof forms;

const read = (name: Name, args: unknown) =>
  readArgs<z.ZodObject>({ name, ...forms[name] }, typeof args === 'string' ? args : JSON.stringify(args));

describe('arguments of a call', () => {
  const taken: readonly (readonly [Name, given: unknown, args: object])[] = [
    ['read_file', { file_path: 'a', start_line: 2, end_line: 4 }, { path: 'a', from: 2, to: 4 }],
    ['read_file', { filePath: 'a', offset: 10, limit: 5 }, { path: 'a', from: 10, to: 14 }],
    ['read_file', { limit: '5', Path: 'a' }, { path: 'a', to: 5 }],
    ['read_file', { target_file: 'a', offset: 0, limit: 5 }, { path: 'a', from: 1, to: 5 }],
    ['read_file', { path: 'a', file: 'a', from: '3', to: null, explanation: 'to see' }, { path: 'a', from: 3 }],
    ['read_file', { path: 'a', from: '', encoding: null }, { path: 'a' }],
    ['read_file', { path: 404 }, { path: '404' }],
    ['read_file', { name: 'read_file', arguments: { path: 'a' } }, { path: 'a' }],
    ['read_file', { input: '{"path": "a"}' }, { path: 'a' }],
    ['read_file', '"{\\"path\\": \\"a\\"}"', { path: 'a' }],
    ['read_file', '{"path": "a"', { path: 'a' }],
    ['read_file', '{"path": "a', { path: 'a' }],
    ['list_dir', { directory: 'src' }, { path: 'src' }],
    ['search_text', { pattern: 'a.b', dir: 'src' }, { query: 'a.b', regex: true, path: 'src' }],
    ['search_text', { regex: 'a.b' }, { query: 'a.b', regex: true }],
    ['search_text', { pattern: 'a.b', regex: false }, { query: 'a.b', regex: false }],
    ['search_text', { query: 'a', regex: 'True' }, { query: 'a', regex: true }],
    ['write_file', { filename: 'a', contents: 'x' }, { path: 'a', content: 'x' }],
    ['write_file', { path: 'a', file_text: 42 }, { path: 'a', content: '42' }],
    ['write_file', '{"path": "a", "content": "x"', { path: 'a', content: 'x' }],
    [
      'edit_file',
      { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: 'true' },
      { path: 'a', old: 'x', new: 'y', all: true },
    ],
    ['edit_file', { path: 'a', old_str: 'x', newText: '' }, { path: 'a', old: 'x', new: '' }],
    ['move_file', { source: 'a', destination: 'b' }, { from: 'a', to: 'b' }],
    ['move_file', { old_path: 'a', new_path: 'b' }, { from: 'a', to: 'b' }],
    ['run_shell', { cmd: 'ls', workdir: 'src', timeout: 30 }, { command: 'ls', cwd: 'src', timeout_s: 30 }],
    ['run_shell', { command: 'ls', timeout: 120_000 }, { command: 'ls', timeout_s: 120 }],
    ['run_shell', { command: 'ls', timeout_ms: 500 }, { command: 'ls', timeout_s: 0.5 }],
    ['run_shell', { command: 'ls', description: 'Lists', requires_approval: false }, { command: 'ls' }],
    ['mark_done', '', {}],
    ['mark_done', 'null', {}],
    ['mark_done', '[]', {}],
  ];
  for (const [name, given, args] of taken)
    it(`${name} takes ${typeof given === 'string' ? given : JSON.stringify(given)}`, () => {
      const found = read(name, given);
      assert.ok(found.ok);
      assert.deepEqual([found.args, JSON.parse(found.json || '{}')], [args, args]);
    });

  const callsOf = { read_file: '{"path": "<path>"}', write_file: '{"path": "<path>", "content": "<content>"}' };
  const refused: readonly (readonly [Name, given: unknown, problem: string, call?: string])[] = [
    ['read_file', '[1]', 'the arguments must be one JSON object, not a list.'],
    ['read_file', '7', 'the arguments must be one JSON object, not 7.'],
    ['read_file', '"a.txt"', 'the arguments must be one JSON object, not "a.txt".'],
    ['read_file', { path: 'a', limits: 3 }, 'there is no argument "limits".', '{"path": "a"}'],
    ['read_file', { path: 'a', fromm: 3 }, 'there is no argument "fromm". Did you mean "from"?', '{"path": "a"}'],
    ['read_file', { path: 'a', form: 3, from: 2 }, 'there is no argument "form".', '{"path": "a", "from": 2}'],
    ['read_file', { from: 3 }, 'the argument "path" is missing.', '{"path": "<path>", "from": 3}'],
    ['read_file', { path: '<path>' }, 'the argument "path" is missing.'],
    ['read_file', { path: ['a'] }, '"path" must be a text, not a list.'],
    ['read_file', { path: 'a', from: 'two' }, '"from" must be a number, not "two".', '{"path": "a"}'],
    ['read_file', { path: 'a', from: 1.5 }, '"from" must be a whole number, not 1.5.', '{"path": "a"}'],
    [
      'read_file',
      { path: 'a', file: 'b' },
      '"path" and "file" mean the same, with different values. Give one of them.',
      '{"path": "a"}',
    ],
    ['read_file', '{"__proto__": {"path": "a"}}', 'there is no argument "__proto__".'],
    ['read_file', `{"path": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'the arguments are nested too deeply.'],
    [
      'write_file',
      { path: 'a', content: { b: 1 } },
      '"content" must be a text, not an object.',
      '{"path": "a", "content": "<content>"}',
    ],
    [
      'write_file',
      '{"path": "a", "content": "half',
      'the arguments end in the middle, so nothing was done. Call it again with all of them. If they are long, do it in several smaller calls.',
    ],
    [
      'write_file',
      '{"path": "a", "content": "say "hi""}',
      'the arguments are not valid JSON, so nothing was done. In strings, write \\" for a quote and \\n for a line break.',
    ],
  ];
  for (const [name, given, problem, call = callsOf[name as keyof typeof callsOf]] of refused)
    it(`${name} refuses ${(typeof given === 'string' ? given : JSON.stringify(given)).slice(0, 60)}`, () => {
      const found = read(name, given);
      assert.ok(!found.ok);
      const all = promptTexts('en').tools.badArgs(found.problem, found.right);
      assert.equal(all.split(' Its arguments: ')[0], `${name}: ${problem} Call it like this: ${name} ${call}.`);
      assert.match(promptTexts('zh').tools.badArgs(found.problem, found.right), /正确的调用：/);
    });

  it('that need no mending stay as they were written', () => {
    const text = '{ "to" : 2,\n"path" : "a" }';
    assert.equal((read('read_file', text) as { json?: string }).json, text);
  });

  it('never have a part of a long text in the call that is shown', () => {
    const found = read('edit_file', { path: 'a', old: 'x'.repeat(200), nwe: 'y' });
    assert.ok(!found.ok);
    assert.equal(found.right.form, 'edit_file {"path": "a", "old": "<old>", "new": "<new>"}');
  });
});

const fails = () => ({ ok: false as const, message: 'not now' });
const everyTool: readonly Tool[] = [
  ...Object.values(workspaceToolsets({ shell: { env: {} } })).flat(),
  ...mindTools({ write: fails, recall: fails }),
  ...textingMindTools({ write: fails, recall: fails }),
  ...controlTools({ states: () => [] }),
  ...callTools,
  ...beliefTools({ context: () => undefined }),
  ...memoryTools({ add: fails, replace: fails, drop: fails }),
  ...teamFileTools({ read: fails, write: fails, peek: fails }),
  ...skillTools({ read: fails }),
];

describe('every tool', () => {
  const names = fc.constantFrom(
    'path',
    'file_path',
    'content',
    'command',
    'query',
    'from',
    'to',
    'limit',
    'old',
    'new',
    'steps',
    '__proto__',
    'constructor',
    'toString',
  );
  const object = fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  const text = fc.oneof(
    object.map(value => JSON.stringify(value)),
    fc.tuple(object, fc.nat(80)).map(([value, end]) => JSON.stringify(value).slice(0, end)),
    fc.json({ maxDepth: 2 }),
    fc.string({ unit: 'grapheme' }),
  );
  it('answers any arguments in words and never throws', async () => {
    // Nothing lies below this folder, and no signal is left for a command.
    const context = { ...contextOf(), rtws: '/nowhere' };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...everyTool), text, async (tool, args) => {
        const { content } = await tool.call(args, context, AbortSignal.abort());
        assert.equal(typeof content, 'string');
        await tool.review?.(args, context);
      }),
      { numRuns: 500 },
    );
  });
});
