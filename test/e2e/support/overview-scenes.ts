// What the Overview may have to show, as the host would send it.

import type { DialogNode, RootSummary } from '../../../src/core/dialog/view/projection.ts';
import { byStanding, goesOnInTree, isPausedInTree, standings } from '../../../src/core/dialog/view/standing.ts';
import type { FormTexts } from '../../../src/core/prompt/words/questions.ts';
import type { InboxQuestion, ToOverview } from '../../../src/protocol/overview.ts';
import { formEn, formQuestion } from './form-question.ts';

type Scene = readonly ToOverview[];

const now = Date.now();
/** The instant so many minutes ago, so that ages in pictures stay the same. */
const ago = (minutes: number) => new Date(now - minutes * 60_000 - 5_000).toISOString();

export const members = [
  { id: 'lead', name: 'Lena' },
  { id: 'researcher', name: 'Robin' },
  { id: 'coder', name: 'Casey' },
  { id: 'reviewer', name: 'Remy' },
];

const root = (rootId: string, change: Partial<RootSummary>): RootSummary => ({
  rootId: rootId as RootSummary['rootId'],
  status: 'running',
  state: 'idle',
  agentId: 'lead' as RootSummary['agentId'],
  mode: 'chat',
  headline: '',
  taskDocPath: `tasks/${rootId}.tsk`,
  createdAt: ago(300),
  lastModified: ago(2),
  needsDrive: false,
  questions: 0,
  subdialogs: 0,
  ...change,
});

const node = (selfId: string, change: Partial<DialogNode>): DialogNode => ({
  rootId: 'build' as DialogNode['rootId'],
  selfId: selfId as DialogNode['selfId'],
  agentId: 'lead' as DialogNode['agentId'],
  state: 'idle',
  states: ['idle'],
  headline: '',
  lastModified: ago(2),
  pending: [],
  questions: [],
  questionsBelow: 0,
  children: [],
  ...change,
});

const call = (subdialogId: string, agentId: string) => ({
  subdialogId: subdialogId as DialogNode['selfId'],
  callId: `call-${subdialogId}` as DialogNode['pending'][number]['callId'],
  tellaskHead: '@researcher Where does the time go?',
  agentId: agentId as DialogNode['agentId'],
  kind: 'C' as const,
  since: ago(12),
});

const question = (id: string, change: Partial<InboxQuestion>): InboxQuestion => ({
  id: id as InboxQuestion['id'],
  kind: 'ask',
  tellaskHead: '@human May I turn minify off for tests?\n',
  bodyContent: 'It saves **three minutes** of each run. The release build keeps it.\n',
  askedAt: ago(4),
  callSiteRef: { course: 1, genseq: 3 },
  rootId: 'build' as InboxQuestion['rootId'],
  selfId: 'sub-profile' as InboxQuestion['selfId'],
  agentId: 'researcher' as InboxQuestion['agentId'],
  rootHeadline: 'Find out why the build is slow, and suggest a fix',
  blocked: ['coder', 'lead'],
  options: ['Yes, turn it off', 'No, keep it'],
  ...change,
});

const asked = question('q-1', {});

const tree = node('build', {
  headline: 'Find out why the build is slow, and suggest a fix',
  state: 'awaiting-subdialogs',
  states: ['awaiting-subdialogs'],
  pending: [call('sub-coder', 'coder'), call('sub-review', 'reviewer')],
  questionsBelow: 1,
  children: [
    node('sub-coder', {
      agentId: 'coder' as DialogNode['agentId'],
      headline: '@coder Measure the build step by step',
      state: 'awaiting-subdialogs',
      states: ['awaiting-subdialogs'],
      pending: [call('sub-profile', 'researcher')],
      questionsBelow: 1,
      children: [
        node('sub-profile', {
          agentId: 'researcher' as DialogNode['agentId'],
          headline: '@researcher !tellaskSession profile Read the profile',
          tellaskSession: 'profile',
          state: 'awaiting-q4h',
          states: ['awaiting-q4h'],
          questions: [asked],
          questionsBelow: 1,
        }),
      ],
    }),
    node('sub-review', {
      agentId: 'reviewer' as DialogNode['agentId'],
      headline: '@reviewer Check the plan for risks',
      state: 'interrupted',
      states: ['interrupted'],
      interruption: { code: 'unreachable', message: 'connect ECONNREFUSED 127.0.0.1:11434' },
    }),
  ],
});

const running = [
  root('release', { headline: 'Write the release notes for 2.4', state: 'generating', lastModified: ago(0) }),
  root('build', {
    headline: 'Find out why the build is slow, and suggest a fix',
    state: 'awaiting-subdialogs',
    subdialogs: 3,
    questions: 1,
  }),
  root('docs', {
    headline: 'Bring the documentation of the public functions up to date, module by module',
    questions: 1,
    state: 'awaiting-q4h',
    agentId: 'coder' as RootSummary['agentId'],
    lastModified: ago(3000),
  }),
  root('idle', { headline: 'Answer questions about the parser', lastModified: ago(190) }),
];

const groups = (roots: readonly RootSummary[]): ToOverview => ({
  kind: 'roots',
  groups: [
    ...[...byStanding(roots)]
      .filter(([standing]) => standing !== 'completed')
      .map(([standing, group]) => ({ standing, count: group.length, roots: group })),
    { standing: 'completed', count: 12, roots: [] },
  ],
  goingOn: roots.filter(goesOnInTree).length,
  paused: roots.filter(isPausedInTree).length,
});

const frame = (change: object = {}): ToOverview => ({ kind: 'frame', language: 'en', members, ...change });

const inbox: ToOverview = {
  kind: 'inbox',
  count: 2,
  questions: [
    question('q-2', {
      rootId: 'docs' as InboxQuestion['rootId'],
      selfId: 'docs' as InboxQuestion['selfId'],
      agentId: 'coder' as InboxQuestion['agentId'],
      rootHeadline: 'Bring the documentation of the public functions up to date, module by module',
      tellaskHead: '@human Which style do we follow for parameters?\n',
      bodyContent: '',
      options: [],
      blocked: [],
      askedAt: ago(3000),
    }),
    asked,
  ],
  closed: [
    {
      id: 'q-0',
      rootId: 'build',
      selfId: 'sub-old',
      agentId: 'reviewer',
      headline: 'Shall the cache be shared?',
      closing: { reason: 'dismissed', because: 'dismissed' },
      closedAt: ago(30),
    },
  ],
};

const formInbox: ToOverview = {
  kind: 'inbox',
  count: 2,
  closed: [],
  questions: [asFormQuestion('q-9', formEn), asked],
};

const command = `npm run build -- --profile && rm -rf dist/${'x'.repeat(120)}`;

const permissionInbox: ToOverview = {
  kind: 'inbox',
  count: 1,
  closed: [],
  questions: [
    question('q-8', {
      kind: 'permission',
      tellaskHead: 'Run: npm run build',
      bodyContent: `\`\`\`sh\n${command}\n\`\`\`\n\nRuns in: workspace folder`,
      blocked: [],
      options: ['allow once', 'always', 'deny'],
    }),
  ],
};

/** A question of an MCP server with a form. */
function asFormQuestion(id: string, texts: FormTexts): InboxQuestion {
  const { headline, body, ...rest } = formQuestion(texts);
  return question(id, { kind: 'clarify', tellaskHead: headline, bodyContent: body, blocked: [], ...rest });
}

const registry: ToOverview = {
  kind: 'registry',
  rootId: 'docs',
  rows: [
    {
      key: 'researcher!profile',
      subdialogId: 'sub-profile' as DialogNode['selfId'],
      agentId: 'researcher' as DialogNode['agentId'],
      tellaskSession: 'profile',
      createdAt: ago(60),
      lastAccessed: ago(4),
      locked: true,
    },
    {
      key: 'reviewer!risks',
      subdialogId: 'sub-risks' as DialogNode['selfId'],
      agentId: 'reviewer' as DialogNode['agentId'],
      tellaskSession: 'risks',
      createdAt: ago(50),
      locked: false,
    },
  ],
};

const treePart: ToOverview = { kind: 'tree', rootId: 'build', tree };

/** 50 dialogs and 30 questions: 12 agents stopped early, 18 ask something. */
const crowd = Array.from({ length: 50 }, (_, at) => {
  const states = ['generating', 'idle', 'awaiting-subdialogs', 'interrupted'] as const;
  const isAsking = at % 5 < 3;
  const state = isAsking ? 'awaiting-q4h' : (states[at % 4] ?? 'idle');
  return root(`crowd-${String(at).padStart(2, '0')}`, {
    headline: `Task ${at + 1}: look after part ${at + 1} of the product`,
    state,
    questions: isAsking ? 1 : 0,
    agentId: (members[at % members.length]?.id ?? 'lead') as RootSummary['agentId'],
    lastModified: ago(at),
    ...(state === 'generating' && { atWork: true }),
    ...(state === 'interrupted' && { interrupted: true, ...(at % 8 === 3 && { trouble: true }) }),
  });
});

const crowdInbox: ToOverview = {
  kind: 'inbox',
  count: 30,
  closed: [],
  questions: crowd
    .filter(({ questions }) => questions > 0)
    .map(({ rootId, agentId, headline }, at) =>
      question(`crowd-q-${at}`, {
        rootId,
        selfId: rootId as string as InboxQuestion['selfId'],
        agentId,
        rootHeadline: headline,
        blocked: [],
        askedAt: ago(200 - at),
        ...(at % 5 < 2
          ? { kind: 'diligence', tellaskHead: 'Let it continue?', bodyContent: '', options: ['continue', 'stop'] }
          : {
              tellaskHead: `@human Which way for part ${at + 1}?\n`,
              bodyContent: '',
              options: ['The short one', 'The safe one'],
            }),
      }),
    ),
};

export const overviewScenes = {
  crowd: [frame(), crowdInbox, groups(crowd)],
  busy: [frame(), inbox, groups(running), treePart, registry],
  chinese: [frame({ language: 'zh' }), inbox, groups(running), treePart, registry],
  form: [frame(), formInbox, groups(running), treePart, registry],
  permission: [
    frame({ allowed: ['npm test …', 'weather_forecast'] }),
    permissionInbox,
    groups(running),
    treePart,
    registry,
  ],
  readOnly: [frame({ readOnly: 'Read only: this folder is not trusted.' }), inbox, groups(running), treePart, registry],
  empty: [
    frame(),
    { kind: 'inbox', questions: [], count: 0, closed: [] },
    {
      kind: 'roots',
      groups: standings.map(standing => ({ standing, count: 0, roots: [] })),
      goingOn: 0,
      paused: 0,
    },
  ],
} satisfies Record<string, Scene>;
