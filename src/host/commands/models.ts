// Choose Model, Set API Key, Test Connection, Try the Demo: what makes a team able to talk (SPEC 10.1, 10.2, 13.2).
import { randomUUID } from 'node:crypto';
import { commands, ProgressLocation, type QuickPickItem, type Uri, window } from 'vscode';
import { type AgentId, isRootRef, rootRef } from '../../core/base/ids.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { type Member, visibleMembers } from '../../core/team/team.ts';
import { originOf } from '../../core/text/origin-of.ts';
import { iconText, memberName } from '../../pages/member-name.ts';
import type { ActingRuntime, ModelChoice, Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { effortName } from '../models/model-items.ts';
import {
  askApiKey,
  askForAddress,
  connect,
  type Picking,
  pickAtPlace,
  pickEffort,
  pickModel,
} from '../models/pick-model.ts';
import { answersInWords, connectionReportText, reportHeading } from '../models/report-text.ts';
import { type ForWhom, isNamedHere, writeChoice } from '../models/write-choice.ts';
import { type Prompts, prompting } from '../notices/prompts.ts';
import { showInformation, showWarning } from '../notices/show.ts';
import { readApiKey, storeApiKey } from '../settings/api-key.ts';
import { interruptionWords, t } from '../words.ts';
import { beginning, reading } from './command.ts';
import { dialogOfTarget } from './target.ts';

const OPENAI = 'https://api.openai.com/v1';

/** Picks a model and makes it hold, for all folders or for the member that `target` names, or as the person picks. */
export function chooseModel(host: Host, target: unknown): Promise<void> {
  const agentId = memberIn(target);
  return chooseFor(host, agentId === undefined ? undefined : { agentId });
}

/** The same for this workspace alone. */
export function chooseWorkspaceModel(host: Host): Promise<void> {
  return chooseFor(host, 'workspace');
}

function chooseFor(host: Host, known: ForWhom | undefined): Promise<void> {
  return reading(host, async runtime => {
    const chosen = await prompting(async prompts => {
      const whom = known ?? (await pickWhom(prompts, runtime, host.rtws.folder));
      if (whom === undefined) return undefined;
      const picking = { prompts, runtime, extension: host.extension };
      const picked = await pickModel(picking, titleFor(runtime, whom));
      const choice = picked === 'demo' ? picked : picked && (await pickEffort(picking, picked));
      return choice && { choice, whom };
    });
    if (chosen?.choice === 'demo') return void commands.executeCommand('dominds.tryDemo');
    return chosen && use(host, runtime, chosen.choice, chosen.whom);
  });
}

/**
 * Asks for the key of a server, tries it, and goes on to its models: the one of `target.baseUrl`, or that which the
 * dialog or member of `target` asks, else one that is picked.
 */
export function setApiKey(host: Host, target: unknown): Promise<void> {
  return reading(host, async runtime => {
    const agentId = memberIn(target) ?? (await memberOfDialog(runtime, target));
    const known = addressIn(target) ?? (agentId === undefined ? undefined : configuredServer(runtime, agentId));
    const choice = await prompting(async prompts => {
      const picking = { prompts, runtime, extension: host.extension };
      const baseUrl = known ?? (await pickServer(picking));
      if (baseUrl === undefined) return undefined;
      const key = await askApiKey(picking, baseUrl);
      if (key === undefined) return undefined;
      if (key.trim() === '') {
        await storeApiKey(host.extension, baseUrl, '');
        return void showInformation(t('The stored API key was removed.'));
      }
      const place = await connect(picking, { baseUrl, key });
      if (!place) return undefined;
      if (originOf(runtime.models.configured(agentId).baseUrl ?? OPENAI) === originOf(place.baseUrl ?? baseUrl))
        return void offerToGoOn(runtime, t('The API key is stored and used from now on.'));
      const picked = await pickAtPlace(prompts, place);
      return picked && pickEffort(picking, picked);
    });
    return choice && use(host, runtime, choice, 'everywhere');
  });
}

/** Asks the model of a member for one word and shows all that was tried (SPEC 10.3). */
export function showConnectionTest(host: Host, target: unknown): Promise<void> {
  return reading(host, async runtime => {
    const refused = host.rtws.refusalToDrive();
    if (refused) return refused;
    const options = { location: ProgressLocation.Notification, title: t('Testing the connection'), cancellable: true };
    const report = await window.withProgress(options, (_progress, cancel) => {
      const abort = new AbortController();
      cancel.onCancellationRequested(() => abort.abort());
      return runtime.models.test(memberIn(target), AbortSignal.any([abort.signal, AbortSignal.timeout(TEST_MS)]));
    });
    const detail = connectionReportText(report, t, interruptionWords);
    host.log.info(`${reportHeading(report, t)}\n${detail}`);
    const ways = report.ok ? [] : [t('Choose Model'), t('Set API Key')];
    const show = report.ok ? showInformation : showWarning;
    void show(reportHeading(report, t), { modal: true, detail }, ...ways).then(chosen => {
      if (chosen === t('Choose Model')) return commands.executeCommand('dominds.chooseModel');
      return chosen === t('Set API Key') ? commands.executeCommand('dominds.setApiKey', target) : undefined;
    });
    return undefined;
  });
}

const TEST_MS = 60_000;

/** Asks a model that was just chosen for one call, and says so if it answers in words only (SPEC 23.15). */
async function warnOfWordsOnly(host: Host, runtime: ActingRuntime, agentId: string | undefined): Promise<void> {
  if (host.rtws.refusalToDrive()) return;
  const report = await runtime.models.test(agentId, AbortSignal.timeout(TEST_MS));
  if (!answersInWords(report)) return;
  const chosen = await showWarning(
    `${reportHeading(report, t)} ${t('It may be too small for the job.')}`,
    t('Choose Model'),
  );
  if (chosen !== undefined) await commands.executeCommand('dominds.chooseModel');
}

/**
 * Starts the scripted demo in its own dialog; every view marks it as scripted. The folder keeps its model (SPEC 13.13).
 */
export function tryDemo(host: Host): Promise<void> {
  return beginning(host, async runtime => {
    const started = await runtime.perform({
      kind: 'start',
      text: t('Show me how a team works.'),
      msgId: randomUUID(),
      demo: true,
    });
    if (started.ok) host.panels.open(rootRef(started.rootId));
    return started;
  });
}

export async function getStarted(): Promise<void> {
  await commands.executeCommand('workbench.action.openWalkthrough', 'dominds.dominds#dominds.start', false);
}

async function use(host: Host, runtime: ActingRuntime, choice: ModelChoice, whom: ForWhom): Promise<Outcome<object>> {
  const { folder } = host.rtws;
  if (!folder) return { ok: true };
  const agentId = typeof whom === 'string' ? undefined : whom.agentId;
  const written = await writeChoice({ runtime, folder }, choice, whom);
  if (!written.ok) return written;
  host.rtws.choicesChanged();
  void warnOfWordsOnly(host, runtime, agentId).catch(error => host.log.error(error));
  const { from } = runtime.models.configured(agentId);
  if (from.provider === 'environment') {
    const text = t('Saved, but {0} in the environment overrides it.', 'DOMINDS_PROVIDER, OPENAI_BASE_URL');
    void showWarning(text);
  } else if (!(await isSaidInFront(host, runtime))) void offerToGoOn(runtime, chosenText(choice));
  return written;
}

/**
 * True if the panel in front already shows that its dialog can continue, and no other dialog waits for a model (SPEC
 * 13.13).
 */
async function isSaidInFront({ panels }: Host, runtime: Runtime): Promise<boolean> {
  const front = panels.active;
  if (!front || !isRootRef(front) || (await runtime.questions()).some(({ kind }) => kind === 'provider')) return false;
  const waiting = runtime.listRoots({ status: 'running' }).filter(waitsForPerson);
  return waiting.length === 1 && waiting[0]?.rootId === front.rootId && waiting[0].state === 'interrupted';
}

/** What is at work need not be continued. */
function waitsForPerson({ needsDrive, state, pause }: RootSummary): boolean {
  const isAtWork = state === 'generating' && !pause;
  return state === 'interrupted' || (needsDrive && !isAtWork);
}

function chosenText(choice: ModelChoice): string {
  const name = nameOf(choice);
  const effort = choice.kind === 'endpoint' ? choice.effort : undefined;
  return effort === undefined
    ? t('Now using {0}.', name)
    : t('Now using {0}. Thinking: {1}.', name, effortName(effort, t));
}

function nameOf(choice: ModelChoice): string {
  switch (choice.kind) {
    case 'editor':
      return choice.model;
    case 'endpoint':
      return choice.model ?? originOf(choice.baseUrl) ?? choice.baseUrl;
  }
}

/** Says that it is done; dialogs that wait for a model can go on, those that were asked about it among them. */
async function offerToGoOn(runtime: ActingRuntime, message: string): Promise<void> {
  const asked = (await runtime.questions()).filter(({ kind }) => kind === 'provider');
  const waiting = runtime.listRoots({ status: 'running' }).some(waitsForPerson);
  const goOn = t('Continue All');
  const test = t('Test Connection');
  const ways = waiting || asked.length > 0 ? [goOn, test] : [test];
  const chosen = await showInformation(message, ...ways);
  if (chosen === test) await commands.executeCommand('dominds.testConnection');
  if (chosen !== goOn) return;
  for (const { id } of asked) {
    await runtime.perform({ kind: 'answer', questionId: id, content: 'other model', msgId: `other-model-${id}` });
  }
  await commands.executeCommand('dominds.continueAll');
}

function titleFor(runtime: Runtime, whom: ForWhom): string {
  if (whom === 'everywhere') return t('Choose Model');
  if (whom === 'workspace') return t('Choose the model of this workspace');
  return t('Choose the model of {0}', memberName(runtime, whom.agentId as AgentId));
}

async function pickWhom(prompts: Prompts, runtime: Runtime, folder: Uri | undefined): Promise<ForWhom | undefined> {
  // Agents of other vendors have models of their own.
  const members = visibleMembers(runtime.team().team).filter(({ acp }) => acp === undefined);
  if (members.length <= 1) return 'everywhere';
  const item = (label: string, whom: ForWhom, member?: Member): QuickPickItem & { whom: ForWhom } => {
    const { model, type } = runtime.models.configured(member?.id);
    const description = model ?? type;
    return { label, whom, ...(description !== undefined && { description }) };
  };
  const own = members.map(member => item(`${iconText(member.icon)}${member.name}`, { agentId: member.id }, member));
  const all =
    folder && isNamedHere(runtime, folder)
      ? [item(t('The whole folder'), 'everywhere')]
      : [item(t('All folders'), 'everywhere'), item(t('This workspace only'), 'workspace')];
  const picked = await prompts.pick([...all, ...own], {
    title: t('Choose Model'),
    placeHolder: t('For whom?'),
  });
  return picked?.whom;
}

/** The servers that a key can be for: the configured ones, every preset that needs one, and any other address. */
async function pickServer({ prompts, runtime, extension }: Picking): Promise<string | undefined> {
  const configured = configuredServer(runtime);
  const own = configured === undefined ? [] : [{ name: t('Configured here'), baseUrl: configured }];
  const known = runtime.models.presets.filter(preset => preset.needsKey && !preset.baseUrl.includes('{'));
  const items = await Promise.all(
    [...own, ...known].map(async ({ name, baseUrl: address }) => ({
      label: name,
      description:
        (await readApiKey(extension, address)) === undefined ? address : `${address} · ${t('a key is stored')}`,
      address,
    })),
  );
  const other = { label: t('Another OpenAI-compatible server'), description: '', address: undefined };
  const picked = await prompts.pick([...items, other], {
    title: t('Set API Key'),
    placeHolder: t('Which server is the key for? It is only ever sent there.'),
    matchOnDescription: true,
  });
  if (picked === undefined || picked.address !== undefined) return picked?.address;
  return askForAddress(prompts, {});
}

function memberIn(target: unknown): string | undefined {
  const { agentId, memberId } = (target ?? {}) as Record<string, unknown>;
  const id = agentId ?? memberId;
  return typeof id === 'string' ? id : undefined;
}

async function memberOfDialog(runtime: Runtime, target: unknown): Promise<string | undefined> {
  const dialog = dialogOfTarget(target);
  const viewed = dialog && (await runtime.view(dialog));
  return viewed?.ok ? viewed.view.state.identity.agentId : undefined;
}

/** The server that a member asks, or the folder; undefined for one that takes no key. */
function configuredServer({ models }: Runtime, agentId?: string): string | undefined {
  const { type, baseUrl } = models.configured(agentId);
  return type === 'vscode-lm' || type === 'playbook' ? undefined : baseUrl;
}

function addressIn(target: unknown): string | undefined {
  const { baseUrl } = (target ?? {}) as Record<string, unknown>;
  return typeof baseUrl === 'string' ? baseUrl : undefined;
}
