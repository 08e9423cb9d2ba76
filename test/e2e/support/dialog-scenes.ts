// Dialogs in every state that the panel may have to show, as snapshots of the host; each is folded from its records by
// the product's own code, so that no scene shows what cannot happen.

import type { QuestionId } from '../../../src/core/base/ids.ts';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { carry } from '../../../src/core/dialog/state.ts';
import type { FormTexts } from '../../../src/core/prompt/words/questions.ts';
import type { Snapshot } from '../../../src/protocol/messages.ts';
import { formEn, formQuestion, formZh } from './form-question.ts';

const start = Date.parse('2025-03-04T09:30:00Z');
let clock = start;
let genseq = 0;

/** A record some milliseconds after the last; ids are plain texts here. */
export function record(kind: CourseRecord['kind'], fields: object = {}, ms = 2000): CourseRecord {
  clock += ms;
  return { v: 1, at: new Date(clock).toISOString(), kind, ...fields } as CourseRecord;
}

export const members = [
  { id: 'lead', name: 'Lena' },
  { id: 'researcher', name: 'Robin' },
  { id: 'writer', name: 'Wanda' },
];

const identity = {
  kind: 'root',
  rootId: 'root-1',
  selfId: 'root-1',
  agentId: 'lead',
  taskDocPath: 'tasks/root-1.tsk',
  createdAt: new Date(start).toISOString(),
  dialect: 'tellask',
  mode: 'chat',
};

const subIdentity = {
  ...identity,
  kind: 'sub',
  selfId: 'sub-1',
  agentId: 'researcher',
  supdialogId: 'root-1',
  depth: 1,
};

const prose = (text: string) => ({ kind: 'prose', text });
const tellask = (callId: string, headline: string, body = '', more = {}) => ({
  kind: 'tellask',
  valid: true,
  mention: headline.slice(1).split(' ')[0],
  headline,
  body,
  callId,
  ...more,
});
const said = (...parts: object[]) => record('assistantSaid', { parts });
const tool = (callId: string, name: string, args: object) =>
  record('toolCalled', { callId, name, args: JSON.stringify(args) });

export function generation(records: readonly CourseRecord[], ended: object = {}): CourseRecord[] {
  genseq++;
  const usage = { promptTokens: 6240, completionTokens: 412 };
  const limits = { optimal: 100_000, window: 128_000 };
  return [
    record('generationStarted', { genseq }),
    ...records.map(each => ({ ...each, genseq }) as CourseRecord),
    record('generationEnded', { genseq, outcome: 'complete', model: 'gpt-5-mini', ms: 3200, usage, limits, ...ended }),
  ];
}

const markdown = `The time goes into three steps, see [build.ts](src/build.ts:41):

| step | before | after |
|:-----|-------:|------:|
| \`bundle\` | 41 s | 40 s |
| \`minify\` | 184 s | 12 s |

\`\`\`ts
/** Minifies only what is released. */
export function minifyFor(target: Target): boolean {
  return target === 'release'; // 1 of 3 targets
}
\`\`\`

> Measured three times, on a quiet machine.

- [x] read the profile
- [ ] write the summary`;

const findings = 'Findings:\n\n- `minify` takes **three of four** minutes.\n- Tests never read minified code.';

export function opening(): CourseRecord[] {
  clock = start;
  genseq = 0;
  return [record('dialogCreated', { identity })];
}

function delegated(): CourseRecord[] {
  return [
    ...opening(),
    record('userSaid', { msgId: 'm-1', content: 'Find out why the build is slow, and **suggest a fix**.' }),
    ...generation([
      record('assistantThought', { text: 'First find out where the time goes, then have it checked.' }),
      said(prose('I look at the build first.')),
      tool('t-1', 'list_dir', { path: 'src' }),
      tool('t-2', 'read_file', { path: 'src/biuld.ts' }),
    ]),
    record('toolStarted', { callId: 't-1' }),
    record('toolReturned', { callId: 't-1', ok: true, content: 'build.ts\nmain.ts' }, 40),
    record('toolStarted', { callId: 't-2' }),
    record('toolReturned', { callId: 't-2', ok: false, content: 'There is no file src/biuld.ts' }, 1300),
    ...generation([
      said(
        prose(`${markdown}\n\nNow I have it checked.\n\n`),
        tellask('c-1', '@researcher Where does the build spend its time?\n', 'Answer with the **slowest step**.\n'),
      ),
    ]),
    record('tellaskMade', { callId: 'c-1', callKind: 'C', targets: ['sub-1'], agentId: 'researcher' }),
  ];
}

/** The person speaks while a subdialog works, and the responder tells it something. */
function aside(): CourseRecord[] {
  return [
    ...delegated(),
    record('asideOpened', { asideId: 'aside-1', because: 'words' }),
    record('userSaid', { msgId: 'm-2', content: 'Look at the tests as well, please.' }),
    ...generation([tool('t-4', 'tell_subdialog', { callId: 'c-1', content: 'Look at the tests as well.' })]),
    record('toolReturned', { callId: 't-4', ok: true, content: 'Told @researcher.' }, 40),
    record('calleeTold', { callId: 'c-1', content: 'Look at the tests as well.' }),
    ...generation([said(prose('Robin looks at the tests as well.'))]),
    record('asideEnded', { asideId: 'aside-1' }),
  ];
}

function answered(): CourseRecord[] {
  const answer = { callId: 'c-1', from: 'sub-1', agentId: 'researcher', ok: true, content: findings };
  return [...delegated(), record('responseSupplied', answer, 60_000)];
}

function asking(): CourseRecord[] {
  const question = (id: string, headline: string, more: object) =>
    record('questionAsked', { questionId: id, questionKind: 'ask', headline, body: '', genseq: 3, ...more });
  const first = tellask('c-2', '@human May I turn minify off for tests?\n', 'It saves three minutes.\n');
  const second = tellask('c-3', '@human Which branch shall it go to?\n');
  return [
    ...answered(),
    ...generation([said(prose('We know the cause. Two decisions are yours.\n\n'), first, second)]),
    question('q-1', first.headline, { body: first.body, callId: 'c-2', options: ['Yes, turn it off', 'No, keep it'] }),
    question('q-2', second.headline, { callId: 'c-3' }),
  ];
}

/** A call that waits for leave, and is longer than the panel is wide. */
function permission(): CourseRecord[] {
  const command = `npm run build -- --profile && rm -rf dist/${'x'.repeat(120)}`;
  return [
    ...opening(),
    record('userSaid', { msgId: 'm-1', content: 'Build it.' }),
    ...generation([tool('t-1', 'run_shell', { command })]),
    record('toolStarted', { callId: 't-1' }),
    record('toolAsked', { callId: 't-1' }),
    record('questionAsked', {
      questionId: 'q-1',
      questionKind: 'permission',
      genseq: 1,
      callId: 't-1',
      headline: 'Run: npm run build',
      body: `\`\`\`sh\n${command}\n\`\`\`\n\nRuns in: workspace folder`,
      options: ['allow once', 'always', 'deny'],
    }),
  ];
}

/** Three commands of one reply, in a task in which two are allowed for good and edits run. */
function permissions(): CourseRecord[] {
  const commands = ['npm install left-pad', 'git push origin main', 'docker compose up -d'];
  const granted = (more: object) =>
    record('permissionGranted', { grant: { reason: 'default', paths: ['.'], ...more } });
  return [
    ...opening(),
    record('userSaid', { msgId: 'm-1', content: 'Build it, publish it, and start the services.' }),
    granted({ tool: 'run_shell', commands: ['npm test …', 'npm run build'] }),
    granted({ tool: 'weather_forecast', paths: [] }),
    record('permissionModeSet', { mode: 'edits', seal: 'x' }),
    ...generation(commands.map((command, at) => tool(`t-${at}`, 'run_shell', { command }))),
    ...commands.map((command, at) =>
      record('questionAsked', {
        questionId: `q-${at}`,
        questionKind: 'permission',
        genseq: 1,
        callId: `t-${at}`,
        headline: `Run: ${command}`,
        body: `\`\`\`sh\n${command}\n\`\`\`\n\nRuns in: workspace folder\n\nAlways allow: \`${command} …\` in this task`,
        options: ['allow once', 'always', 'always here', 'deny'],
      }),
    ),
  ];
}

/** Many tools, the longest names of which are longer than a narrow panel. */
function manyTools(): CourseRecord[] {
  const names = ['read_file', 'mcp_github_search_issues', 'mcp_a_server_with_a_long_name_and_a_tool_with_one'];
  return [
    ...opening(),
    record('userSaid', { msgId: 'm-1', content: 'Look.' }),
    ...names.flatMap((name, at) => [
      ...generation([tool(`t-${at}`, name, { path: 'src/build.ts' })]),
      record('toolStarted', { callId: `t-${at}` }),
      record('toolReturned', { callId: `t-${at}`, ok: at !== 1, content: 'x' }),
    ]),
    record('diligencePushed', { content: 'Is anything left to do?', left: 2, language: 'en', source: 'built in' }),
  ];
}

const longNames = [
  { id: 'lead', name: 'Maximiliane von Hohenstaufen-Weitbrecht' },
  { id: 'researcher', name: 'Robin, who looks into everything that is asked' },
  { id: 'writer', name: 'Wanda' },
];

/** Names of one word that is longer than the line. */
const longWords = members.map(({ id, name }) => ({
  id,
  name: `${name}${'wolfeschlegelsteinhausenbergerdorff'.repeat(2)}`,
}));

function withForm(texts: FormTexts): CourseRecord[] {
  const question = { questionId: 'q-1', questionKind: 'clarify', genseq: 3, callId: 't-9', ...formQuestion(texts) };
  return [
    ...answered(),
    ...generation([record('toolCalled', { genseq: 3, callId: 't-9', name: 'travel_book', args: '{}' })]),
    record('toolStarted', { callId: 't-9' }),
    record('toolAsked', { callId: 't-9' }),
    record('questionAsked', question),
  ];
}

function filledIn(): CourseRecord[] {
  const content = '{"name":"Ada","seats":2,"class":"first","meals":["lunch","dinner"],"news":false}';
  return [...withForm(formEn), record('questionAnswered', { questionId: 'q-1', msgId: 'm-9', content })];
}

function interrupted(): CourseRecord[] {
  const cut = { outcome: 'cut', usage: undefined };
  return [
    ...answered(),
    ...generation([record('assistantSaid', { parts: [prose('Now I write the summ')], cut: true })], cut),
    record('interrupted', { code: 'unreachable', message: 'connect ECONNREFUSED 127.0.0.1:11434' }),
  ];
}

function withoutModel(): CourseRecord[] {
  return [
    ...opening(),
    record('userSaid', { msgId: 'm-1', content: 'Find out why the build is slow.' }),
    record('interrupted', { code: 'not-configured', message: 'no endpoint, no key, no editor model' }),
  ];
}

/** Arabic and Hebrew, with Latin words and code among them. */
function rightToLeft(): CourseRecord[] {
  const question = '@human هل أوقف minify في الاختبارات؟\n';
  return [
    ...opening(),
    record('userSaid', { msgId: 'm-1', content: 'لماذا البناء بطيء؟ اقترح حلاً.' }),
    ...generation([
      said(
        prose(
          'يستغرق `minify` ثلاث دقائق من أربع.\n\n- اقرأ الملف build.ts أولاً.\n- ثم شغّل الاختبارات.\n\n> قيس ثلاث مرات.\n\nThe release build stays as it is.\n\n',
        ),
      ),
    ]),
    record('userSaid', { msgId: 'm-2', content: 'ומה לגבי הבדיקות?' }),
    ...generation([
      said(prose('הבדיקות אינן קוראות קוד מכווץ. אפשר לכבות את minify בהן.\n\n'), tellask('c-2', question)),
    ]),
    record('questionAsked', {
      questionId: 'q-1',
      questionKind: 'ask',
      headline: question,
      body: '',
      genseq: 2,
      callId: 'c-2',
      options: ['نعم، أوقفه', 'لا، اتركه'],
    }),
  ];
}

function working(): CourseRecord[] {
  return [
    ...answered(),
    ...generation([tool('t-3', 'run_shell', { command: 'npm run build -- --profile' })]),
    record('toolStarted', { callId: 't-3' }),
  ];
}

function kinds(): CourseRecord[] {
  const malformed = {
    kind: 'tellask',
    valid: false,
    problem: 'invalid-mention',
    mention: '',
    headline: '@ 3x',
    body: '',
  };
  return [
    ...answered(),
    ...generation([
      said(
        prose('Trying more.\n'),
        { ...malformed, callId: 'c-5' },
        tellask('c-6', '@nobody do it\n'),
        tellask('c-7', '@writer !tellaskSession docs polish the text\n', 'Please.\n', { session: 'docs' }),
      ),
    ]),
    record('tellaskRefused', { callId: 'c-5', reason: 'malformed', message: 'After `@` must come a name.' }),
    record('tellaskRefused', { callId: 'c-6', reason: 'unknown-member', message: 'There is no teammate @nobody.' }),
    record('tellaskMade', { callId: 'c-7', callKind: 'B', targets: ['sub-2'], agentId: 'writer' }),
    record('responseSupplied', { callId: 'c-7', from: 'sub-2', agentId: 'writer', ok: false, content: 'Refused.' }),
    ...generation([said(prose('I stop here.'))]),
    record('diligencePushed', { content: 'Is anything left to do?', left: 2, language: 'en', source: 'built in' }),
    record('interrupted', { code: 'stopped', askedBy: { kind: 'person', surface: 'browser' } }),
    record('resumed', { askedBy: { kind: 'person', surface: 'cli' } }),
    ...generation([said(prose('All done.'))]),
    record('messageQueued', { msgId: 'm-9', content: 'Also look at the tests when you have time.' }),
    record('remindersSet', { reminders: ['The fix goes to `src/build.ts`', 'Ask before deleting files'] }),
  ];
}

function secondCourse(): CourseRecord[] {
  const state = foldCourse(answered());
  const prompt = 'You cleared your mind. Go on with the task.';
  const carried = state && carry(state);
  return [
    record('courseStarted', { course: 2, identity, carried, prompt, reason: 'clear_mind' }),
    ...generation([said(prose('Going on with a clear mind.'))]),
    record('dialogCompleted', { by: 'agent', forced: false }),
  ];
}

/** A draft dialogue whose mind paused since its last steps brought nothing new. */
function pausedDrafts(texts: readonly string[]): CourseRecord[] {
  const step = (fields: object = {}) => {
    genseq++;
    const more = { genseq, thoughts: [], joinings: [], bufferSize: 5, poolSize: 50, ...fields };
    return [record('generationStarted', { genseq }), record('draftStepped', more)];
  };
  clock = start;
  genseq = 0;
  return [
    record('dialogCreated', { identity: { ...identity, mode: 'draft' } }),
    record('draftMessageSent', { msgId: 'm-1', content: 'Who are you?' }),
    record('draftRunAsked', { until: 'paused', maxSteps: 20, quietSteps: 3, autoAccept: 0 }),
    ...texts.flatMap((text, at) => step({ draft: { id: `d${at + 1}`, text } })),
    ...step(),
    ...step(),
    ...step(),
  ];
}

/** The subdialog that `c-1` made. */
export function subdialogRecords(): CourseRecord[] {
  clock = start;
  genseq = 0;
  const call = {
    callId: 'c-1',
    callKind: 'C',
    callerDialogId: 'root-1',
    callerAgentId: 'lead',
    headline: '@researcher Where does the build spend its time?\n',
    body: 'Answer with the **slowest step**.\n',
  };
  return [
    record('dialogCreated', { identity: subIdentity, call }),
    ...generation([said(prose('One thing is unclear.\n\n'), tellask('c-9', '@tellasker Which build do you mean?\n'))]),
    record('tellaskMade', { callId: 'c-9', callKind: 'A', targets: ['root-1'], agentId: 'lead' }),
    record('responseSupplied', {
      callId: 'c-9',
      from: 'root-1',
      agentId: 'lead',
      ok: true,
      content: 'The release build.',
    }),
    ...generation([said(prose(findings))]),
    record('responseGiven', { callId: 'c-1', to: 'root-1', ok: true, content: findings }),
  ];
}

/** So many records of a long conversation. */
export function longRecords(count: number): CourseRecord[] {
  const records = opening();
  for (let turn = 1; records.length < count; turn++) {
    const text = `Answer number ${turn}. It has **some** text with \`code\` and goes on, so that it wraps in a panel of usual width.`;
    records.push(record('userSaid', { msgId: `m-${turn}`, content: `Message number ${turn}: what about this?` }));
    records.push(
      ...generation([
        record('assistantThought', { text: `Thinking about ${turn}.` }),
        said(prose(turn % 5 === 0 ? markdown : text)),
        tool(`t-${turn}x`, 'read_file', { path: `src/file-${turn}.ts` }),
      ]),
      record('toolStarted', { callId: `t-${turn}x` }),
      record('toolReturned', { callId: `t-${turn}x`, ok: true, content: 'x'.repeat(200) }),
    );
  }
  return records.slice(0, count);
}

/** A snapshot of these records. */
export function snapshotOf(records: readonly CourseRecord[], more: Partial<Snapshot> = {}): Snapshot {
  const state = foldCourse(records);
  if (!state) throw new Error('these records open no course');
  return {
    kind: 'snapshot',
    state,
    rootStatus: state.identity.kind === 'root' ? state.status : 'running',
    course: state.course,
    records,
    earlier: 0,
    members,
    related: [
      { selfId: 'sub-1', agentId: 'researcher', state: 'generating', headline: 'Where does the build spend its time?' },
      { selfId: 'root-1', agentId: 'lead', state: 'awaiting-subdialogs', headline: 'Find out why' },
    ],
    rootHeadline: 'Find out why the build is slow',
    language: 'en',
    model: 'gpt-5-mini',
    pushMax: 3,
    ...more,
  };
}

const relatedAsking: Snapshot['related'] = [
  { selfId: 'root-1', agentId: 'lead', state: 'awaiting-subdialogs', headline: 'Find out why' },
  {
    selfId: 'sub-1',
    agentId: 'researcher',
    state: 'awaiting-q4h',
    headline: 'Where does the build spend its time?',
    supdialogId: 'root-1',
    questions: [{ questionId: 'q-9' as QuestionId, questionKind: 'ask', headline: '@human Which build do you mean?' }],
  },
];

const relatedTroubled: Snapshot['related'] = [
  { selfId: 'root-1', agentId: 'lead', state: 'awaiting-subdialogs', headline: 'Find out why' },
  {
    selfId: 'sub-1',
    agentId: 'researcher',
    state: 'interrupted',
    interruption: { code: 'auth', message: '401 Incorrect API key provided' },
    headline: 'Where does the build spend its time?',
    supdialogId: 'root-1',
  },
];

const liveText = `Robin confirms it. Here is the plan:

## Build in one minute

\`\`\`ts
export const minify = minifyFor(target);
\`\`\`

Next, Wanda describes **the chan`;

function withoutName({ model: _, ...snapshot }: Snapshot): Snapshot {
  return snapshot;
}

/** Every scene by its name. */
export const dialogScenes = {
  empty: () => snapshotOf(opening(), { scripted: 'playbook' }),
  streaming: () =>
    snapshotOf([...answered(), record('generationStarted', { genseq: 3 })], {
      live: {
        genseq: 3,
        segments: [
          { segment: 'thinking', text: 'Good findings. Now the plan, then Wanda polishes it.' },
          { segment: 'saying', text: liveText },
        ],
      },
    }),
  waiting: () => snapshotOf(delegated()),
  aside: () => snapshotOf(aside()),
  asking: () => snapshotOf(asking()),
  askingBelow: () => snapshotOf(delegated(), { related: relatedAsking }),
  troubleBelow: () => snapshotOf(delegated(), { related: relatedTroubled }),
  answering: () => snapshotOf(asking(), { focus: { kind: 'question', questionId: 'q-1' } }),
  chinese: () => snapshotOf(asking(), { language: 'zh', focus: { kind: 'question', questionId: 'q-1' } }),
  answered: () => snapshotOf(answered()),
  permission: () => snapshotOf(permission()),
  permissions: () =>
    snapshotOf(permissions(), {
      related: [
        { ...{ selfId: 'root-1', agentId: 'lead', state: 'awaiting-q4h', headline: 'Build' }, permissionMode: 'edits' },
      ],
    }),
  manyTools: () => snapshotOf(manyTools()),
  longNames: () =>
    snapshotOf(delegated(), {
      members: longNames,
      model: 'anthropic/claude-sonnet-4-5-20250929-with-a-very-long-suffix:free',
    }),
  longWords: () => snapshotOf(asking(), { members: longWords }),
  form: () => snapshotOf(withForm(formEn)),
  formChinese: () => snapshotOf(withForm(formZh), { language: 'zh' }),
  filledIn: () => snapshotOf(filledIn()),
  interrupted: () => snapshotOf(interrupted()),
  noModel: () => withoutName(snapshotOf(withoutModel())),
  rightToLeft: () => snapshotOf(rightToLeft(), { rootHeadline: 'لماذا البناء بطيء؟' }),
  left: () =>
    snapshotOf([
      ...answered(),
      ...generation([record('assistantSaid', { parts: [prose('Now I write the summ')], cut: true })], {
        outcome: 'stopped',
      }),
    ]),
  working: () => snapshotOf(working()),
  kinds: () => snapshotOf(kinds()),
  course2: () => snapshotOf(secondCourse()),
  subdialog: () => snapshotOf(subdialogRecords()),
  elsewhere: () =>
    snapshotOf(interrupted(), {
      drivenElsewhere: 'This folder is active in another window or terminal; your messages are sent there.',
    }),
  readOnly: () => snapshotOf(answered(), { readOnly: 'Read only: this folder is not trusted.' }),
  pausedDrafts: (texts = ['The first draft.']) => snapshotOf(pausedDrafts(texts)),
  long: () => snapshotOf(longRecords(10_000)),
} satisfies Record<string, (texts?: readonly string[]) => Snapshot>;
