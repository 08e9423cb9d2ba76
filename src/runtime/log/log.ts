// The log of a runtime: to whoever opened it, and, while this process drives, to a file of the storage (SPEC 13.2,
// 18.3). Says who did what and why it stopped, never what was said; keys and what looks like one are left out.

import { errorTrace } from '../../core/base/thrown.ts';
import { redact } from '../../core/text/secrets.ts';
import type { LogFile } from '../../store/storage.ts';

/** From what matters most to what matters least. */
const logLevels = ['error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

/** A log that also goes to a file, if there is one, between `begin` and `end`. */
export interface RuntimeLog extends Log {
  begin(file: LogFile | undefined): void;
  end(): void;
}

/** Lines are gathered for so long, and cleaned together; an error is stored at once. */
const GATHER_MS = 200;

/** Stands between texts that are cleaned together: no secret and no pattern of one goes across it. */
const BETWEEN = '\n\0\n';

export interface LogOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Where it goes besides its file. */
  readonly log?: Pick<Log, 'info' | 'error'> & Partial<Log>;
  /** From which level on lines go into the file, or `off`; absent: `DOMINDS_LOG`, else `info`. */
  readonly logLevel?: () => string | undefined;
  /** Secrets besides those that the names of the environment tell, as they are now. */
  readonly secrets?: () => readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Runs work a little later. */
  readonly later: (ms: number, work: () => void) => void;
}

/** A log without a file until `begin`. */
export function createLog({ env, log, logLevel, secrets, now, later }: LogOptions): RuntimeLog {
  let file: LogFile | undefined;
  const inEnvironment = secretsOf(env);
  const clean = (text: string) => redact(text, [...inEnvironment, ...(secrets?.() ?? [])]);
  let gathered: { readonly begin: string; readonly message: string }[] = [];
  let isPlanned = false;
  const store = () => {
    isPlanned = false;
    if (gathered.length === 0) return;
    const texts = clean(gathered.map(({ message }) => message).join(BETWEEN)).split(BETWEEN);
    file?.append(
      gathered.map(({ begin }, index) => `${begin} ${(texts[index] ?? '').replaceAll('\n', '\n  ')}\n`).join(''),
    );
    gathered = [];
  };
  const keep = (level: LogLevel, message: string) => {
    const begin = `${new Date(now()).toISOString()} ${level.padEnd(5)}`;
    gathered.push({ begin, message: message.replaceAll('\0', '') });
    if (level === 'error') return store();
    if (isPlanned) return;
    isPlanned = true;
    later(GATHER_MS, store);
  };
  const isKept = (level: LogLevel) => {
    const upTo = levelOf(logLevel?.() ?? env.DOMINDS_LOG);
    return file !== undefined && logLevels.indexOf(level) <= logLevels.indexOf(upTo as LogLevel);
  };
  // Unread lines are not cleaned: most lines are for level `debug`.
  const tell = (level: LogLevel, message: string, hear: ((text: string) => void) | undefined) => {
    hear?.(clean(message));
    if (isKept(level)) keep(level, message);
  };
  return {
    debug: message => tell('debug', message, log?.debug?.bind(log)),
    info: message => tell('info', message, log?.info.bind(log)),
    warn: message => tell('warn', message, (log?.warn ?? log?.info)?.bind(log)),
    error: (message, error) =>
      tell('error', error === undefined ? message : `${message}: ${errorTrace(error)}`, log?.error.bind(log)),
    begin(opened) {
      file = opened;
    },
    end() {
      store();
      file?.close();
      file = undefined;
    },
  };
}

/** `off` writes nothing; an unknown level counts as `info`. */
function levelOf(name: string | undefined): LogLevel | 'off' {
  return name === 'off' ? 'off' : (logLevels.find(level => level === name) ?? 'info');
}

/** Values of the environment that may be secrets: more than records hide, since a log loses nothing by it. */
function secretsOf(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    /KEY|TOKEN|SECRET|PASSWORD/i.test(name) && value.length >= 8 ? [value] : [],
  );
}
