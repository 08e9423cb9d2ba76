// Whether the person trusts a folder of unknown origin (SPEC 18.6), without an editor to ask: what the folder would do
// unasked, and the person's decision, which is stored outside of the folder and applies until the folder changes.
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import * as z from 'zod';
import type { Member } from '../core/team.ts';
import { confine } from '../minds/confine.ts';
import { parseLlmFile } from '../minds/llm-file.ts';
import { mcpFilePath, parseMcpFile } from '../minds/mcp-file.ts';
import { notifyFilePath } from '../minds/notify-file.ts';
import { parseNotifyFile } from '../minds/parse-notify.ts';
import { parseSchedulesFile } from '../minds/parse-schedules.ts';
import { schedulesFilePath } from '../minds/schedules-file.ts';
import { parseSharedMcpFile, sharedMcpFilePath, withShared } from '../minds/shared-mcp-file.ts';
import { parseTeam } from '../minds/team-file.ts';
import { teamFilePath } from '../minds/team-files.ts';
import { createTextFiles, readTextFile } from '../minds/text-files.ts';
import { agentAct, type FolderAct, noticeAct, ruleAct, scheduleAct, serverAct } from './folder-acts.ts';
import { folderWords } from './folder-words.ts';
import { llmFilePath } from './models/model-config.ts';

export interface FolderTrust {
  /** None: there is nothing to ask about. */
  readonly acts: readonly FolderAct[];
  /** The person's decision about the folder as it is now. */
  readonly word: 'trusted' | 'not-trusted' | 'not-asked';
  /** Remembers their word. False when it cannot be kept. */
  remember(word: 'trusted' | 'not-trusted'): boolean;
}

/** As large as a playbook may be (see `model-config.ts`). */
const PLAYBOOK_BYTES = 8 * 1024 * 1024;

/** Looks at the files of a folder that can act. Changes nothing, starts nothing; never throws on content. */
export function lookAtTrust({ rtws, env }: { readonly rtws: string; readonly env: NodeJS.ProcessEnv }): FolderTrust {
  const texts = createTextFiles(rtws, Date.now);
  const textOf = (file: string) => {
    const read = texts.read(file);
    return read.kind === 'text' ? read.text : '';
  };
  const members = [...parseTeam(textOf(teamFilePath), teamFilePath).team.members.values()];
  const { servers } = withShared(parseMcpFile(textOf(mcpFilePath)), parseSharedMcpFile(textOf(sharedMcpFilePath)));
  const acts: FolderAct[] = [
    ...members.flatMap(member => (member.policy ?? []).flatMap(rule => ruleAct(member, rule) ?? [])),
    ...members.flatMap(member => (member.acp === undefined ? [] : [agentAct(member, member.acp)])),
    ...servers.map(serverAct),
  ];
  const notices = textOf(notifyFilePath);
  const transports = notices === '' ? [] : parseNotifyFile(notices, { env, mayRun: false }).said.transports;
  acts.push(...transports.map(noticeAct));
  const schedules = textOf(schedulesFilePath);
  const scheduled = schedules === '' ? [] : parseSchedulesFile(schedules).schedules;
  acts.push(...scheduled.map(scheduleAct));
  const models = textOf(llmFilePath);
  const fingerprint = createHash('sha256')
    .update(
      JSON.stringify([
        members.map(rightsOf),
        servers,
        models,
        playbooksIn(models, rtws).map(wholeText),
        ...(notices === '' ? [] : [notices]),
        // Named, so that no other file's text is taken for it.
        ...(schedules === '' ? [] : [{ schedules }]),
      ]),
    )
    .digest('hex');
  const words = folderWords({ rtws, env, file: 'folders.json', schema: wordSchema });
  const known = words.read();
  return {
    acts,
    word: known?.fingerprint === fingerprint ? known.word : 'not-asked',
    remember: word => words.keep({ word, fingerprint }),
  };
}

function wholeText(file: string): string {
  const read = readTextFile(file, file, PLAYBOOK_BYTES);
  return read.kind === 'text' ? read.text : read.kind;
}

/** The settings that limit a member. */
function rightsOf({ id, acp, tools, toolsets, readDirs, writeDirs, noReadDirs, noWriteDirs, policy }: Member): object {
  return {
    id,
    ...(acp !== undefined && { acp }),
    tools,
    toolsets,
    readDirs,
    writeDirs,
    noReadDirs,
    noWriteDirs,
    policy,
  };
}

/** Playbooks that the model file names: what they say is what its members do. */
function playbooksIn(text: string, rtws: string): readonly string[] {
  const { config } = parseLlmFile(text, llmFilePath);
  const named = [config, ...Object.values(config.providers)].flatMap(({ playbook }) => playbook ?? []);
  return named
    .flatMap(name => [path.resolve(rtws, '.minds', name), path.resolve(rtws, name)])
    .filter(file => confine(rtws, file) !== undefined);
}

const wordSchema = () => z.object({ word: z.enum(['trusted', 'not-trusted']), fingerprint: z.string() });
