// Bundles the extension, the command line and every webview into dist/.
// `--production` minifies and keeps the source maps apart; `--watch` rebuilds on change; `--list` writes nothing and prints the
// files that end up in a bundle, as JSON.
import { chmod, glob, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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

// What synchronous code needs late, by the import that names it, with what is imported of it. Each is a file of its own: sources
// import it like any other, and only the getters of these modules ask for the file.
const late = {
  re2js: { entry: 're2js', names: ['RE2JS'] },
  diff: { entry: 'diff', names: ['structuredPatch'] },
  croner: { entry: 'croner', names: ['Cron'] },
  'prompt-zh': { entry: './src/core/prompt/zh.ts', names: ['zh'] },
  'words-zh': { entry: './src/words/zh/words.ts', names: ['zh'] },
  'cli-words-zh': { entry: './src/words/zh/command-line.ts', names: ['commandLine'] },
};
const lateApart = {
  name: 'late-apart',
  setup(build) {
    build.onResolve({ filter: /^(re2js|diff|croner)$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path, namespace: 'late' },
    );
    build.onResolve({ filter: /^\.\/zh\.ts$/ }, ({ importer }) =>
      /[\\/]core[\\/]prompt[\\/]/.test(importer) ? { path: 'prompt-zh', namespace: 'late' } : undefined,
    );
    build.onResolve({ filter: /\/zh\/words\.ts$/ }, () => ({ path: 'words-zh', namespace: 'late' }));
    build.onResolve({ filter: /\/zh\/command-line\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: 'cli-words-zh', namespace: 'late' },
    );
    build.onResolve({ filter: /./, namespace: 'late' }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({ contents: lateModule(path) }));
  },
};

// In the editor English words wait as well, for the first request and the first refusal; so does what few dialogs ask for.
const lateInEditor = {
  'prompt-en': { entry: './src/core/prompt/en.ts', names: ['en'] },
  'words-en': { entry: './src/words/en/words.ts', names: ['en'] },
  'mind-prompt': { entry: './src/core/draft/mind-prompt.ts', names: ['mindPrompt'] },
  'domain-rules': {
    entry: './src/core/belief/domain/rules.ts',
    names: Object.keys(await import('./src/core/belief/domain/rules.ts')),
  },
  'import-rules': { entry: './src/runtime/import-rules.ts', names: ['planRuleImport', 'writePlanned'] },
};
const moreApart = {
  name: 'more-apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/en\.ts$/ }, ({ importer }) =>
      /[\\/]core[\\/]prompt[\\/]/.test(importer) ? { path: 'prompt-en', namespace: 'late' } : undefined,
    );
    build.onResolve({ filter: /\/en\/words\.ts$/ }, () => ({ path: 'words-en', namespace: 'late' }));
    build.onResolve({ filter: /\/(draft\/mind-prompt|runtime\/import-rules)\.ts$/ }, late =>
      late.kind === 'entry-point' ? undefined : { path: path.basename(late.path, '.ts'), namespace: 'late' },
    );
    build.onResolve({ filter: /\/belief\/rules\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: 'domain-rules', namespace: 'late' },
    );
  },
};

// Libraries of schemas and of YAML: the runtime asks for them when it reads the first such file, or offers the first tool.
const libraries = {
  zod: await namesUsedOf('zod', name => `\\bz\\s*\\.${name}\\b`),
  yaml: await namesUsedOf('yaml', name => `\\b${name}\\b`),
};
const librariesApart = {
  name: 'libraries-apart',
  setup(build) {
    build.onResolve({ filter: /^(zod|yaml)$/ }, ({ path }) => ({ path, namespace: 'late' }));
  },
};

// The editor's language features read YAML while it is typed.
const yamlApart = {
  name: 'yaml-apart',
  setup(build) {
    build.onResolve({ filter: /^yaml$/ }, ({ path }) => ({ path, namespace: 'late' }));
  },
};

/** What sources use of a library. `pattern` finds a name in their texts; one that is found by mistake costs some bytes. */
async function namesUsedOf(library, pattern) {
  const exported = Object.keys(await import(library));
  const texts = [];
  for await (const file of glob('src/**/*.ts', { cwd: import.meta.dirname }))
    texts.push(await readFile(path.join(import.meta.dirname, file), 'utf8'));
  const all = texts.filter(text => text.includes(`from '${library}'`)).join('\n');
  // `z.core` has types alone.
  return exported.filter(name => !/^(core|default)$/.test(name) && new RegExp(pattern(name)).test(all));
}

function lateModule(file) {
  const getters = ({ ...late, ...lateInEditor }[file]?.names ?? libraries[file]).map(
    name =>
      `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('./${file}.cjs').${name} });`,
  );
  return ['exports.__esModule = true;', ...getters].join('\n');
}

const common = {
  absWorkingDir: import.meta.dirname,
  bundle: true,
  minify: production,
  sourcemap: production ? 'external' : 'linked',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
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
    build.onResolve({ filter: /\/runtime\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './runtime.cjs', external: true } : undefined,
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
    build.onResolve(
      { filter: /\/((openai|anthropic|gemini|responses|acp)-provider|proxy-agents)\.ts$/ },
      ({ path, kind }) =>
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
  // A Chinese character takes three bytes instead of six.
  charset: 'utf8',
  // What is loaded late is CommonJS too: `require` reads it once, `import()` would look for its names first.
  supported: { 'dynamic-import': false },
  external: ['vscode'],
};

const extension = {
  ...inEditor,
  entryPoints: ['src/host/extension.ts'],
  outfile: 'dist/extension.cjs',
  plugins: [yamlApart, ...common.plugins, moreApart, lateApart, openaiApart, apart, clientsApart],
};

const runtime = {
  ...inEditor,
  entryPoints: ['src/runtime.ts'],
  outfile: 'dist/runtime.cjs',
  plugins: [librariesApart, ...common.plugins, moreApart, lateApart, openaiApart, apart, clientsApart],
};

const modelClient = { ...inEditor, entryPoints: ['openai'], outfile: 'dist/openai.cjs' };

const modelProviders = ['openai', 'anthropic', 'gemini', 'responses', 'acp'].map(name => ({
  ...inEditor,
  entryPoints: [`src/llm/${name}-provider.ts`],
  outfile: `dist/${name}-provider.cjs`,
  plugins: [...common.plugins, openaiApart],
}));

const proxyAgents = { ...inEditor, entryPoints: ['src/llm/proxy-agents.ts'], outfile: 'dist/proxy-agents.cjs' };

const traces = { ...inEditor, entryPoints: ['src/doors/otlp/open-live.ts'], outfile: 'dist/otlp.cjs' };

const libraryFiles = Object.entries(libraries).map(([library, names]) => ({
  ...inEditor,
  stdin: { contents: `export { ${names.join(', ')} } from '${library}';`, resolveDir: import.meta.dirname },
  outfile: `dist/${library}.cjs`,
}));

const lateFiles = Object.entries({ ...late, ...lateInEditor }).map(([file, { entry }]) => ({
  ...inEditor,
  entryPoints: [entry],
  outfile: `dist/${file}.cjs`,
  // The CLI has some of these and no libraries apart.
  plugins: file in late ? common.plugins : [librariesApart, ...common.plugins, lateApart],
}));

// `pg` asks for its native twin only when it is told to.
const postgres = {
  ...inEditor,
  entryPoints: ['src/store/postgres/engine.ts'],
  outfile: 'dist/postgres.cjs',
  external: ['pg-native', 'pg-cloudflare', 'cloudflare:sockets'],
};

const mcpClient = { ...inEditor, entryPoints: ['src/tools/mcp/mcp-client.ts'], outfile: 'dist/mcp.cjs' };

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
    ...common.plugins,
    lateApart,
    clientsApart,
    { name: 'executable', setup: build => build.onEnd(makeExecutable) },
  ],
};

// What only some commands need.
const cliDoors = {
  ...cli,
  entryPoints: { 'cli-acp': 'src/doors/acp/stdio.ts', 'cli-mcp': 'src/doors/mcp/door.ts' },
  splitting: false,
  plugins: [...common.plugins, lateApart],
};

const webviews = entryPoints => ({
  ...common,
  entryPoints,
  outdir: 'dist/webview',
  platform: 'browser',
  format: 'iife',
  target: 'chrome130',
  jsx: 'automatic',
  jsxImportSource: 'preact',
});

const builds = [
  extension,
  runtime,
  modelClient,
  ...modelProviders,
  mcpClient,
  proxyAgents,
  traces,
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
