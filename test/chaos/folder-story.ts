// The same story on a real folder, played by real processes: its `.minds/` with a playbook, and what must be true of
// its files when it has ended.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import type { WorkspaceFiles } from '../support/temp-workspace.ts';

/** Files of a folder in which the story can be played. */
export const storyFolder: WorkspaceFiles = {
  '.minds/team.yaml': `
member_defaults: {diligence-push-max: 0}
members: {lead: {}, coder: {}, researcher: {}}
`,
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': `
replies:
  - {when: {agent: lead, contains: asks back}, say: Thus., repeat: true}
  - {when: {agent: lead, contains: More.}, repeat: true, tools: [{name: run_shell, args: {command: "echo deploy >> ran.txt; echo it is deployed"}}]}
  - {when: {agent: lead, contains: Begin}, say: "!?@coder build\\n\\n!?@researcher !tellaskSession s find", repeat: true}
  - {when: {agent: lead, contains: it is deployed}, say: All done., repeat: true}
  - {when: {agent: lead, contains: Outcome unknown}, say: All done., repeat: true}
  - {when: {agent: lead}, say: "!?@researcher !tellaskSession s more", repeat: true}
  - {when: {agent: coder, contains: Helped.}, say: "!?@tellasker How?", repeat: true}
  - {when: {agent: coder, contains: Thus.}, say: Built., repeat: true}
  - {when: {agent: coder, contains: build}, repeat: true, tools: [{name: run_shell, args: {command: "echo make >> ran.txt; echo it is made"}}]}
  - {when: {agent: coder}, say: "!?@researcher !tellaskSession s help", repeat: true}
  - {when: {agent: researcher, contains: find}, say: "Let me see.\\n!?@human Where?", repeat: true}
  - {when: {agent: researcher, contains: Where?}, say: Found there., repeat: true}
  - {when: {agent: researcher, contains: s help}, say: Helped., repeat: true}
  - {when: {agent: researcher}, say: More., repeat: true}
`,
};

/** Whether the story has ended in this folder. */
export function hasEnded(rtws: string): boolean {
  return globSync('.dialogs/done/*/course-001.jsonl', { cwd: rtws }).length === 1;
}

/** Checks the files of a folder in which the story has ended, and gives what was said in it. */
export function checkFolder(rtws: string): string {
  const roots = globSync('.dialogs/{run,done,archive}/*', { cwd: rtws });
  assert.equal(roots.length, 1, roots.join());
  const dialogs = globSync('.dialogs/done/*/{,subdialogs/*/}course-001.jsonl', { cwd: rtws });
  const told = dialogs.map(file => {
    const lines = readFileSync(path.join(rtws, file), 'utf8').trimEnd().split('\n');
    return dialogText(lines.map(line => JSON.parse(line) as CourseRecord));
  });
  assert.equal(told.length, 3);
  for (const command of ['make', 'deploy']) {
    const times = existsSync(path.join(rtws, 'ran.txt'))
      ? readFileSync(path.join(rtws, 'ran.txt'), 'utf8')
          .split('\n')
          .filter(line => line === command).length
      : 0;
    assert.ok(times <= 1, `${command} ran ${times} times`);
    const knows = told.some(text => text.includes(`> ${command} returned`));
    if (knows) assert.equal(times, 1, `${command} is said to have run`);
  }
  for (const file of globSync('.dialogs/**/*', { cwd: rtws }))
    assert.ok(!file.includes('corrupt'), `${file} was kept aside`);
  return told
    .sort()
    .join('\n')
    .replaceAll(/(?:returned|unknown)$/gm, 'ended');
}

function dialogText(records: readonly CourseRecord[]): string {
  const [first] = records;
  const agent = first?.kind === 'dialogCreated' ? first.identity.agentId : '?';
  const cut = new Set(
    records.flatMap(each => (each.kind === 'generationEnded' && each.outcome !== 'complete' ? [each.genseq] : [])),
  );
  const commands = new Map<string, string>();
  const lines = records.flatMap(record => {
    switch (record.kind) {
      case 'userSaid':
        return [`person: ${record.content}`];
      case 'assistantSaid': {
        if (cut.has(record.genseq)) return [];
        return record.parts.map(part => `says: ${part.kind === 'prose' ? part.text : part.headline}`.trim());
      }
      case 'toolCalled':
        commands.set(record.callId, record.args.includes('deploy') ? 'deploy' : 'make');
        return [];
      case 'toolReturned': {
        const outcome = record.content.startsWith('Outcome unknown') ? 'unknown' : 'returned';
        assert.ok(record.ok || outcome === 'unknown', record.content);
        return [`> ${commands.get(record.callId)} ${outcome}`];
      }
      case 'responseSupplied':
        return [`answer of ${record.agentId}: ${record.content}`];
      case 'responseGiven':
        return [`gives: ${record.content}`];
      case 'questionAsked':
        return [`asks: ${record.headline}`];
      case 'questionAnswered':
        return [`person answers: ${record.content}`];
      default:
        return [];
    }
  });
  // Answers may come in any order; each comes once.
  return [`== ${agent}`, ...lines.sort(), ''].join('\n');
}
