// By which ways people are told (SPEC 21.2): as the folder says, the person's own file, their settings, and browsers of
// theirs.
import { joinNotify, type NotifySaid, type NotifySettings } from '../../core/notices/notify.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { holdLast } from '../../minds/files/held-reading.ts';
import type { TextFile } from '../../minds/files/text-files.ts';
import { emptyNotifyFile, type NotifyFile, notifyFilePath } from '../../minds/times/notify-file.ts';
import { parseNotifyFile } from '../../minds/times/parse-notify.ts';
import { personalFolder, readPersonal } from '../folder/personal-folder.ts';
import type { Services } from '../services.ts';
import { noticeAct, type TrustedActs, tellAct } from '../trust/folder-acts.ts';
import type { PushBrowsers } from './browsers.ts';

/** The person's own file, in their folder. */
const OWN_FILE = 'notify.yaml';
/** The place of browsers, as people are shown it. */
const BROWSERS = 'dominds serve';
/** The setting of the editor, which has the same form. */
const SETTING = 'dominds.notify';

export interface NotifySources {
  /** All ways. The person's own file counts before their setting, and that before the folder's file. */
  settings(): NotifySettings;
  /** The place of each transport by its name: a file, or a setting. */
  places(): ReadonlyMap<string, string>;
  /** Faults of the person's own file and setting. */
  problems(): readonly FileProblem[];
}

/** Reads all places anew at each call; only texts that changed are parsed. */
export function createNotifySources({
  minds,
  options,
  browsers,
}: {
  readonly minds: Pick<Services['minds'], 'notify'>;
  readonly options: Pick<Services['options'], 'env' | 'notify' | 'isUntrusted' | 'trustedActs'>;
  readonly browsers: Pick<PushBrowsers, 'list'>;
}): NotifySources {
  const { env } = options;
  const read = (file: string) =>
    remembered(
      holdLast({
        path: file,
        read: said =>
          said.kind === 'text' ? parseNotifyFile(said.text, { env, mayRun: true, file }) : emptyNotifyFile,
      }),
    );
  const ownFile = read(OWN_FILE);
  const setting = read(SETTING);
  const own = () => ownFile(readPersonal(personalFolder(env), OWN_FILE));
  const set = () => setting(textOf(options.notify?.read()));
  const all = (): readonly { readonly place: string; readonly said: NotifySaid }[] => {
    // Notices of the folder carry addresses that answer questions, those about permission too.
    const folder = options.isUntrusted && !options.trustedActs ? emptyNotifyFile : minds.notify();
    return [
      { place: notifyFilePath, said: trustedOf(folder.said, options.trustedActs) },
      { place: SETTING, said: set().said },
      { place: OWN_FILE, said: own().said },
      { place: BROWSERS, said: { transports: browsers.list() } },
    ];
  };
  const settings = () => joinNotify(all().map(({ said }) => said));
  return {
    settings,
    places() {
      const places = all().flatMap(({ place, said }) => said.transports.map(() => place));
      return new Map(settings().transports.map(({ name }, index) => [name, places[index] ?? '']));
    },
    problems: () => [set(), own()].flatMap(({ problems }) => problems),
  };
}

/** Addresses and secrets of notices that variables of the environment hold: members read none of them. */
export function noticeSecrets(
  env: NodeJS.ProcessEnv,
  sources: Parameters<typeof createNotifySources>[0],
): readonly string[] {
  const values = new Set(Object.values(env));
  return createNotifySources(sources)
    .settings()
    .transports.flatMap(each => [each.target, 'secret' in each ? (each.secret ?? undefined) : undefined])
    .filter(value => value !== undefined && value !== '' && values.has(value)) as string[];
}

/** The transports of the folder that the person saw, and of what it says of all notices nothing that they did not. */
function trustedOf(said: NotifySaid, trusted: TrustedActs | undefined): NotifySaid {
  if (!trusted) return said;
  const transports = said.transports.filter(each => trusted.has(noticeAct(each)));
  const told = tellAct(said);
  if (!told || trusted.has(told)) return { ...said, transports };
  const { content, baseUrl, ...limits } = said;
  return { ...limits, ...(content === 'none' && { content }), transports };
}

/** JSON is YAML; nothing is set by an empty object. */
function textOf(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return text === '{}' || text === 'null' ? undefined : text;
}

/** Reads only what is another text than before. */
function remembered(read: (file: TextFile) => NotifyFile): (text: string | undefined) => NotifyFile {
  let last: { readonly text: string | undefined; readonly file: NotifyFile } | undefined;
  return text => {
    if (!last || last.text !== text)
      last = { text, file: read(text === undefined ? { kind: 'missing' } : { kind: 'text', text }) };
    return last.file;
  };
}
