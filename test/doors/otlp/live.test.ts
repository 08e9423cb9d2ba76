// Traces that are sent while dialogs run: to the collector that the person's environment names, and to nobody else
// (SPEC 22.6).
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { followTraces } from '../../../src/doors/otlp/live.ts';
import { liveSettings, makerOf } from '../../../src/doors/otlp/settings.ts';
import { openRuntime } from '../../../src/runtime.ts';
import { runDominds, settledOf } from '../../cli/run-support.ts';
import { fakeRuntime } from '../../support/fake-runtime.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';
import { story } from './support.ts';

interface Collected {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('live traces', () => {
  let workspace: TempWorkspace;
  const received: Collected[] = [];
  const collector = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    received.push({ path: `${request.url}`, headers: request.headers, body });
    response.writeHead(status).end('{}');
  });
  let status = 200;
  let endpoint = '';
  before(async () => {
    await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  });
  after(() => {
    collector.close();
    collector.closeAllConnections();
  });
  beforeEach(async () => {
    status = 200;
    received.length = 0;
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members:\n  lead: {diligence-push-max: 0}\n  coder: {}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {agent: lead}, say: "!?@coder Write it\\n"}
  - {when: {agent: coder}, say: Written.}
  - {when: {agent: lead}, say: "!?@human SECRET?\\n"}
  - {when: {agent: lead}, say: Good.}
`,
    });
  });
  afterEach(() => workspace.remove());

  const dominds = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    runDominds([...argv, '--json'], { openRuntime, cwd: workspace.folder, env });
  const names = () =>
    received.flatMap(({ body }) =>
      JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.map(({ name }: { name: string }) => name),
    );

  it('are sent when their spans end, over several runs of the program, and hold no text', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue%20one' };
    const asked = settledOf(await dominds(['start', 'go'], env));
    assert.deepEqual(names(), ['chat playbook', 'chat playbook', 'invoke_agent coder', 'wait coder', 'chat playbook']);
    assert.deepEqual([received[0]?.path, received[0]?.headers['x-team']], ['/v1/traces', 'blue one']);
    received.length = 0;
    await dominds(['answer', `${asked.questions[0]?.id}`, 'yes'], env);
    // The wait began in the process before.
    assert.deepEqual(names(), ['wait person', 'chat playbook']);
    assert.equal(
      received.some(({ body }) => body.includes('SECRET')),
      false,
    );
  });

  it('are the spans of an export of the same dialog', async () => {
    const { rootId } = settledOf(await dominds(['start', 'go'], { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }));
    const { stdout } = await dominds(['export', rootId, '--format', 'otlp']);
    const exported = new Map<string, unknown>(
      JSON.parse(stdout).resourceSpans[0].scopeSpans[0].spans.map((span: { spanId: string }) => [span.spanId, span]),
    );
    for (const { body } of received) {
      for (const span of JSON.parse(body).resourceSpans[0].scopeSpans[0].spans) {
        assert.deepEqual(span, exported.get(span.spanId));
      }
    }
  });

  it('go nowhere unless the person names an endpoint', async () => {
    await dominds(['start', 'go'], { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' });
    await dominds(['start', 'go']);
    assert.deepEqual(received, []);
  });

  it('disturb nothing when the collector refuses them: it is said once', async () => {
    status = 503;
    const { stderr, code } = await dominds(['start', 'go'], { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    assert.equal(code, 3);
    assert.equal(stderr.match(/traces are not taken by 127\.0\.0\.1:\d+: HTTP 503/g)?.length, 1);
  });

  it('hold up the end of nothing when the collector is silent', async () => {
    const { dialogs } = await story();
    const { runtime, publish } = fakeRuntime({ drives: () => true });
    const timers = new Set<() => void>();
    const warnings: string[] = [];
    let requests = 0;
    const traces = followTraces(
      runtime,
      { url: 'http://silent.test/v1/traces', headers: {}, content: 'none', maker: makerOf({}, '1') },
      {
        fetch: (_, init) => {
          requests += 1;
          const { promise, reject } = Promise.withResolvers<Response>();
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          return promise;
        },
        after(_, work) {
          timers.add(work);
          return () => timers.delete(work);
        },
        warn: message => warnings.push(message),
      },
    );
    for (let times = 0; times < 2_000; times++) {
      for (const { rootId, selfId, courses } of dialogs)
        for (const record of courses.flatMap(({ records }) => records))
          publish({ type: 'recorded', rootId, selfId, seq: 1, record });
    }
    const closed = traces.close();
    while (requests === 0) await nextTurn();
    for (const work of timers) work();
    await closed;
    assert.equal(requests, 1);
    assert.deepEqual(warnings, [
      'traces are not taken by silent.test: it is too slow',
      'traces are not taken by silent.test: it does not answer',
    ]);
  });

  /** Traces over a collector that is answered by hand. */
  async function followed() {
    const { dialogs } = await story();
    const { runtime, publish } = fakeRuntime({ drives: () => true });
    const timers = new Set<() => void>();
    const sent: string[][] = [];
    const replies: (() => void)[] = [];
    const warnings: string[] = [];
    const traces = followTraces(
      runtime,
      { url: 'http://slow.test/v1/traces', headers: {}, content: 'none', maker: { service: 'x', version: '1' } },
      {
        fetch: (async (_: string, { body = '' }: { readonly body?: string }) => {
          const [{ scopeSpans }] = JSON.parse(body).resourceSpans;
          sent.push(
            scopeSpans[0].spans.map(({ startTimeUnixNano }: { startTimeUnixNano: string }) => startTimeUnixNano),
          );
          await new Promise<void>(resolve => replies.push(resolve));
          return new Response('{}');
        }) as typeof fetch,
        after(_, work) {
          const once = () => {
            timers.delete(once);
            work();
          };
          timers.add(once);
          return () => timers.delete(once);
        },
        warn: message => warnings.push(message),
      },
    );
    const [{ rootId, selfId } = assert.fail()] = dialogs;
    /** A generation that begins and ends at that second. */
    const generation = (second: number) => {
      const at = new Date(second * 1_000).toISOString();
      for (const kind of ['generationStarted', 'generationEnded']) {
        const fact = { kind, n: second + 2, at, genseq: second, outcome: 'complete' };
        publish({ type: 'recorded', rootId, selfId, seq: 1, record: fact as unknown as CourseRecord });
      }
    };
    const identity = { kind: 'root', agentId: 'lead', mode: 'plain' };
    const first = { kind: 'dialogCreated', n: 1, at: new Date(0).toISOString(), identity } as unknown as CourseRecord;
    publish({ type: 'recorded', rootId, selfId, seq: 1, record: first });
    const settle = async () => {
      for (let turns = 0; turns < 10; turns++) await nextTurn();
    };
    const due = () => {
      for (const work of timers) work();
    };
    return { traces, sent, replies, warnings, generation, settle, due };
  }

  it('go on when the spans of a moment went with an earlier request', async () => {
    const { sent, replies, generation, settle, due } = await followed();
    generation(1);
    await settle();
    due();
    generation(2);
    await settle();
    replies.shift()?.();
    await settle();
    replies.shift()?.();
    await settle();
    // The second one was taken along; its time comes with nothing left to send.
    due();
    generation(3);
    await settle();
    due();
    assert.deepEqual(sent, [['1000000000'], ['2000000000'], ['3000000000']]);
  });

  it('keep the newest spans while a collector is slow, and say once that others were dropped', async () => {
    const { traces, sent, replies, warnings, generation, settle, due } = await followed();
    generation(0);
    await settle();
    due();
    for (let second = 1; second <= 5_000; second++) generation(second);
    const closed = traces.close();
    await settle();
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    while (!isClosed) {
      replies.shift()?.();
      await nextTurn();
    }
    const [, ...later] = sent;
    assert.deepEqual(
      later.flat(),
      Array.from({ length: 4_096 }, (_, index) => `${index + 905}000000000`),
    );
    assert.deepEqual(warnings, ['traces are not taken by slow.test: it is too slow']);
  });

  it('are not sent where the environment says none, or names a protocol that is not spoken', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    assert.equal(liveSettings({ ...env, OTEL_TRACES_EXPORTER: 'none' }), undefined);
    assert.deepEqual(liveSettings({ ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }), {
      url: `${endpoint}/v1/traces`,
      headers: {},
      content: 'none',
    });
    const { stderr } = await dominds(['start', 'go'], { ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    assert.match(stderr, /traces are not sent: grpc is not spoken here; set OTEL_EXPORTER_OTLP_PROTOCOL to http\/json/);
    assert.deepEqual(received, []);
  });

  it('have an address, headers and content of their own where the environment says so', () => {
    assert.deepEqual(
      liveSettings({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:4318',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b/traces',
        OTEL_EXPORTER_OTLP_HEADERS: 'a=1,broken,=2',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=%',
        OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
      }),
      { url: 'http://b/traces', headers: { a: '1', b: '%' }, content: 'all' },
    );
    assert.deepEqual(makerOf({ OTEL_SERVICE_NAME: 'team', OTEL_RESOURCE_ATTRIBUTES: 'env=dev' }, '1'), {
      service: 'team',
      version: '1',
      attributes: { env: 'dev' },
    });
  });
});
