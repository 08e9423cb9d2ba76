// A process that is killed while a member's place of its own is made, its work is merged, and the place is removed (SPEC
// 27.3). Steps of the disk in the workspace and in the places count. `power`: files that no sync held lose their bytes.
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { gitIn } from '../runtime/workplaces/story.ts';
import { makeTempWorkspace, type WorkspaceFiles } from '../support/temp-workspace.ts';
import { hasEnded } from './folder-story.ts';
import { act, type When } from './real-kills.ts';

const command = "printf 'A\\n' > a.txt; rm -f gone.txt; mkdir -p new; printf 'c\\n' > new/c.txt; echo it is made";
const run = `tools: [{name: run_shell, args: {command: ${JSON.stringify(command)}}}], repeat: true`;
const files: WorkspaceFiles = {
  'ws/a.txt': 'a\n',
  'ws/gone.txt': 'gone\n',
  'ws/same.txt': 'same\n',
  'ws/.gitignore': '.dialogs/\n',
  'ws/.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, coder: {workplace: own}}\n',
  'ws/.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  'ws/.minds/p.yaml': `
replies:
  - {when: {agent: lead, contains: "Taken: a.txt, gone.txt, new/c.txt"}, say: All done., repeat: true}
  - {when: {agent: lead, contains: "it was here already"}, say: All done., repeat: true}
  - {when: {agent: lead}, say: "!?@coder !tellaskSession s change it", repeat: true}
  - {when: {agent: coder, contains: it is made}, say: Made., repeat: true}
  - {when: {agent: coder}, ${run}}
`,
};

export interface WorkplaceStory {
  readonly inGit: boolean;
  /** Does its worst; the story is played to its end afterwards. */
  readonly disturb: (play: (env: NodeJS.ProcessEnv) => ReturnType<typeof act>, base: string) => Promise<void>;
}

/** Plays the story in a folder of its own and checks how it ended. */
export async function playWorkplaces({ inGit, disturb }: WorkplaceStory): Promise<void> {
  const workspace = await makeTempWorkspace(files);
  const rtws = path.join(workspace.folder, 'ws');
  const home = path.join(workspace.folder, 'home');
  const play = (env: NodeJS.ProcessEnv) => act(rtws, { XDG_CONFIG_HOME: home, KILL_IN: workspace.folder, ...env });
  try {
    if (inGit) {
      gitIn(rtws, 'init', '--quiet', '--initial-branch', 'main');
      gitIn(rtws, 'add', '--all');
      gitIn(rtws, 'commit', '--quiet', '--message', 'first');
    }
    await disturb(play, workspace.folder);
    for (let nth = 0; nth < 5 && !hasEnded(rtws); nth++) await play({});
    assert.ok(hasEnded(rtws), 'the story ends');
    const found = globSync('{*,new/*}', { cwd: rtws }).filter(file => statSync(path.join(rtws, file)).isFile());
    const texts = Object.fromEntries(found.map(file => [file, readFileSync(path.join(rtws, file), 'utf8')]));
    assert.deepEqual(texts, { 'a.txt': 'A\n', 'same.txt': 'same\n', [path.join('new', 'c.txt')]: 'c\n' });
    const places = path.join(home, 'dominds', 'places');
    const left = existsSync(places) ? readdirSync(places).flatMap(each => readdirSync(path.join(places, each))) : [];
    // The health check removes a place whose removal was cut short.
    for (const name of left) assert.ok(!existsSync(path.join(places, name, 'base.json')), `${name} is whole`);
    if (inGit && left.length === 0) assert.equal(gitIn(rtws, 'branch', '--format', '%(refname:short)'), 'main\n');
  } finally {
    await workspace.remove();
  }
}

/** How many steps of the disk the story takes when nobody disturbs it. */
export async function countWorkplaceSteps(inGit: boolean): Promise<number> {
  let steps = 0;
  await playWorkplaces({
    inGit,
    async disturb(play, base) {
      const count = path.join(base, 'steps');
      await play({ KILL_COUNT: count });
      steps = Number(readFileSync(count, 'utf8'));
      rmSync(count);
    },
  });
  return steps;
}

/** Kills the process at a step. */
export function killWithWorkplaces(inGit: boolean, step: number, when: When): Promise<void> {
  return playWorkplaces({ inGit, disturb: async play => void (await play({ KILL_AT: `${step}:${when}` })) });
}
