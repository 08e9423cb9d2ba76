import { createIds } from '../core/base/ids.ts';
import { hasBuiltInTexts, type WorkLanguage, workLanguage } from '../core/base/language.ts';
import type { Seals } from '../core/dialog/seals.ts';
import { createFeed, type Feed } from '../driver/feed.ts';
import { serverStanding } from '../llm/models/key-owner.ts';
import { createTurnCache } from '../minds/files/turn-cache.ts';
import { createMinds, type Minds } from '../minds/minds.ts';
import { diskFiles } from '../store/disk-files.ts';
import { createReadWindow } from '../store/loop-turn.ts';
import type { Storage } from '../store/storage.ts';
import type { McpServers } from '../tools/mcp/mcp-servers.ts';
import { sayFault } from '../words/say.ts';
import { delay, timers } from './clock/timers.ts';
import { personalFolder } from './folder/personal-folder.ts';
import { createLog, type RuntimeLog } from './log/log.ts';
import { createModels, type Models } from './models/models.ts';
import { createPushBrowsers, type PushBrowsers } from './notices/browsers.ts';
import type { OpenOptions } from './open-options.ts';
import { pick } from './pick.ts';
import { type Agents, openAgents } from './tools/agents.ts';
import { openMcpServers } from './tools/mcp.ts';
import { modelAct } from './trust/folder-acts.ts';
import { createPolicies, type Policies } from './trust/policies.ts';
import { createSeals } from './trust/seals.ts';
import { createServerConsent, type ServerConsent } from './trust/server-consent.ts';

/**
 * A person's own words, tools and this process's own changes end a look at once; what comes from elsewhere waits so
 * long.
 */
const LOOK_LASTS_MS = 20;

/** The services of a runtime. */
export interface Services {
  readonly options: OpenOptions;
  readonly rtws: string;
  readonly minds: Minds;
  readonly language: WorkLanguage;
  readonly models: Models;
  /** In a folder that is not trusted, those alone that were handed over. */
  readonly mcpServers: McpServers;
  /** None where no word on single servers is needed. */
  readonly serverConsent: ServerConsent | undefined;
  readonly agents: Agents;
  readonly policies: Policies;
  readonly feed: Feed;
  readonly log: RuntimeLog;
  readonly newId: () => string;
  readonly seals: Seals;
  /** The browsers that take notices. */
  readonly browsers: PushBrowsers;
  /** A person said something: files that people edit are read again. */
  readonly invalidateReads: () => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Services with the storage of dialogs opened. */
export interface StoredServices extends Services {
  readonly storage: Storage;
}

/** Makes the services of a runtime; `openStorage` adds the storage. */
export function createServices(options: OpenOptions): Services {
  const { rtws, env, now = Date.now } = options;
  const looks = createReadWindow(LOOK_LASTS_MS, () => performance.now());
  const cache = createTurnCache(looks.current);
  const log = createLog({
    env,
    now,
    later: (ms, work) => void setTimeout(work, ms).unref(),
    ...pick(options, 'log'),
    ...pick(options, 'logLevel'),
    secrets: cache.remember(() => [...models.givenKeys(), ...mcpServers.secrets()]),
  });
  const language = workLanguage(options.language ?? env.DOMINDS_LANG);
  const minds = createMinds({
    rtws,
    language: () => language,
    env,
    files: diskFiles,
    now,
    cache,
    onTeamUnread: ({ file, fault }) => {
      const { message, remedy } = sayFault(fault, 'en');
      log.warn(`${file}: ${message} — ${remedy}`);
    },
    ...pick(options, 'unsaved'),
    ...pick(options, 'keptTeams'),
  });
  const policies = createPolicies(() => options.policies?.(), log);
  const newId = createIds(now, Math.random);
  const agents = openAgents(options, { policies, newId });
  const models = createModels({
    rtws,
    env,
    cache,
    agent: agents.agent,
    mayAsk: url => mayAsk(url, options),
    settings: options.settings,
    delay,
    elapsed: timers.now,
    ...pick(options, 'apiKey'),
    ...pick(options, 'storedKeys'),
    ...pick(options, 'editorModels'),
    ...pick(options, 'demoPlaybook'),
    ...pick(options, 'proxies'),
  });
  const { onServerWanted } = options;
  const serverConsent = onServerWanted && createServerConsent({ rtws, env, cache, onWanted: onServerWanted });
  const mcpServers = openMcpServers(options, {
    minds,
    policies,
    log,
    ...(serverConsent && { consent: serverConsent }),
  });
  const seals = createSeals(rtws, personalFolder(env));
  return {
    options,
    rtws,
    minds,
    language,
    models,
    mcpServers,
    serverConsent,
    agents,
    policies,
    feed: createFeed(error => log.error('a view failed', error)),
    log,
    newId,
    invalidateReads: looks.anew,
    seals,
    browsers: createPushBrowsers(personalFolder(env), { seals, now }),
    now,
  };
}

/** Says once that there are no built-in texts in the work language. */
export function tellLanguage({ language, log }: Pick<Services, 'language' | 'log'>): void {
  if (hasBuiltInTexts(language)) return;
  const { name, tag } = language;
  log.info(`members work in ${name} (${tag}); built-in texts do not exist in it and are English`);
}

/** What a model server that the folder's files name may be sent before the folder is trusted (SPEC 18.6). */
function mayAsk(url: string, { env, isUntrusted, trustedActs }: OpenOptions): 'yes' | 'without-key' | 'no' {
  const act = modelAct(url, env);
  if (!act || (trustedActs?.has(act) ?? !isUntrusted)) return 'yes';
  return serverStanding(env, url) === 'local' ? 'without-key' : 'no';
}
