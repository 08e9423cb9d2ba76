// What is fuzzed of the readers of texts: model output, streams, files that people edit, command lines, messages of
// panels.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { commands } from '../../src/cli/commands.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { readDomain } from '../../src/core/belief/domain/domain-file.ts';
import { softwareDomain, softwareDomainText } from '../../src/core/belief/domain/software-domain.ts';
import { deserialize, serialize } from '../../src/core/belief/history/serialize.ts';
import { emptyState } from '../../src/core/belief/state.ts';
import { playTurn } from '../../src/core/belief/turn.ts';
import { checkFormula } from '../../src/core/belief/values/formula.ts';
import { readDraftLimits } from '../../src/core/draft/limits.ts';
import { parseMindOutput } from '../../src/core/draft/output-yaml.ts';
import type { ParseOptions } from '../../src/core/tellask/parse.ts';
import { createSegmentParser, joinProse } from '../../src/core/tellask/parse.ts';
import { parseDialogLink } from '../../src/host/open/deep-link.ts';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import { parsePlaybook } from '../../src/llm/playbook/playbook.ts';
import { parseDraftFile } from '../../src/minds/draft-file.ts';
import { withoutFrontMatter } from '../../src/minds/files/front-matter.ts';
import { parseLlmFile } from '../../src/minds/models/llm-file.ts';
import { parseTeam } from '../../src/minds/team/team-file.ts';
import { parseToHost } from '../../src/protocol/messages.ts';
import { parseOverviewToHost } from '../../src/protocol/overview.ts';
import { parseToOverview, parseToWebview } from '../../src/protocol/to-webview.ts';
import { commandsOf } from '../../src/tools/shell-line/read-line.ts';
import type { ShellWord } from '../../src/tools/shell-line/shell-command.ts';
import { renderMarkdown } from '../../webview/shared/text/markdown.ts';
import { collect } from '../llm/collect.ts';
import { httpOf } from '../support/http-of.ts';
import { parseSegments } from '../support/parse-segments.ts';
import { toldProblem } from '../support/told.ts';
import { damaged, damagedJson } from './hostile.ts';
import { type FuzzTarget, target } from './target.ts';

const example = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../examples', file), 'utf8');

/** Faults of a file say where and what to do. */
function checkProblems(problems: readonly { message: string; file?: string; remedy?: string }[], file: string): void {
  for (const problem of problems) {
    assert.equal(problem.file, file);
    assert.notEqual(problem.message.trim(), '');
    assert.notEqual(problem.remedy, '');
  }
}

const messages = [
  'Hello.\n!?@bob !tellaskSession s do\n!? it\n\nDone.',
  '@bob: do\nit\n\n```\n@bob\n```\n@clear_mind x\n\nrest',
  '!?@a\n!?@b\n!?\n!?',
];

function checkDialect(dialect: ParseOptions['dialect']): FuzzTarget {
  const options: ParseOptions = { dialect, names: new Set(['bob', 'bob-2']) };
  return target(
    `parser of ${dialect}`,
    fc.tuple(damaged(...messages), fc.array(fc.nat(7), { maxLength: 20 })),
    ([text, cuts]) => {
      const whole = parseSegments(text, options);
      const parser = createSegmentParser(options);
      const pieces = [];
      let at = 0;
      for (let turn = 0; at < text.length; turn++) {
        const length = 1 + (cuts[turn % Math.max(1, cuts.length)] ?? 0);
        pieces.push(...parser.push(text.slice(at, at + length)));
        at += length;
      }
      assert.deepEqual(joinProse([...pieces, ...parser.end()]), whole);
    },
  );
}

const frame = (delta: object, more: object = {}) => ({ model: 'm', choices: [{ index: 0, delta, ...more }] });
const chunks: readonly unknown[] = [
  frame({ role: 'assistant', content: '' }),
  frame({ reasoning_content: 'hm', content: 'Yes <think>no</think>' }),
  frame({ tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":' } }] }),
  frame({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }),
  frame({}, { finish_reason: 'tool_calls' }),
  { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } } },
];
const stream = `${chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;

/** A provider whose server answers with these bytes, in pieces. */
async function checkStream(bytes: Uint8Array, size: number, status: number, type: string): Promise<void> {
  const answer = () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, at + size));
        at += size;
      },
    });
    return Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }));
  };
  const provider = createOpenAiProvider({
    id: 'x',
    baseUrl: 'http://server.invalid/v1',
    apiKey: 'sk-secret-key',
    model: 'm',
    http: httpOf(answer),
    lingerMs: 1,
  });
  const events = await collect(provider);
  const last = events.at(-1);
  assert.ok(last?.kind === 'finished' || last?.kind === 'failed', JSON.stringify(last));
  let open: string | undefined;
  for (const event of events) {
    if (event.kind === 'segmentStarted') {
      assert.equal(open, undefined);
      open = event.segment;
    }
    if (event.kind === 'chunk') assert.equal(event.segment, open);
    if (event.kind === 'segmentFinished') open = undefined;
  }
  assert.equal(open, undefined);
  assert.ok(!JSON.stringify(last).includes('sk-secret-key'));
}

const toHost: readonly unknown[] = [
  { kind: 'ready' },
  { kind: 'drive_dlg_by_user_msg', dialog: { rootId: 'abc', selfId: 'abc' }, msgId: 'm', content: 'x' },
  { kind: 'draft', intent: { kind: 'seen', ids: ['a'] } },
  { kind: 'changeReminder', seen: { at: 0, text: 'a' }, content: 'b' },
  { kind: 'watch', shown: { running: 1, completed: 1, archived: 1 }, unfolded: [] },
  { kind: 'run', command: 'stop', rootId: 'r' },
];
const toWebview: readonly unknown[] = [
  { kind: 'recorded', seq: 1, record: { kind: 'userSaid' } },
  { kind: 'roots', groups: [], goingOn: 0, paused: 0 },
];
const labels: readonly unknown[] = [
  {
    turn: 1,
    predictions: [{ flow: 'ask', confidence: 0.5 }],
    commands: [{ start: 'ask' }, { set: { flow: 'ask', slot: 'topic', value: 1 } }, { complete: 'ask' }],
  },
  serialize(emptyState),
];
const words = { copy: 'c', insertCode: 'i', openCode: 'o', image: 'img', taskDone: 'd', taskOpen: 't' };

/** Our own pictures on buttons. */
const icon = /<svg class="icon"[^<>]*>(?:<\/?(?:g|path)[^<>]*>)*<\/svg>/g;

/** As written it is something; no program gets a zero byte. */
const isWord = ({ text, value = '' }: ShellWord) => text !== '' && !value.includes('\0');

export const textTargets: readonly FuzzTarget[] = [
  checkDialect('tellask'),
  checkDialect('texting'),
  target(
    'stream of a model server',
    fc.tuple(
      damaged(
        stream,
        JSON.stringify({ choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] }),
        '{"error":{"message":"no sk-secret-key"}}',
      ),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(200, 200, 200, 200, 400, 401, 429, 500),
      fc.constantFrom('text/event-stream', 'text/event-stream', 'application/json', 'text/html'),
    ),
    ([text, size, status, type]) => checkStream(Buffer.from(text), size, status, type),
  ),
  target('chunks of a model server', fc.array(damagedJson(...chunks), { maxLength: 8 }), each =>
    checkStream(Buffer.from(each.map(chunk => `data: ${chunk}\n\n`).join('')), 1_000, 200, 'text/event-stream'),
  ),
  target(
    'team file',
    damaged(
      example('software-team/.minds/team.yaml'),
      'dialect: texting\nmembers: {a: {fbr: {effort: 3}, policy: [{allow: {tools: [x]}}]}}',
    ),
    text => {
      const { team, problems } = parseTeam(text, 'team.yaml');
      checkProblems(problems.map(toldProblem), 'team.yaml');
      assert.ok(team.members.has(team.defaultResponder));
    },
  ),
  target(
    'model file',
    damaged(
      example('software-team/.minds/llm.yaml'),
      'provider: a\nproviders: {a: {type: openai, base_url: http://x, headers: {A: b}, params: {t: 1}}}\ncaps: {max_tokens: 5}',
    ),
    text => checkProblems(parseLlmFile(text, 'llm.yaml').problems.map(toldProblem), 'llm.yaml'),
  ),
  target('draft file', damaged('draft_buffer_size: 3\nidle_thinking: true\n'), text =>
    checkProblems(parseDraftFile(text, 'd.yaml').problems.map(toldProblem), 'd.yaml'),
  ),
  target('draft settings', damagedJson({ draft_buffer_size: 3, idle_thinking: true }), json => {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) readDraftLimits(value as Record<string, unknown>);
  }),
  target('playbook', damaged(example('software-team/.minds/demo.playbook.yaml').slice(0, 2_000)), text => {
    const read = parsePlaybook(text, 'p.yaml');
    if ('problems' in read) checkProblems(read.problems, 'p.yaml');
  }),
  target(
    'domain file',
    damaged(example('domains/travel.yaml'), example('domains/shop-data.yaml'), softwareDomainText),
    text => {
      const { problems } = readDomain(text, 'd.yaml');
      for (const problem of problems.map(toldProblem)) assert.notEqual(problem.message, '');
    },
  ),
  target('labels of turns', damagedJson(...labels), json => {
    const value: unknown = JSON.parse(json);
    const context = { domain: softwareDomain() };
    const read = deserialize(value, context);
    if (read.ok) assert.equal(JSON.stringify(deserialize({ ...serialize(read.state) }, context)), JSON.stringify(read));
    if (typeof value === 'object' && value !== null && 'commands' in value && Array.isArray(value.commands)) {
      playTurn(context, emptyState, { turn: 1, predictions: [], commands: value.commands });
    }
  }),
  target('formula', damaged('a + (b * 2) - max(c, 1) / "x"'), text => void checkFormula(text)),
  target(
    'output of a mind',
    damaged('```yaml\nthoughts: [a, "b"]\ndraft: |\n  Hi\nnote: x\nskip: false\n```\nbye'),
    text => void parseMindOutput(text),
  ),
  target('front matter', damaged('---\na: 1\n---\nGo on.'), text => void withoutFrontMatter(text)),
  target(
    'command line',
    fc.array(
      fc.oneof(
        fc.constantFrom(
          '-C',
          '--json',
          '--',
          '-',
          '',
          '--agent',
          '--no-wait',
          '-C=x',
          '--json=1',
          '-qh',
          ...commands.map(({ name }) => name),
        ),
        damaged('start', '--course'),
      ),
      { maxLength: 8 },
    ),
    argv => {
      const { kind } = parseCommandLine(argv, commands);
      assert.ok(['run', 'version', 'help', 'wrong'].includes(kind));
    },
  ),
  target('message of a dialog panel', damagedJson(...toHost), json => void parseToHost(JSON.parse(json))),
  target('message of the overview panel', damagedJson(...toHost), json => void parseOverviewToHost(JSON.parse(json))),
  target(
    'message to a panel',
    damagedJson(...toWebview),
    json => void [parseToWebview(JSON.parse(json)), parseToOverview(JSON.parse(json))],
  ),
  target(
    'line of the shell',
    damaged(
      'cd src && npm test 2>&1 | tail -20; for f in *.ts; do sed -n "1,3p" "$f"; done',
      "X=1 env -i bash -c 'git push' > out.txt <<EOF\n$(date)\nEOF\nfind . -exec rm {} \\;",
    ),
    line => {
      const commands = commandsOf(line);
      if (commands === 'unreadable') return;
      for (const { words, files } of commands)
        assert.ok(words.every(isWord) && files.every(({ word }) => isWord(word)));
      assert.ok(commands.length <= line.length, 'more commands than characters');
    },
  ),
  target('deep link', damaged('root=abc&self=abc&q4h=q1&rtws=/x'), query => {
    const link = parseDialogLink({ path: '/dialog', query });
    assert.ok(!link || /^[0-9a-z-]+$/.test(link.dialog.rootId + link.dialog.selfId));
  }),
  target(
    'markdown',
    damaged(
      '# T\n\n[a](https://a.b "t") ![i](x.png) <b>x</b> `c`\n\n```js\n1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n- [ ] x\n> q',
      '<svg/onload=alert(1)>[x](javascript:alert(1))<!-- -->',
    ),
    text => {
      const html = renderMarkdown(text, { words }).replaceAll(icon, '');
      for (const [tag] of html.matchAll(/<[^>]*>/g)) {
        assert.match(tag, /^<\/?[a-z0-9]+(?:\s+[a-z-]+="[^"<>]*")*\s*\/?>$/);
        assert.doesNotMatch(
          tag,
          /^<(?:script|img|svg|style|iframe|object|embed|link|meta|form|base)\b|\s(?:on[a-z]+|href|src|style)=/,
        );
      }
    },
  ),
];
