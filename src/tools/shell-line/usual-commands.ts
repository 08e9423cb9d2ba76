// Commands whose beginning says what they do, whatever follows (SPEC 24.4): what *always* is given for, as data. Pure.
import type { ShellCommand } from './shell-command.ts';

/**
 * Beginnings, `*` for any one word that is no option. Programs that run what they are told, such as `node` or `rm`, are
 * not among them.
 */
const beginnings: readonly string[] = [
  ...['npm test', 'npm t', 'npm ci', 'npm run *', 'npm ls', 'npm outdated', 'npm audit'],
  ...[
    'pnpm test',
    'pnpm run *',
    'pnpm install',
    'yarn test',
    'yarn run *',
    'yarn install',
    'bun test',
    'bun run *',
    'deno test',
    'deno task *',
  ],
  ...[
    'cargo build',
    'cargo check',
    'cargo clippy',
    'cargo fmt',
    'cargo test',
    'go build',
    'go fmt',
    'go test',
    'go vet',
  ],
  ...[
    'make *',
    'just *',
    'task *',
    'mvn *',
    './mvnw *',
    'gradle *',
    './gradlew *',
    'dotnet build',
    'dotnet test',
    'bundle exec rspec',
    'rake *',
  ],
  ...[
    'pytest',
    'python -m pytest',
    'python3 -m pytest',
    'tox',
    'nox',
    'ruff check',
    'ruff format',
    'mypy',
    'black',
    'flake8',
    'pylint',
  ],
  ...[
    'npx tsc',
    'npx eslint',
    'npx jest',
    'npx vitest',
    'npx mocha',
    'npx prettier',
    'npx biome *',
    'tsc',
    'eslint',
    'jest',
    'vitest',
    'mocha',
    'prettier',
  ],
  ...[
    'git add',
    'git commit',
    'git switch',
    'git restore',
    'git stash',
    'git fetch',
    'git pull',
    'git merge',
    'git mv',
  ],
];

const known = beginnings.map(each => each.split(' '));

/** The beginning of a command, as `npm run build`; undefined for one that has to be taken word for word. */
export function usualBeginning({ words, sets }: ShellCommand): string | undefined {
  const values = words.map(({ value, isGlob }) => (isGlob ? undefined : value));
  if (sets.length > 0 || words.some(({ value }) => value === undefined)) return undefined;
  const fits = (beginning: readonly string[]) =>
    beginning.every((word, at) =>
      word === '*' ? /^[\w:.@/-]+$/.test(values[at] ?? '') && !/^-/.test(values[at] ?? '') : values[at] === word,
    );
  const found = known.filter(fits).sort((one, other) => other.length - one.length)[0];
  return found && values.slice(0, found.length).join(' ');
}
