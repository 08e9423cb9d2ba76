// The health check and its repair, one row for each kind of damage (SPEC 14.2).
import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('the doctor', () => {
  let workspace: TempWorkspace;
  let rootId: RootId;
  let subId: string;
  let runtime: Runtime | undefined;

  /** A root that asks, with a registered subdialog that answered, and an older course. */
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {agent: lead}, say: "!?@bob !tellaskSession wall Paint"}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: Done.}
  - {when: {agent: lead}, say: "!?@human Which?\\n!?Red or blue"}
`,
    });
    const driver = await open('drive');
    const started = await driver.perform({ kind: 'start', text: 'go' });
    assert.ok(started.ok);
    rootId = started.rootId;
    await driver.settled(rootId);
    await driver.perform({ kind: 'setReminders', dialog: rootRef(rootId), reminders: ['one'] });
    await driver.perform({ kind: 'clearMind', dialog: rootRef(rootId) });
    await driver.settled(rootId);
    await close();
    subId = readdirSync(at('subdialogs'))[0] ?? '';
  });
  afterEach(async () => {
    await close();
    await workspace.remove();
  });

  const open = async (mode: OpenOptions['mode']): Promise<Runtime> => {
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode });
    assert.ok(opened.ok, JSON.stringify(opened));
    runtime = opened.runtime;
    return opened.runtime;
  };
  const close = async () => {
    await runtime?.close();
    runtime = undefined;
  };
  const base = (...names: string[]) => path.join(workspace.folder, '.dialogs', ...names);
  const at = (...names: string[]) => base('run', rootId, ...names);
  const sub = (...names: string[]) => at('subdialogs', subId, ...names);
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  const everything = () =>
    new Map(
      readdirSync(workspace.folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => path.join(entry.parentPath, entry.name))
        .map(file => [path.relative(workspace.folder, file), readFileSync(file, 'utf8')]),
    );
  const report = async (options?: { repair: boolean }, mode: OpenOptions['mode'] = 'read') => {
    const opened = await open(mode);
    const outcome = await opened.doctor(options);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    const shown = await opened.tree(rootId);
    await close();
    const named = outcome.report.problems.map(problem => ({
      ...problem,
      path: problem.path.replaceAll(rootId, '<root>').replaceAll(subId, '<sub>'),
    }));
    return { ok: outcome.report.ok, problems: named, isShown: shown.ok };
  };

  it('finds nothing in a healthy folder, and changes nothing', async () => {
    const before = everything();
    assert.deepEqual(await report(), { ok: true, problems: [], isShown: true });
    assert.deepEqual(everything(), before);
    assert.deepEqual(await report(undefined, 'drive'), { ok: true, problems: [], isShown: true });
    assert.deepEqual(await report({ repair: true }), { ok: true, problems: [], isShown: true });
  });

  it('can tell how far into which course file the indexes are true', () => {
    const lines = readFileSync(at('course-002.jsonl'), 'utf8').trimEnd().split('\n').length;
    assert.match(
      readFileSync(at('latest.yaml'), 'utf8'),
      new RegExp(`trueUpTo:\n {2}file: course-002.jsonl\n {2}records: ${lines}\n`),
    );
  });

  interface Row {
    readonly damage: () => void;
    /** Kind and path of each problem. */
    readonly found: readonly (readonly [kind: string, path: string])[];
    /** Files that keep what could not be understood. */
    readonly kept?: readonly string[];
    readonly isLeft?: true;
  }
  const run = '.dialogs/run/<root>';
  const table: Readonly<Record<string, Row>> = {
    'something foreign among kept contents': {
      damage: () => {
        mkdirSync(at('before'));
        writeFileSync(at('before', 'f'.repeat(64)), 'kept');
        writeFileSync(at('before', `${'e'.repeat(64)}.${2 ** 30}.tmp`), 'half');
      },
      found: [['orphan', `${run}/before/${'e'.repeat(64)}.${2 ** 30}.tmp`]],
    },
    'a root that was moved to the archive by hand': {
      damage: () => {
        mkdirSync(base('archive'));
        renameSync(at(), base('archive', rootId));
      },
      found: [['hierarchy', '.dialogs/archive/<root>']],
    },
    'an outdated index': {
      damage: () => edit(at('latest.yaml'), text => text.replace('messageCount: ', 'messageCount: 9')),
      found: [['index', `${run}/latest.yaml`]],
    },
    'an index that is no YAML': {
      damage: () => writeFileSync(at('dialog.yaml'), '{"'),
      found: [['index', `${run}/dialog.yaml`]],
      kept: ['dialog.yaml.corrupt-1'],
    },
    'a lost registry': { damage: () => rmSync(at('registry.yaml')), found: [['registry', `${run}/registry.yaml`]] },
    'a registry that is locked': {
      damage: () => edit(at('registry.yaml'), text => text.replace('locked: false', 'locked: true')),
      found: [['registry', `${run}/registry.yaml`]],
    },
    'a question that nobody asked': {
      damage: () => writeFileSync(sub('q4h.yaml'), '- id: x\n'),
      found: [['q4h', `${run}/subdialogs/<sub>/q4h.yaml`]],
    },
    'a question that is not listed': { damage: () => rmSync(at('q4h.yaml')), found: [['q4h', `${run}/q4h.yaml`]] },
    'a lost answer': {
      damage: () => rmSync(sub('response.yaml')),
      found: [['index', `${run}/subdialogs/<sub>/response.yaml`]],
    },
    'reminders edited by hand': {
      damage: () => writeFileSync(at('reminders.json'), '["two", "three"]'),
      found: [['index', `${run}/reminders.json`]],
    },
    'a torn last line': {
      damage: () => appendFileSync(at('course-002.jsonl'), '{"v":1,'),
      found: [['records', `${run}/course-002.jsonl`]],
    },
    'a bad line': {
      damage: () => edit(at('course-002.jsonl'), text => text.replace('\n', '\nnonsense\n')),
      found: [['records', `${run}/course-002.jsonl:2`]],
      kept: ['course-002.jsonl.corrupt-1'],
    },
    'a record without the fields of its kind, which stays for the version that wrote it': {
      damage: () => edit(at('course-001.jsonl'), text => text.replace('"parts":', '"pieces":')),
      found: [['records', `${run}/course-001.jsonl:4`]],
      isLeft: true,
    },
    'a bad line in an older course': {
      damage: () => edit(at('course-001.jsonl'), text => text.replace('\n', '\nnonsense\n')),
      found: [['records', `${run}/course-001.jsonl:2`]],
      kept: ['course-001.jsonl.corrupt-1'],
    },
    'a new course whose first line is bad': {
      damage: () => writeFileSync(at('course-003.jsonl'), 'nonsense\n{"v":1,"at":"2026","kind":"resumed"}\n'),
      found: [
        ['records', `${run}/course-003.jsonl:1`],
        ['records', `${run}/course-003.jsonl`],
      ],
      kept: ['course-003.jsonl.corrupt-1'],
    },
    'a new course that never started': {
      damage: () => writeFileSync(at('course-003.jsonl'), ''),
      found: [['records', `${run}/course-003.jsonl`]],
    },
    'a list of roots that is lost': {
      damage: () => rmSync(base('roots.jsonl')),
      found: [['index', '.dialogs/roots.jsonl']],
    },
    'a list of roots with a broken line, a root that is not there, and an old line': {
      damage: () =>
        edit(base('roots.jsonl'), text => {
          const gone = text.split('\n', 1)[0]?.replaceAll(rootId, 'root-gone');
          return `${text}x\n${gone}\n{"rootId":"${rootId}","questions":7}\n{"rootId":"`;
        }),
      found: [
        ['index', '.dialogs/roots.jsonl'],
        ['index', '.dialogs/roots.jsonl'],
        ['index', '.dialogs/roots.jsonl'],
        ['index', '.dialogs/roots.jsonl'],
      ],
    },
    'the lock of a process that is gone': {
      damage: () =>
        writeFileSync(base('lock'), JSON.stringify({ pid: 2 ** 30, host: 'x', token: 't', heartbeatAt: '2020-01-01' })),
      found: [['lock', '.dialogs/lock']],
    },
    'a lock that was put aside': {
      damage: () => writeFileSync(base('lock.token-1'), '{}'),
      found: [['lock', '.dialogs/lock.token-1']],
    },
    'temporary files of a process that is gone': {
      damage: () => {
        writeFileSync(at(`latest.yaml.${2 ** 30}.0a1b2c3d4e5f.tmp`), 'half');
        writeFileSync(base(`roots.jsonl.${2 ** 30}.tmp`), 'half');
      },
      found: [
        ['orphan', `.dialogs/roots.jsonl.${2 ** 30}.tmp`],
        ['orphan', `${run}/latest.yaml.${2 ** 30}.0a1b2c3d4e5f.tmp`],
      ],
    },
    'a message that cannot be understood': {
      damage: () => {
        mkdirSync(base('inbox'), { recursive: true });
        writeFileSync(base('inbox', 'm-1.json'), '{"v":1}');
      },
      found: [['orphan', '.dialogs/inbox/m-1.json']],
      kept: ['../../inbox/m-1.json.corrupt'],
    },
    'a refusal that nobody came for': {
      damage: () => {
        mkdirSync(base('inbox'), { recursive: true });
        writeFileSync(base('inbox', 'm-1.refused'), '{}');
      },
      found: [['orphan', '.dialogs/inbox/m-1.refused']],
    },
    'a foreign file in the inbox': {
      damage: () => {
        mkdirSync(base('inbox'), { recursive: true });
        writeFileSync(base('inbox', 'notes.txt'), 'mine');
      },
      found: [['orphan', '.dialogs/inbox/notes.txt']],
      kept: ['../../inbox/notes.txt'],
      isLeft: true,
    },
    'a generation that was cut by a crash': {
      damage: () =>
        appendFileSync(
          sub('course-001.jsonl'),
          '{"v":1,"at":"2026-01-01T00:00:00.000Z","kind":"generationStarted","genseq":9}\n',
        ),
      found: [
        ['records', `${run}/subdialogs/<sub>`],
        ['index', `${run}/subdialogs/<sub>/latest.yaml`],
        ['index', '.dialogs/roots.jsonl'],
      ],
    },
    'a root whose move was not finished': {
      damage: () => {
        mkdirSync(base('done'), { recursive: true });
        renameSync(at(), base('done', rootId));
      },
      found: [['hierarchy', '.dialogs/done/<root>']],
    },
    'folders that are no dialogs': {
      damage: () => {
        mkdirSync(base('run', 'My Notes'));
        mkdirSync(base('run', 'empty-root'));
        mkdirSync(at('subdialogs', 'sub-empty'));
      },
      found: [
        ['orphan', '.dialogs/run/My Notes'],
        ['orphan', '.dialogs/run/empty-root'],
        ['orphan', `${run}/subdialogs/sub-empty`],
      ],
      isLeft: true,
    },
    'a subdialog that was moved among the roots': {
      damage: () => cpSync(sub(), base('run', subId), { recursive: true }),
      found: [['records', '.dialogs/run/<sub>/course-001.jsonl']],
      isLeft: true,
    },
    'a subdialog whose supdialog is not there': {
      damage: () =>
        edit(sub('course-001.jsonl'), text => text.replace(`"supdialogId":"${rootId}"`, '"supdialogId":"nobody"')),
      found: [
        ['hierarchy', `${run}/subdialogs/<sub>`],
        ['index', `${run}/subdialogs/<sub>/dialog.yaml`],
      ],
      isLeft: true,
    },
    'a course that is missing': {
      damage: () => rmSync(at('course-001.jsonl')),
      found: [['records', `${run}/course-001.jsonl`]],
      isLeft: true,
    },
    'a broken team file': {
      damage: () =>
        writeFileSync(path.join(workspace.folder, '.minds/team.yaml'), 'members: {lead: {diligence-push-max: many}}\n'),
      found: [['minds', '.minds/team.yaml:1:38']],
      isLeft: true,
    },
  };

  /**
   * Every index file of the root and of its subdialog: gone, not to be understood, something else, a folder in its
   * place.
   */
  const indexRows = (): Record<string, Row> => {
    const places = [
      ...['dialog.yaml', 'latest.yaml', 'reminders.json', 'q4h.yaml', 'registry.yaml'].map(name => [name, name]),
      ...['dialog.yaml', 'latest.yaml', 'response.yaml'].map(name => [`subdialogs/<sub>/${name}`, name]),
    ] as const;
    const kinds: Record<string, string> = { 'q4h.yaml': 'q4h', 'registry.yaml': 'registry' };
    return Object.fromEntries(
      places.flatMap(([place = '', name = '']) => {
        const file = () => at(place.replace('<sub>', subId));
        const found: Row['found'] = [[kinds[name] ?? 'index', `${run}/${place}`]];
        const rows: [string, Row][] = [
          [`${place} that is lost`, { damage: () => rmSync(file()), found }],
          [
            `${place} that cannot be understood`,
            { damage: () => writeFileSync(file(), '{"'), found, kept: [`${place}.corrupt-1`] },
          ],
          [`${place} that says something else`, { damage: () => writeFileSync(file(), '- {a: 1}\n'), found }],
          [
            `a folder in the place of ${place}`,
            {
              damage: () => {
                rmSync(file());
                mkdirSync(file());
              },
              found,
              kept: [`${place}.corrupt-1`],
            },
          ],
        ];
        return rows;
      }),
    );
  };

  for (const [what, { damage, found, kept = [], isLeft = false }] of Object.entries({ ...table, ...indexRows() })) {
    it(`finds ${what}${isLeft ? ', and says so' : ', and repairs it'}`, async () => {
      damage();
      const before = everything();
      const examined = await report();
      assert.deepEqual(
        examined.problems.map(({ kind, path: place }) => [kind, place]),
        found,
        JSON.stringify(examined.problems, null, 1),
      );
      assert.equal(examined.ok, false);
      assert.deepEqual(everything(), before);

      const repaired = await report({ repair: true });
      assert.equal(repaired.ok, !isLeft, JSON.stringify(repaired.problems, null, 1));
      assert.ok(repaired.isShown);
      for (const file of kept) assert.ok(existsSync(at(file.replace('<sub>', subId))), file);
      const again = await report();
      assert.equal(again.ok, !isLeft, JSON.stringify(again.problems, null, 1));
      const names = kept.filter(file => file.includes('course-')).map(file => path.basename(file));
      const notes = again.problems.filter(({ kind }) => kind === 'kept');
      assert.deepEqual(
        notes.map(problem => [path.basename(problem.path), problem.finding.id, problem.repaired]),
        names.map(name => [name, 'lines-kept-aside', false]),
      );
      assert.deepEqual((await questionsLeft()).length, 1);
    });
  }

  const questionsLeft = async () => {
    const questions = await (await open('read')).questions();
    await close();
    return questions;
  };

  it('says that records are missing whose lines, or whose subdialog, somebody removed, and repairs the rest', async () => {
    const lost = async (options?: { repair: boolean }) => {
      const { ok, problems } = await report(options);
      return {
        ok,
        lost: problems.filter(({ kind }) => kind === 'lost').map(({ path: place, finding }) => [place, finding]),
      };
    };
    const numbersOf = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/"n":(\d+)/g)].map(([, number]) => Number(number));
    const [, second = 0] = numbersOf(at('course-001.jsonl'));
    edit(at('course-001.jsonl'), text => text.split('\n').toSpliced(1, 1).join('\n'));
    const line = { id: 'numbers-missing', count: 1, first: second, last: second };
    assert.deepEqual(await lost(), { ok: true, lost: [[run, line]] });
    const below = numbersOf(sub('course-001.jsonl'));
    rmSync(sub(), { recursive: true });
    const all = { ...line, count: 1 + below.length, last: below.at(-1) };
    assert.deepEqual(await lost(), { ok: false, lost: [[run, all]] });
    assert.deepEqual(await lost({ repair: true }), { ok: true, lost: [[run, all]] });
    assert.deepEqual(await lost(), { ok: true, lost: [[run, all]] });
  });

  it('takes reminders that were edited by hand in as a record', async () => {
    writeFileSync(at('reminders.json'), '["two"]');
    await report({ repair: true });
    const viewed = await (await open('read')).view(rootRef(rootId));
    assert.ok(viewed.ok);
    const last = viewed.view.records.at(-1);
    assert.deepEqual(last?.kind === 'remindersSet' && last.reminders, ['two']);
  });

  it('does not repair what another process drives, but looks at it', async () => {
    rmSync(at('latest.yaml'));
    const driver = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(driver.ok);
    try {
      const reader = await open('read');
      const examined = await reader.doctor();
      assert.ok(examined.ok && !examined.report.ok);
      const refused = await reader.doctor({ repair: true });
      assert.equal(!refused.ok && refused.code, 'driven-elsewhere');
    } finally {
      await driver.runtime.close();
    }
  });

  it('says nothing of what is under way', async () => {
    await workspace.write('.minds/p.yaml', 'replies:\n  - {delayMs: 100000, say: Late., repeat: true}\n');
    const driver = await open('drive');
    const generating = new Promise<void>(resolve => {
      driver.subscribe(event => {
        if (event.type === 'recorded' && event.record.kind === 'generationStarted') resolve();
      });
    });
    await driver.perform({ kind: 'start', text: 'more' });
    await generating;
    for (const options of [{}, { repair: true }]) {
      const outcome = await driver.doctor(options);
      assert.ok(outcome.ok);
      assert.deepEqual(outcome.report, { ok: true, problems: [] });
    }
  });
});
