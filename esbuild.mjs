// Bundles the extension, the command line and every webview into dist/.
// `--production` minifies and keeps the source maps apart; `--watch` rebuilds on change; `--list` writes nothing and prints the
// files that end up in a bundle, as JSON.
import { createHash } from 'node:crypto';
import { chmod, glob, readFile, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import esbuild from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const listing = process.argv.includes('--list');

// zod brings its messages in forty languages; ours are English.
const englishOnly = {
  name: 'english-only',
  setup(build) {
    const filter = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/;
    build.onLoad({ filter }, () => ({ contents: "export { default as en } from './en.js';" }));
  },
};

// For Node the YAML library comes as CommonJS, of which a bundler can drop nothing; its modules for browsers do the same.
const yamlModules = {
  name: 'yaml-modules',
  setup(build) {
    const path = fileURLToPath(new URL('../browser/dist/index.js', import.meta.resolve('yaml')));
    build.onResolve({ filter: /^yaml$/ }, () => ({ path, sideEffects: false }));
  },
};

// What synchronous code needs late. Each is a file of its own in dist/: sources import it like any other, and only the getters of
// these modules ask for the file. It has copies of what it imports, so it holds no state and no class that is compared.
const late = await lateTable({
  re2js: 're2js',
  diff: 'diff',
  croner: 'croner',
  'prompt-zh': './src/core/prompt/words/zh/words.ts',
  'words-zh': './src/words/zh/words.ts',
  'cli-words-zh': './src/words/zh/command-line.ts',
  'cli-wide-text': './src/cli/print/wide-text.ts',
  'guess-encoding': './src/tools/files/guess-encoding.ts',
  'shell-line': './src/tools/shell-line/line-actions.ts',
});
// In the editor English words wait as well, for the first request and the first refusal; so does what few dialogs ask for.
const lateInEditor = await lateTable({
  'prompt-en': './src/core/prompt/words/en/words.ts',
  'words-en': './src/words/en/words.ts',
  'draft-rules': './src/core/draft/rules.ts',
  'domain-rules': './src/core/belief/domain/rules.ts',
  'belief-text': './src/core/prompt/belief-text.ts',
  'import-rules': './src/runtime/folder/import-rules.ts',
  'check-storage': './src/store/files/health/check-storage.ts',
  'connection-test': './src/runtime/models/connection-test.ts',
  'model-edits': './src/runtime/models/model-edits.ts',
  'model-items': './src/host/models/model-items.ts',
  'report-text': './src/host/models/report-text.ts',
  'yaml-place': './src/host/language/yaml-place.ts',
  'failure-class': './src/llm/failures/failure-class.ts',
  'ignored-files': './src/minds/files/ignored-files.ts',
  'unknown-tools': './src/minds/team/unknown-tools.ts',
  'team-schema': './src/minds/team/team-schema.ts',
  'llm-schema': './src/minds/models/llm-schema.ts',
  'parse-notify': './src/minds/times/parse-notify.ts',
  'parse-schedules': './src/minds/times/parse-schedules.ts',
  'send-notices': './src/runtime/notices/send-notices.ts',
  schedules: './src/runtime/clock/schedules.ts',
  'search-courses': './src/store/files/courses/search-courses.ts',
  wakes: './src/runtime/clock/wakes.ts',
  'export-dialog': './src/runtime/folder/export-dialog.ts',
  'form-answers': './src/core/dialog/form-answers.ts',
  'spawn-command': './src/tools/shell/spawn-command.ts',
  'playbook-provider': './src/llm/playbook/playbook-provider.ts',
  playbook: './src/llm/playbook/playbook.ts',
  presets: './src/llm/models/presets.ts',
  'belief-reasons': './src/core/belief/values/reasons.ts',
  refusals: './src/core/facts/refusals.ts',
  'tool-provider': './src/runtime/tools/tool-provider.ts',
  'shell-process': './src/tools/shell-process.ts',
  'reply-facts': './src/driver/generate/reply-facts.ts',
  'opening-ledger': './src/driver/opening-ledger.ts',
  'editor-provider': './src/llm/editor/editor-provider.ts',
  'undo-edits': './src/runtime/tools/undo-edits.ts',
  'fork-root': './src/driver/intents/fork-root.ts',
  'restore-talk': './src/driver/intents/restore-talk.ts',
  'restore-offer': './src/pages/restore.ts',
  'loose-json': './src/core/text/loose-json.ts',
  picked: './src/core/changes/picked.ts',
  'work-tree': './src/tools/work-tree/work-tree.ts',
  'make-place': './src/driver/workplaces/make.ts',
  transcript: './src/core/dialog/transcript/transcript.ts',
  'usual-names': './src/tools/usual-names.ts',
  policy: './src/core/team/policy.ts',
  'mcp-servers': './src/tools/mcp/mcp-servers.ts',
  'team-file': './src/minds/team/team-file.ts',
  generation: './src/driver/generate/generation.ts',
  'take-work': './src/driver/workplaces/take.ts',
  'prompt-files': './src/minds/prompt-files.ts',
  'editor-changes': './src/host/changes/editor-changes.ts',
  'known-servers': './src/runtime/models/known-servers.ts',
  'new-dialog': './src/pages/new-dialog.ts',
  follower: './src/runtime/roles/follower.ts',
  'hand-intents': './src/runtime/roles/hand-intents.ts',
  'mcp-file': './src/minds/servers/mcp-file.ts',
});
const askedFor = new Set();
const lateApart = filesApart('late-apart', late);
const moreApart = filesApart('more-apart', lateInEditor);

/** `{file: entry}`, an entry being a package or a source, to what is known of each: `{file: {entry, at, names}}`. */
async function lateTable(entries) {
  const known = Object.entries(entries).map(async ([file, entry]) => {
    const at = entry.startsWith('.') ? await realpath(path.join(import.meta.dirname, entry)) : entry;
    const names = entry.startsWith('.') ? await namesOf(at) : await namesUsedOf(entry, wordOf);
    return [file, { entry, at, names }];
  });
  return Object.fromEntries(await Promise.all(known));
}

/** What a source exports; it is not run, since what it imports may be there in the editor only. */
async function namesOf(source) {
  const { metafile } = await esbuild.build({ entryPoints: [source], format: 'esm', metafile: true, write: false });
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
}

/** Replaces each import of what is in the table, however its path is written, by getters for its file. */
function filesApart(name, table) {
  const files = new Map(Object.entries(table).map(([file, { at }]) => [at, file]));
  const setup = build => {
    build.onResolve({ filter: /^\.|^(re2js|diff|croner)$/ }, ({ kind, path: asked, resolveDir }) => {
      const file = files.get(asked.startsWith('.') ? path.join(resolveDir, asked) : asked);
      if (file === undefined || kind === 'entry-point') return undefined;
      askedFor.add(file);
      return { path: file, namespace: 'late' };
    });
    build.onResolve({ filter: /./, namespace: 'late' }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({ contents: lateModule(path) }));
  };
  return { name, setup };
}

// Libraries of schemas and of YAML: the runtime asks for them when it reads the first such file, or offers the first tool; the editor's
// part when a panel sends its first message, and when YAML is typed.
const memberOfZ = name => `\\bz\\s*\\.${name}\\b`;
const libraries = {
  zod: { entry: 'zod', names: await namesUsedOf('zod', memberOfZ) },
  'zod-mini': { entry: 'zod/mini', names: await namesUsedOf('zod/mini', memberOfZ) },
  yaml: { entry: 'yaml', names: await namesUsedOf('yaml', wordOf) },
};
const librariesApart = {
  name: 'libraries-apart',
  setup(build) {
    build.onResolve({ filter: /^(zod|zod\/mini|yaml)$/ }, ({ path }) => ({
      path: path.replace('/', '-'),
      namespace: 'late',
    }));
  },
};

// Of a CommonJS module every file that imports its default gets a copy of all its names, and `import` of a module of Node reads all its
// names, some of which load the rest of Node. The modules of Node that sources import are one ECMAScript module each instead, with the
// names that are used.
const builtinsOnce = {
  name: 'builtins-once',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, namespace, importer }) =>
      namespace === 'builtin' || /[\\/]node_modules[\\/]/.test(importer)
        ? undefined
        : { path, namespace: 'builtin', sideEffects: false },
    );
    build.onLoad({ filter: /./, namespace: 'builtin' }, async ({ path }) => {
      const names = (await namesUsedOf(path, wordOf)).join(', ');
      return { contents: `const it = require('${path}'); export default it; export const { ${names} } = it;` };
    });
  },
};

function wordOf(name) {
  return `\\b${name}\\b`;
}

/** What sources use of a library. `pattern` finds a name in their texts; one that is found by mistake costs some bytes. */
async function namesUsedOf(library, pattern) {
  const exported = Object.keys(await import(library));
  const texts = (await readSources()).map(([, text]) => text);
  const all = texts.filter(text => text.includes(`from '${library}'`)).join('\n');
  // `z.core` has types alone.
  return exported.filter(name => !/^(core|default)$/.test(name) && new RegExp(pattern(name)).test(all));
}

/** Of all that the bundles of the editor are made of, and by what. */
async function sourcesId() {
  const hash = createHash('sha256').update(`${production}`);
  const makers = await Promise.all(['esbuild.mjs', 'package-lock.json'].map(withText));
  for (const [file, text] of [...makers, ...(await readSources())]) hash.update(`${file}\0${text}\0`);
  return hash.digest('hex').slice(0, 16);
}

/** The sources as they are now, by their names: pairs of name and text. */
async function readSources() {
  const files = await Array.fromAsync(glob('src/**/*.ts', { cwd: import.meta.dirname }));
  return Promise.all(files.toSorted().map(withText));
}

async function withText(file) {
  return [file, await readFile(path.join(import.meta.dirname, file), 'utf8')];
}

function lateModule(file) {
  const { names } = { ...late, ...lateInEditor, ...libraries }[file];
  return `exports.__esModule = true;
for (const name of '${names.join(' ')}'.split(' '))
  Object.defineProperty(exports, name, { enumerable: true, get: () => require('./${file}.cjs')[name] });`;
}

const common = {
  absWorkingDir: import.meta.dirname,
  bundle: true,
  minify: production,
  sourcemap: production ? 'external' : 'linked',
  legalComments: 'none',
  define: {
    'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development'),
    // A build that follows edits is another after each edit.
    BUILD_ID: JSON.stringify(watch ? '' : await sourcesId()),
  },
  logLevel: 'warning',
  plugins: [englishOnly, yamlModules],
};

const openaiApart = {
  name: 'openai-apart',
  setup(build) {
    build.onResolve({ filter: /^openai$/ }, () => ({ path: './openai.cjs', external: true }));
  },
};

// What is large and needed late is a file of its own beside the extension: the runtime until a folder is opened, the client
// of model servers until a model is asked, that of MCP servers until one is needed.
const apart = {
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /\/runtime-entry\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './runtime.cjs', external: true } : undefined,
    );
    build.onResolve({ filter: /\/mcp\/loopback\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './mcp-server.cjs', external: true } : undefined,
    );
    build.onResolve({ filter: /\/serve\/in-window\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './serve.cjs', external: true } : undefined,
    );
    build.onResolve({ filter: /\/otlp\/open-live\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './otlp.cjs', external: true } : undefined,
    );
  },
};

// The same for the command line, where only these are worth it.
const clientsApart = {
  name: 'clients-apart',
  setup(build) {
    build.onResolve({ filter: /\/([a-z]+-provider|proxy-agents)\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: `./${path.split('/').at(-1).replace('.ts', '.cjs')}`, external: true }
        : undefined,
    );
    build.onResolve({ filter: /\/postgres\/engine\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './postgres.cjs', external: true } : undefined,
    );
    build.onResolve({ filter: /\/doors\/(acp\/stdio|mcp\/door)\.ts$/ }, ({ kind, path: door }) =>
      kind === 'dynamic-import' ? { path: `./cli-${door.split('/').at(-2)}.js`, external: true } : undefined,
    );
    build.onResolve({ filter: /\/mcp-client\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './mcp.cjs', external: true } : undefined,
    );
  },
};

const inEditor = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  // What is loaded late is CommonJS too: `require` reads it once, `import()` would look for its names first.
  supported: { 'dynamic-import': false },
  external: ['vscode'],
};

const entry = { ...inEditor, entryPoints: ['src/host/entry.ts'], outfile: 'dist/extension.cjs' };

const extension = {
  ...inEditor,
  entryPoints: ['src/host/extension.ts'],
  outfile: 'dist/host.cjs',
  plugins: [builtinsOnce, librariesApart, ...common.plugins, moreApart, lateApart, openaiApart, apart, clientsApart],
};

const runtime = {
  ...inEditor,
  entryPoints: ['src/host/open/runtime-entry.ts'],
  outfile: 'dist/runtime.cjs',
  plugins: [builtinsOnce, librariesApart, ...common.plugins, moreApart, lateApart, openaiApart, apart, clientsApart],
};

const modelClient = { ...inEditor, entryPoints: ['openai'], outfile: 'dist/openai.cjs' };

// Those that the table of servers loads, and agents of other vendors.
const serverClients = await readFile(path.join(import.meta.dirname, 'src/llm/http-providers.ts'), 'utf8');
const modelProviders = [
  ...new Set(Array.from(serverClients.matchAll(/import\('\.\/(.+)'\)/g), ([, file]) => `src/llm/${file}`)),
  'src/llm/agents/acp-provider.ts',
].map(entry => ({
  ...inEditor,
  entryPoints: [entry],
  outfile: `dist/${path.basename(entry, '.ts')}.cjs`,
  plugins: [...common.plugins, openaiApart],
}));

const proxyAgents = { ...inEditor, entryPoints: ['src/llm/http/proxy-agents.ts'], outfile: 'dist/proxy-agents.cjs' };

const traces = { ...inEditor, entryPoints: ['src/doors/otlp/open-live.ts'], outfile: 'dist/otlp.cjs' };

const mcpServer = {
  ...inEditor,
  entryPoints: ['src/doors/mcp/loopback.ts'],
  outfile: 'dist/mcp-server.cjs',
  plugins: [librariesApart, ...common.plugins, lateApart],
};

// The pages for a browser that a window serves.
const windowPages = {
  ...inEditor,
  entryPoints: ['src/serve/in-window.ts'],
  outfile: 'dist/serve.cjs',
  plugins: [librariesApart, ...common.plugins, moreApart, lateApart],
};

const libraryFiles = Object.entries(libraries).map(([file, { entry, names }]) => ({
  ...inEditor,
  stdin: { contents: `export { ${names.join(', ')} } from '${entry}';`, resolveDir: import.meta.dirname },
  outfile: `dist/${file}.cjs`,
}));

const lateFiles = Object.entries({ ...late, ...lateInEditor }).map(([file, { entry }]) => ({
  ...inEditor,
  entryPoints: [entry],
  outfile: `dist/${file}.cjs`,
  // A Chinese character takes three bytes instead of six.
  ...(file.endsWith('-zh') && { charset: 'utf8' }),
  // The CLI has some of these and no libraries apart.
  plugins: file in late ? common.plugins : [librariesApart, ...common.plugins, moreApart, lateApart],
}));

// `pg` asks for its native twin only when it is told to.
const postgres = {
  ...inEditor,
  entryPoints: ['src/store/postgres/engine.ts'],
  outfile: 'dist/postgres.cjs',
  external: ['pg-native', 'pg-cloudflare', 'cloudflare:sockets'],
};

const mcpClient = { ...inEditor, entryPoints: ['src/tools/mcp/mcp-client.ts'], outfile: 'dist/mcp.cjs' };

// esbuild leaves regular expressions as they are: `mustBeAscii` says what one other character costs.
const ascii = {
  name: 'ascii',
  setup(build) {
    build.onLoad({ filter: /[\\/]markdown-it\.mjs$|[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const escaped = each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return { contents: text.replaceAll(/[^\0-\x7f]/g, escaped), loader: file.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

// The entry checks the version of Node before it loads the rest, so the rest is a file of its own.
const cli = {
  ...common,
  entryPoints: { cli: 'src/cli/entry.ts' },
  outdir: 'dist',
  chunkNames: 'cli-[name]-[hash]',
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: {
    js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
  },
  plugins: [
    builtinsOnce,
    ...common.plugins,
    lateApart,
    clientsApart,
    ascii,
    { name: 'executable', setup: build => build.onEnd(makeExecutable) },
  ],
};

// What only some commands need.
const cliDoors = {
  ...cli,
  entryPoints: { 'cli-acp': 'src/doors/acp/stdio.ts', 'cli-mcp': 'src/doors/mcp/door.ts' },
  splitting: false,
  plugins: [builtinsOnce, ...common.plugins, lateApart, ascii],
};

// A browser knows the names of characters, and how hosts are written in ASCII, without tables.
const ofBrowser = { entities: 'entities.ts', 'punycode.js': 'punycode.ts' };
const tablesOfBrowser = {
  name: 'tables-of-browser',
  setup(build) {
    build.onResolve({ filter: /^(entities|punycode\.js)$/ }, ({ path: library }) => ({
      path: path.join(import.meta.dirname, 'webview/shared/text', ofBrowser[library]),
    }));
  },
};

const webviews = entryPoints => ({
  ...common,
  entryPoints,
  outdir: 'dist/webview',
  plugins: [...common.plugins, tablesOfBrowser, ascii],
  platform: 'browser',
  format: 'iife',
  target: 'chrome130',
  jsx: 'automatic',
  jsxImportSource: 'preact',
});

const builds = [
  entry,
  extension,
  runtime,
  modelClient,
  ...modelProviders,
  mcpClient,
  proxyAgents,
  traces,
  mcpServer,
  windowPages,
  postgres,
  ...lateFiles,
  ...libraryFiles,
  cli,
  cliDoors,
  webviews(await webviewEntries()),
];
if (watch) {
  const contexts = await Promise.all(builds.map(options => esbuild.context({ ...options, logLevel: 'info' })));
  await Promise.all(contexts.map(context => context.watch()));
} else if (listing) {
  console.log(JSON.stringify(await bundledFiles()));
} else {
  await removeStale(await Promise.all(builds.map(options => esbuild.build({ ...options, metafile: true }))));
  const idle = Object.keys({ ...late, ...lateInEditor }).filter(file => !askedFor.has(file));
  // A source that was moved would be bundled at the start again, and nothing would say so.
  if (idle.length > 0)
    throw new Error(`No bundle asks for these late files, are their entries right? ${idle.join(', ')}`);
  const pages = ['dialog', 'overview', 'toolkit'].map(name => `dist/webview/${name}.js`);
  const commandLine = await Array.fromAsync(glob('dist/cli*.js', { cwd: import.meta.dirname }));
  const started = [extension.outfile, runtime.outfile, ...commandLine, ...pages];
  // Other builds have the comments of libraries.
  if (production) for (const file of started) await mustBeAscii(file);
  await mustStartAlone(runtime.outfile);
}

/** One other character, and V8 holds and reads a file as text of twice the size. esbuild escapes all but those of regular expressions. */
async function mustBeAscii(file) {
  const text = await readFile(path.join(import.meta.dirname, file), 'utf8');
  const [found] = text.match(/.{0,40}[^\0-\x7f].{0,40}/) ?? [];
  if (found !== undefined) throw new Error(`${file} should be ASCII only, but has: ${found}`);
}

/** What a bundle asks for while it is evaluated is not late, whatever it is called. */
async function mustStartAlone(file) {
  const at = path.join(import.meta.dirname, file);
  const required = createRequire(at);
  const alone = name => {
    if (name.startsWith('./')) throw new Error(`${file} asks for ${name} while it is evaluated, not when it is needed`);
    return required(name);
  };
  const run = new Script(`(function (exports, require, module) {${await readFile(at, 'utf8')}\n})`, { filename: at });
  run.runInThisContext()({}, alone, {});
}

/** Removes files of earlier builds, which would be packed too. */
async function removeStale(results) {
  const written = new Set(results.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
  for await (const entry of glob('dist/**', { cwd: import.meta.dirname, withFileTypes: true })) {
    const file = path.relative(import.meta.dirname, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/');
    if (entry.isFile() && !written.has(file)) await rm(path.join(import.meta.dirname, file));
  }
}

async function bundledFiles() {
  const results = await Promise.all(builds.map(options => esbuild.build({ ...options, write: false, metafile: true })));
  const outputs = results.flatMap(({ metafile }) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap(output => Object.entries(output.inputs));
  return [...new Set(inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])))].sort();
}

/** One bundle for every folder of webview/ that has a main.tsx: `{dialog: 'webview/dialog/main.tsx', …}`. */
async function webviewEntries() {
  const mains = await Array.fromAsync(glob('webview/*/main.tsx', { cwd: import.meta.dirname }));
  return Object.fromEntries(mains.sort().map(main => [main.split(/[\\/]/)[1], main]));
}

async function makeExecutable(result) {
  if (result.errors.length === 0 && !listing) await chmod('dist/cli.js', 0o755);
}
