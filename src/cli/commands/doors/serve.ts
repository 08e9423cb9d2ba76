// `serve`: the panels as pages for a browser, until Ctrl-C (SPEC 21.1).
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import pkg from '../../../../package.json' with { type: 'json' };
import { errorTrace } from '../../../core/base/thrown.ts';
import { PagesInView } from '../../../pages/pages-in-view.ts';
import { type ActingRuntime, createPersonalSeals } from '../../../runtime.ts';
import type { Served, ServeOptions } from '../../../serve/server.ts';
import type { ProgramDoor } from '../../../serve/token-endpoint.ts';
import { USUAL_PORT } from '../../../serve/usual-port.ts';
import type { Command, CommandCall } from '../../command.ts';
import { type ExitCode, exitCodes } from '../../exit-code.ts';
import { refused, withRuntime, wrongUsage } from '../../open.ts';
import { readCertificate } from '../../read-certificate.ts';

const MCP_PATH = '/mcp';

export const serve: Command = {
  name: 'serve',
  usage: '[--host h] [--port n] [--drive] [--view-token] [--mcp] [--behind-proxy] [--tls-cert file --tls-key file]',
  helpValues: { port: USUAL_PORT },
  args: [],
  options: {
    host: { type: 'string' },
    port: { type: 'string' },
    drive: { type: 'boolean' },
    'view-token': { type: 'boolean' },
    mcp: { type: 'boolean' },
    'behind-proxy': { type: 'boolean' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
  },
  values: { '--tls-cert': 'file', '--tls-key': 'file' },
  run(call) {
    const port = portOf(call.flags.text('port'));
    if (port === undefined) return Promise.resolve(wrongUsage(call, { id: 'not-a-port' }));
    const mode = call.flags.isSet('drive') ? 'drive' : 'read';
    const { promise: address, resolve: listening } = Promise.withResolvers<string>();
    const inView = new PagesInView();
    return withRuntime(call, mode, runtime => serveUntilInterrupted(call, { runtime, port, inView, listening }), {
      wakes: true,
      address: () => address,
      inView,
    });
  },
};

interface Serving {
  readonly runtime: ActingRuntime;
  readonly port: number;
  readonly inView: PagesInView;
  /** Told where it is reached. */
  readonly listening: (address: string) => void;
}

async function serveUntilInterrupted(
  call: CommandCall,
  { runtime, port, inView, listening }: Serving,
): Promise<ExitCode> {
  const tls = readCertificate(call);
  if (!tls.ok) return refused(call, tls);
  // Loaded only here: no other command listens.
  const [{ serve: listen }, { createPlace }, { servedRtws }] = await Promise.all([
    import('../../../serve/server.ts'),
    import('../../../serve/place.ts'),
    import('../../../serve/served-rtws.ts'),
  ]);
  const place = createPlace({
    rtws: servedRtws(runtime),
    folder: call.rtws,
    inView,
    log: {
      warn: call.output.trouble,
      error: (message, error) => call.output.note(`${message}: ${errorTrace(error)}`),
    },
  });
  await place.inbox.refresh();
  const options: ServeOptions = {
    host: call.flags.text('host') ?? '127.0.0.1',
    port,
    isBehindProxy: call.flags.isSet('behind-proxy'),
    baseUrl: () => runtime.pagesUrl(),
    seals: createPersonalSeals(call.rtws, call.io.env),
    bundles: path.join(path.dirname(fileURLToPath(import.meta.url)), 'webview'),
    now: Date.now,
    ...(call.flags.isSet('mcp') && { door: await mcpDoor(call, runtime) }),
    ...(tls.files && { tls: tls.files }),
  };
  const started = await listen(place, options);
  if (!started.ok) return refused(call, started);
  const { served } = started;
  listening(served.networkAddress);
  const tell = (access: 'full' | 'view') => print(call, served, access);
  tell('full');
  if (call.flags.isSet('view-token')) tell('view');
  served.onVisit(tell);
  if (call.flags.isSet('mcp')) printMcp(call, served);
  if (call.flags.isSet('drive')) await resumeLeft(call, runtime);
  const { promise, resolve } = Promise.withResolvers<void>();
  const interrupt = call.io.onInterrupt(resolve);
  await promise;
  interrupt.dispose();
  await served.close();
  place.inbox.dispose();
  return exitCodes.ok;
}

/** Who lets this process drive lets it go on with what an earlier one left. */
async function resumeLeft({ output }: CommandCall, runtime: ActingRuntime): Promise<void> {
  const done = await runtime.perform({ kind: 'continueAll', which: 'left' });
  const roots = new Set(done.ok ? done.continued.map(({ rootId }) => rootId) : []);
  if (roots.size > 0) output.note(output.words.goesOnWith(roots.size));
}

/** The team for MCP clients. */
async function mcpDoor({ output }: CommandCall, runtime: ActingRuntime): Promise<ProgramDoor> {
  const { mcpOverHttp } = await import('../../../doors/mcp/door.ts');
  return {
    path: MCP_PATH,
    answer: mcpOverHttp({ runtime, version: pkg.version, language: output.language, warn: output.trouble }),
  };
}

function printMcp({ output }: CommandCall, served: Served): void {
  const url = `${new URL(served.invite('view').url).origin}${MCP_PATH}`;
  const token = served.programToken();
  output.json({ type: 'serving-mcp', url, token });
  output.line(`MCP: ${url} (Authorization: Bearer ${token})`);
}

function print({ output }: CommandCall, served: Served, access: 'full' | 'view'): void {
  const { url, token } = served.invite(access);
  output.json({ type: 'serving', url, token, ...(access === 'view' && { access }) });
  output.line(output.words.serving(url, access === 'view'));
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return USUAL_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}
