// Whether the person trusts a folder of unknown origin (SPEC 18.6), without an editor to ask: what the folder would do
// unasked, and the person's decision, which is stored outside of the folder and applies until the folder changes.
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import * as z from 'zod';
import { confine } from '../../minds/files/confine.ts';
import { createTextFiles, readTextFile } from '../../minds/files/text-files.ts';
import { llmFilePath, parseLlmFile } from '../../minds/models/llm-file.ts';
import { mcpFilePath, parseMcpFile } from '../../minds/servers/mcp-file.ts';
import { parseSharedMcpFile, sharedMcpFilePath, withShared } from '../../minds/servers/shared-mcp-file.ts';
import { parseTeam } from '../../minds/team/team-file.ts';
import { teamFilePath } from '../../minds/team/team-files.ts';
import { notifyFilePath } from '../../minds/times/notify-file.ts';
import { parseNotifyFile } from '../../minds/times/parse-notify.ts';
import { parseSchedulesFile } from '../../minds/times/parse-schedules.ts';
import { schedulesFilePath } from '../../minds/times/schedules-file.ts';
import {
  agentAct,
  type FolderAct,
  modelActs,
  noticeAct,
  rightsOf,
  ruleAct,
  scheduleAct,
  serverAct,
  tellAct,
} from './folder-acts.ts';
import { folderWords } from './folder-words.ts';

export interface FolderTrust {
  /** None: there is nothing to ask about. */
  readonly acts: readonly FolderAct[];
  /** Of the models and playbooks that speak for the members. */
  readonly speakers: string;
  /** The person's decision about the folder as it is now. */
  readonly word: 'trusted' | 'not-trusted' | 'not-asked';
  /** Remembers their word. False when it cannot be kept. */
  remember(word: 'trusted' | 'not-trusted'): boolean;
}

/** As large as a playbook may be (see `model-config.ts`). */
const PLAYBOOK_BYTES = 8 * 1024 * 1024;

interface Place {
  readonly rtws: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Looks at the files of a folder that can act. Changes nothing, starts nothing; never throws on content. */
export function lookAtTrust(place: Place): FolderTrust {
  return createTrustLook(place)();
}

/** The same for several looks: the files are understood again only when one of them changed. */
export function createTrustLook({ rtws, env }: Place): () => FolderTrust {
  const texts = createTextFiles(rtws, Date.now);
  const textOf = (file: string) => {
    const read = texts.read(file);
    return read.kind === 'text' ? read.text : '';
  };
  const words = folderWords({ rtws, env, file: 'folders.json', schema: wordSchema });
  let last: { readonly read: readonly string[]; readonly understood: Understood } | undefined;
  return () => {
    const models = textOf(llmFilePath);
    const files = [teamFilePath, mcpFilePath, sharedMcpFilePath, notifyFilePath, schedulesFilePath];
    const read = [...files.map(textOf), models, ...playbooksIn(models, rtws).map(wholeText)];
    if (last?.read.length !== read.length || read.some((text, index) => text !== last?.read[index]))
      last = { read, understood: understand(read, env) };
    const { acts, speakers, fingerprint } = last.understood;
    const known = words.read();
    return {
      acts,
      speakers,
      word: known?.fingerprint === fingerprint ? known.word : 'not-asked',
      remember: word => words.keep({ word, fingerprint }),
    };
  };
}

interface Understood extends Pick<FolderTrust, 'acts' | 'speakers'> {
  readonly fingerprint: string;
}

function understand(
  [team = '', own = '', shared = '', notices = '', schedules = '', models = '', ...playbooks]: readonly string[],
  env: NodeJS.ProcessEnv,
): Understood {
  const members = [...parseTeam(team, teamFilePath).team.members.values()];
  const { servers } = withShared(parseMcpFile(own), parseSharedMcpFile(shared));
  const said = notices === '' ? { transports: [] } : parseNotifyFile(notices, { env, mayRun: false }).said;
  const scheduled = schedules === '' ? [] : parseSchedulesFile(schedules).schedules;
  return {
    acts: [
      ...members.flatMap(member => (member.policy ?? []).flatMap(rule => ruleAct(member, rule) ?? [])),
      ...members.flatMap(member => (member.acp === undefined ? [] : [agentAct(member, member.acp)])),
      ...servers.map(serverAct),
      ...modelActs(parseLlmFile(models, llmFilePath).config, env),
      ...said.transports.map(noticeAct),
      ...[tellAct(said)].flatMap(act => act ?? []),
      ...scheduled.map(scheduleAct),
    ],
    speakers: hashOf([models, playbooks]),
    fingerprint: hashOf([
      members.map(rightsOf),
      servers,
      models,
      playbooks,
      ...(notices === '' ? [] : [notices]),
      // Named, so that no other file's text is taken for it.
      ...(schedules === '' ? [] : [{ schedules }]),
    ]),
  };
}

function hashOf(says: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(says)).digest('hex');
}

function wholeText(file: string): string {
  const read = readTextFile(file, file, PLAYBOOK_BYTES);
  return read.kind === 'text' ? read.text : read.kind;
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
