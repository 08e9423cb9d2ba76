// What goes into the package: what runs, what is shown, and nothing else (no sources, tests, maps, dot files or
// dependencies).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';

const cwd = path.resolve(import.meta.dirname, '../..');

const needed = [
  /^package(?:\.nls(?:\.[\w-]+)?)?\.json$/,
  /^(?:README(?:\.[\w-]+)?|CHANGELOG|SECURITY|THIRD-PARTY-NOTICES)\.md$/,
  /^LICENSE$/,
  /^dist\/(?:[a-z]+-provider|belief-(?:reasons|text)|check-storage|connection-test|croner|diff|domain-rules|draft-rules|editor-(?:changes|provider)|export-dialog|extension|failure-class|follower|fork-root|form-answers|generation|guess-encoding|hand-intents|host|ignored-files|import-rules|known-servers|llm-schema|loose-json|make-place|mcp|mcp-file|mcp-server|mcp-servers|model-(?:edits|items)|new-dialog|openai|opening-ledger|otlp|parse-notify|parse-schedules|picked|playbook|playbook-provider|policy|postgres|presets|prompt-files|proxy-agents|re2js|refusals|reply-facts|report-text|restore-(?:offer|talk)|runtime|schedules|search-courses|send-notices|serve|shell-line|shell-process|spawn-command|take-work|team-file|team-schema|tool-provider|transcript|undo-edits|unknown-tools|usual-names|wakes|work-tree|yaml|yaml-place|zod|zod-mini|(?:prompt|words)-(?:en|zh))\.cjs$/,
  /^dist\/webview\/[\w-]+\.(?:js|css)$/,
  /^l10n\/bundle\.l10n\.[\w-]+\.json$/,
  /^media\/[\w-]+\.(?:svg|png)$/,
  /^media\/(?:demo|readme|walkthrough)\/[\w.-]+\.(?:svg|png|md|ya?ml|gif|webp)$/,
  /^(?:media\/)?schemas\/[\w.-]+\.json$/,
];

describe('the package', () => {
  it('holds what is needed and nothing else', async function () {
    // It walks through all folders of the repository, those that nobody packs included.
    this.timeout(300_000);
    const files = (await listFiles({ cwd, packageManager: PackageManager.None })).map(file =>
      file.replaceAll('\\', '/'),
    );
    assert.deepEqual(
      files.filter(file => !needed.some(pattern => pattern.test(file))),
      [],
    );
    const loaded = files
      .filter(file => file.endsWith('.cjs'))
      .flatMap(file => [...readFileSync(path.join(cwd, file), 'utf8').matchAll(/require\("([./\w-]+\.cjs)"\)/g)])
      .map(([, name]) => path.posix.join('dist', name ?? ''));
    assert.deepEqual(
      [...new Set(loaded)].filter(file => !files.includes(file)),
      [],
    );
    for (const file of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']) assert.ok(files.includes(file), file);
  });
});
