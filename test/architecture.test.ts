// Holds the table of ARCHITECTURE.md: which room may import which, and that no room reaches upward.
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { byFolder, fileOf, importsOf, inCircles, namesTwice, readSources } from '../scripts/house-figures.ts';
import { root } from '../scripts/project.ts';

/** Rooms that each room may import; itself always. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  core: [],
  words: ['core'],
  protocol: ['core'],
  store: ['core'],
  minds: ['core', 'words'],
  llm: ['core'],
  tools: ['core'],
  driver: ['core', 'words', 'store', 'llm', 'tools'],
  runtime: ['core', 'words', 'store', 'minds', 'llm', 'tools', 'driver'],
  doors: ['core', 'words', 'runtime'],
  pages: ['core', 'words', 'runtime', 'protocol'],
  host: ['core', 'words', 'runtime', 'protocol', 'pages', 'doors', 'serve'],
  serve: ['core', 'words', 'runtime', 'protocol', 'pages'],
  cli: ['core', 'words', 'runtime', 'protocol', 'pages', 'doors', 'serve'],
  webview: ['core', 'words', 'protocol'],
};

/** Libraries that the pure core and the webviews may use. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  core: ['yaml', 're2js', 'diff'],
  words: [],
  webview: ['preact', '@preact/signals', '@vscode/webview-ui-toolkit', 'markdown-it', 'highlight.js', 'katex', 'diff'],
};

/** Late imports that keep start-up quick; each is told in ARCHITECTURE.md or beside it. */
const dynamicImports: readonly string[] = [
  'node:https',
  'node:zlib',
  'openai',
  'src/cli/compiled-code.ts',
  'src/cli/main.ts',
  'src/serve/server.ts',
  'src/serve/place.ts',
  'src/serve/served-rtws.ts',
  'src/serve/in-window.ts',
  'src/host/open/runtime-entry.ts',
  'src/tools/mcp/mcp-client.ts',
  'src/store/postgres/engine.ts',
  'src/llm/http/proxy-agents.ts',
  'src/doors/otlp/open-live.ts',
  'src/doors/mcp/loopback.ts',
  'src/doors/mcp/door.ts',
  'src/doors/acp/stdio.ts',
];

/** A provider of models, which each is loaded when it is first asked. */
const modelProvider = /^src\/llm\/\w+\/[a-z]+-provider\.ts$/;

/** Folders that import each other: what is left to part. */
const bothWays: readonly string[] = [
  'src/core/belief src/core/belief/domain',
  'src/core/belief src/core/belief/history',
  'src/core/belief src/core/dialog',
  'src/core/belief/domain src/core/belief/values',
  'src/core/dialog src/core/facts',
  'src/core/prompt/words src/core/prompt/words/en',
  'src/store/files src/store/files/arrivals',
  'src/store/files src/store/files/courses',
  'src/store/files src/store/files/health',
  'src/store/files src/store/files/lock',
  'src/store/files/arrivals src/store/files/courses',
  'src/store/files/courses src/store/files/health',
  'src/tools src/tools/files',
  'src/tools src/tools/minds',
  'src/tools src/tools/shell',
];

/** What reads Chinese that people, models and servers write. None of it is said to anybody. */
const readsChinese: readonly string[] = [
  'src/core/base/language.ts',
  'src/core/belief/decision-words.ts',
  'src/core/belief/values/fit-range.ts',
  'src/core/belief/values/moments.ts',
  'src/core/belief/values/relative-day.ts',
  'src/core/dialog/form-answers.ts',
  'src/core/dialog/own-options.ts',
  'src/core/dialog/permission.ts',
  'src/core/dialog/transcript/missed-calls.ts',
  'src/core/evidence/acceptance.ts',
  'src/core/tellask/announcement.ts',
  'src/core/tellask/report.ts',
  'src/llm/failures/failure-class.ts',
  'src/tools/files/guess-encoding.ts',
];

/** Speaks before any words may be loaded: Node is too old. */
const wordsBefore = 'src/cli/entry.ts';

/** The homes of words: of models, of people, of panels; each has the same files for both languages. */
const homesOfWords = ['src/core/prompt/words', 'src/words', 'webview/shared/words'];

const all = readSources(root);
const texts = new Map(all.map(({ file, text }) => [file, text]));
const imports = all.flatMap(importsOf).map(each => ({ ...each, room: roomOf(each.file) }));

describe('architecture', () => {
  it('imports go from a room to those beneath it only', () => {
    const wrong = imports.filter(({ room, file, target }) => {
      if (!target.startsWith('.') || target.endsWith('/package.json')) return false;
      const to = roomOf(path.join(path.dirname(file), target));
      return to !== room && !(allowed[room] ?? []).includes(to);
    });
    assert.deepEqual(wrong, []);
  });

  it('no folder holds more than thirty files', () => {
    assert.deepEqual(
      [...byFolder(all)].flatMap(([folder, files]) => (files.length > 30 ? [`${folder}: ${files.length}`] : [])),
      [],
    );
  });

  it('folders of core, tools and the store import each other in one direction, but for those that are listed', () => {
    const edges = new Set(
      imports
        .filter(({ file, target }) => /^src\/(?:core|tools|store)\//.test(file) && target.startsWith('.'))
        .map(each => [path.dirname(each.file), path.dirname(fileOf(each))])
        .filter(([from = '', to = '']) => from !== to && roomOf(from) === roomOf(to))
        .map(([from, to]) => `${from} ${to}`),
    );
    const both = [...edges].filter(edge => edges.has(edge.split(' ').toReversed().join(' ')));
    const pairs = both.flatMap(edge => {
      const [one = '', other = ''] = edge.split(' ');
      return one < other ? [`${one} ${other}`] : [];
    });
    assert.deepEqual(pairs.toSorted(), bothWays);
  });

  it('no file needs itself, to run or for its types', () => {
    assert.deepEqual(inCircles(imports), []);
  });

  it('outside of the store, only what opens a storage knows an engine, and of that only how to open it', () => {
    const known = imports
      .filter(each => each.room !== 'store' && /^src\/store\/(?:files|postgres)\//.test(fileOf(each)))
      .map(each => `${each.file} ${fileOf(each)}`);
    assert.deepEqual([...new Set(known)].sort(), [
      'src/runtime/stored/open-storage.ts src/store/files/storage.ts',
      'src/runtime/stored/open-storage.ts src/store/postgres/engine.ts',
      'src/runtime/stored/store-admin.ts src/store/postgres/engine.ts',
    ]);
  });

  it('nothing outside of the store names a file in .dialogs/', () => {
    const name = /\b(?:roots\.jsonl|course-\d|dialog\.yaml|latest\.yaml|subdlg\.yaml|registry\.yaml|response\.yaml)\b/;
    const code = (file: string) => read(file).replace(/^\s*(?:\/\/|\/?\*).*$|\s\/\/ .*$/gm, '');
    const outside = sources('src', 'webview').filter(file => !file.startsWith(path.join('src', 'store')));
    assert.deepEqual(
      outside.filter(file => name.test(code(file))),
      [],
    );
  });

  it('Chinese stands in the homes of words, and in what reads it', () => {
    const said = sources('src', 'webview').filter(
      file => /\p{Script=Han}/u.test(read(file)) && !homesOfWords.some(home => file.startsWith(`${home}/zh/`)),
    );
    assert.deepEqual(said.toSorted(), [...readsChinese, wordsBefore].toSorted());
  });

  it('a home of words has the same files in English and in Chinese', () => {
    // Reasons in English are the table that states are read by; the bundle of Chinese words has an entry of its own.
    const only = ['src/core/prompt/words/zh/reasons.ts', 'webview/shared/words/zh/words.ts'];
    const zh = homesOfWords.flatMap(home => sources(`${home}/zh`)).filter(file => !only.includes(file));
    const en = homesOfWords.flatMap(home => sources(`${home}/en`));
    assert.deepEqual(
      en.map(file => file.replace('/en/', '/zh/')),
      zh,
    );
  });

  it('only the host imports vscode', () => {
    assert.deepEqual(
      imports.filter(({ room, target }) => target === 'vscode' && room !== 'host'),
      [],
    );
  });

  it('core is pure and webviews use their own libraries only', () => {
    const wrong = imports.filter(({ room, target }) => {
      const own = libraries[room];
      return own && !target.startsWith('.') && !own.some(name => target === name || target.startsWith(`${name}/`));
    });
    assert.deepEqual(wrong, []);
  });

  it('nothing is imported late but what is listed', () => {
    assert.deepEqual(
      imports.filter(
        each => each.kind === 'late' && !dynamicImports.includes(fileOf(each)) && !modelProvider.test(fileOf(each)),
      ),
      [],
    );
  });

  it('messages of the editor are shown in one place, which makes no links of foreign text', () => {
    const direct = /\bshow(?:Information|Warning|Error)Message\b|\b(?:showInputBox|createInputBox|showQuickPick)\b/;
    assert.deepEqual(
      sources('src').filter(file => direct.test(read(file))),
      ['prompts.ts', 'show.ts'].map(file => path.join('src', 'host', 'notices', file)),
    );
  });

  it('zod comes as a namespace, of which a bundle keeps only what is used', () => {
    const whole = /import \{ z[ ,}].* from 'zod/;
    assert.deepEqual(
      sources('src').filter(file => whole.test(read(file))),
      [],
    );
  });

  it('of a thousand names, at most 3 are exported by more than one module', () => {
    const { names, permille } = namesTwice(all);
    assert.ok(permille <= 3, names.join(' '));
  });

  it('core has no clock, no randomness and no console', () => {
    const impure = /\bDate\.now\(|new Date\(\)|Math\.random\(|(?<!\/\/)\bconsole\.|process\./;
    assert.deepEqual(
      sources('src/core').filter(file => impure.test(read(file))),
      [],
    );
  });
});

/** The files in a folder of `src/` or `webview/`. */
function sources(...folders: readonly string[]): string[] {
  return all.flatMap(({ file }) => (folders.some(folder => file.startsWith(`${folder}/`)) ? [file] : []));
}

/** `src/core/dialog/x.ts` → core; `src/runtime.ts` → runtime; `webview/…` → webview. */
function roomOf(file: string): string {
  const [top = '', second = ''] = file.split(path.sep);
  return top === 'webview' ? 'webview' : second.replace(/\.ts$/, '');
}

function read(file: string): string {
  return texts.get(file) ?? '';
}
