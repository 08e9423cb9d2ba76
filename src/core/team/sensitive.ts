// Files on which other programs act by themselves, so that writing them can run code (SPEC 12.4, 24.6). Pure.
import { isShortName, plainName } from '../text/plain-name.ts';

/**
 * True if the editor, Git, a shell, a package manager, another assistant or the product itself acts on this file, so
 * that writing it can run code or make a member; or if it has a short name, which may be any of those.
 */
export function isSensitive(path: string): boolean {
  const steps = path.split('/');
  return steps.some((step, index) => {
    const name = plainName(step);
    const below = plainName(steps[index + 1] ?? '');
    const isOfGitHub = name === '.github' && actedOnInGitHub.has(below);
    return (
      sensitive.has(name) ||
      isOfGitHub ||
      /^\.mise\..*toml$/.test(name) ||
      name.endsWith('.code-workspace') ||
      isShortName(step)
    );
  });
}

/** What others act on without asking, wherever it lies. */
const sensitive: ReadonlySet<string> = new Set([
  // Git, and what it runs or fetches.
  ...['.git', '.gitattributes', '.gitmodules', '.gitconfig', '.githooks', '.husky', '.lefthook'],
  ...['lefthook.yml', '.lefthook.yml', '.pre-commit-config.yaml'],
  // Editors and containers.
  ...['.vscode', '.idea', '.zed', '.fleet', '.devcontainer', '.devcontainer.json', '.exrc', '.nvimrc'],
  ...['.dir-locals.el'],
  // The product and other assistants. Skills in `.agents` are instructions here at once, and custom agents members.
  ...[
    '.minds',
    '.agents',
    '.claude',
    '.codex',
    '.cursor',
    '.gemini',
    '.windsurf',
    '.kiro',
    '.roo',
    '.cline',
    '.continue',
  ],
  ...[
    '.aider.conf.yml',
    '.opencode',
    '.amazonq',
    '.junie',
    '.mcp.json',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
  ],
  ...[
    'agents.md',
    'agents.override.md',
    'agent.md',
    'claude.md',
    'claude.local.md',
    'gemini.md',
    'qwen.md',
    '.goosehints',
  ],
  // Package and tool managers.
  ...[
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.yarn',
    '.pnpmfile.cjs',
    '.pnpmfile.mjs',
    'pip.conf',
    '.pypirc',
    '.bundle',
    '.cargo',
  ],
  ...['.tool-versions', 'mise.toml', 'mise.local.toml', '.mise', '.asdfrc', '.envrc', '.direnv'],
  // Shells, as soon as the workspace is a home folder.
  ...[
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.inputrc',
  ],
  ...['.ssh', '.netrc', '.curlrc', '.wgetrc', '.gdbinit', '.lldbinit', '.psqlrc'],
  // Continuous integration.
  ...['.gitlab-ci.yml', '.circleci', '.travis.yml', '.buildkite', 'jenkinsfile', 'azure-pipelines.yml', '.drone.yml'],
  ...['bitbucket-pipelines.yml', '.woodpecker.yml', '.woodpecker', '.gitea', '.forgejo'],
]);

const actedOnInGitHub: ReadonlySet<string> = new Set([
  ...['agents', 'skills', 'workflows', 'actions', 'hooks', 'instructions', 'prompts', 'chatmodes'],
  ...['copilot-instructions.md', 'copilot-setup-steps.yml', 'dependabot.yml', 'dependabot.yaml', 'codeowners'],
]);

/**
 * True for a file that says what usual commands run: scripts of packages, rules of build tools, configuration that is
 * code.
 */
export function isExecuted(path: string): boolean {
  const name = plainName(path.slice(path.lastIndexOf('/') + 1));
  return executed.has(name) || executedForms.some(form => form.test(name));
}

const executed: ReadonlySet<string> = new Set([
  ...['package.json', 'deno.json', 'deno.jsonc', 'bunfig.toml', 'gulpfile.js', 'gruntfile.js', 'jakefile.js'],
  ...[
    'makefile',
    'gnumakefile',
    'justfile',
    '.justfile',
    'taskfile.yml',
    'taskfile.yaml',
    'cmakelists.txt',
    'meson.build',
    'sconstruct',
  ],
  ...[
    'cargo.toml',
    'build.rs',
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'tox.ini',
    'noxfile.py',
    'conftest.py',
    'pytest.ini',
    'manage.py',
  ],
  ...[
    'rakefile',
    'gemfile',
    'pom.xml',
    'build.xml',
    'gradlew',
    'mvnw',
    'composer.json',
    'mix.exs',
    'build.sbt',
    'build.zig',
    'dockerfile',
  ],
]);

const executedForms: readonly RegExp[] = [
  /\.config\.[cm]?[jt]s$/,
  /^\.?[\w-]+rc\.[cm]?[jt]s$/,
  /^\.(?:mocharc|eslintrc|babelrc|nycrc|lintstagedrc)(?:\.|$)/,
  /\.gradle(?:\.kts)?$/,
  /\.mk$/,
  /^(?:directory\.build\.)?[\w.-]*\.(?:csproj|fsproj|props|targets)$/,
];
