// Names in `tools:` of a team file that no tool has (SPEC 12.4): of a member they give nothing, in a rule they hold for
// nothing.
import { isAlias } from 'yaml';
import { matchesWord } from '../../core/team/policy-patterns.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { toolsetNames } from '../../core/team/toolset-names.ts';
import { nearestName } from '../../core/text/nearest-name.ts';
import { offsetAt, pairsOf, readYaml, type YamlFile, type YamlPair } from '../files/yaml-file.ts';
import type { McpFile } from '../servers/mcp-file.ts';
import { teamFilePath } from './team-files.ts';
import { ruledNames, toolNames } from './tool-names.ts';

/** What may be named besides the tools of the product. */
export interface ForeignTools {
  readonly servers: McpFile['servers'];
  /** Tools of other extensions that the editor offers now; none without an editor. */
  readonly ofEditor: readonly string[];
}

/** A problem for each; an error if a rule was to forbid or ask. */
export function unknownTools(text: string, foreign: ForeignTools): readonly FileProblem[] {
  const yaml = readYaml(text, teamFilePath);
  const pairs = pairsOf(yaml.root);
  const members = pairs.find(({ key }) => key === 'members');
  const entries = [
    ...pairs.filter(({ key }) => key === 'member_defaults').map(pair => ({ pair, where: pair.key })),
    ...pairsOf(members?.value).map(pair => ({ pair, where: `members.${pair.key}` })),
  ];
  return entries.flatMap(({ pair, where }) => ofEntry(yaml, pair, { where, foreign }));
}

/** Those that stand in this entry itself: what comes by an alias is told where it is written. */
function ofEntry(
  yaml: YamlFile,
  { value }: YamlPair,
  { where, foreign }: { readonly where: string; readonly foreign: ForeignTools },
): readonly FileProblem[] {
  const own = pairsOf(value);
  const listed = own.filter(({ key }) => key === 'tools').flatMap(pair => namesIn(yaml, pair));
  const policy = own.find(({ key }) => key === 'policy');
  const rules = itemsOf(yaml.valueOf(policy?.value ?? null)).map((rule, index) => ({ rule, index }));
  return [
    ...listed
      .filter(({ name }) => !isTool(name, foreign))
      .map(({ name, at }) => {
        const isToolset = isListed(toolsetNames, name) || name.startsWith('mcp:');
        const near = isToolset ? null : nearTo(name, [...toolNames, ...foreign.ofEditor]);
        return yaml.problemAt(at, {
          fault: { id: 'unknown-tool', name: `${where}.tools`, tool: name, near, isToolset },
          severity: 'warning',
        });
      }),
    ...rules.flatMap(({ rule, index }) => {
      const { decision, tools } = Object(rule) as { readonly decision?: unknown; readonly tools?: unknown };
      return itemsOf(tools).flatMap((name, item) => {
        if (typeof name !== 'string' || isRuled(name, foreign)) return [];
        const near = nearTo(name, [...ruledNames, ...foreign.ofEditor]);
        const at = offsetAt(policy?.value ?? null, [index, 'tools', item], policy?.keyAt ?? 0);
        return yaml.problemAt(at, {
          fault: { id: 'unknown-tool', name: `${where}.policy.${index}.tools`, tool: name, near, isToolset: false },
          severity: decision === 'allow' ? 'warning' : 'error',
        });
      });
    }),
  ];
}

function namesIn(yaml: YamlFile, { value, keyAt }: YamlPair): { readonly name: string; readonly at: number }[] {
  if (isAlias(value)) return [];
  return itemsOf(yaml.valueOf(value)).flatMap((name, index) =>
    typeof name === 'string' ? [{ name, at: offsetAt(value, [index], keyAt) }] : [],
  );
}

function isTool(name: string, { servers, ofEditor }: ForeignTools): boolean {
  return (
    isListed(toolNames, name) || ofEditor.includes(name) || servers.some(server => name.startsWith(`${server.name}_`))
  );
}

/** True if a rule may hold for something: its names are patterns. */
function isRuled(pattern: string, { servers, ofEditor }: ForeignTools): boolean {
  if ([...ruledNames, ...ofEditor].some(name => matchesWord(pattern, name))) return true;
  const [start = '', ...more] = pattern.split('*');
  return servers.some(({ name }) => start.startsWith(`${name}_`) || (more.length > 0 && `${name}_`.startsWith(start)));
}

function nearTo(name: string, known: readonly string[]): string | null {
  return nearestName(name, known) ?? null;
}

function isListed(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
