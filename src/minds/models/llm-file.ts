// `.minds/llm.yaml`: which model answers in this rtws (SPEC 10.1). Keys are never in it. Broken parts give problems
// with their place; the rest holds.
import { isMap, type Node } from 'yaml';
import type * as z from 'zod';
import type { ValueIssue } from '../../core/facts/file-faults.ts';
import { DEFAULT_OPTIMAL_TOKENS } from '../../core/spending/context-health.ts';
import type { Prices } from '../../core/spending/cost.ts';
import type { TreeCap } from '../../core/spending/spending.ts';
import type { EndpointSettings } from '../../core/team/endpoint-settings.ts';
import { providerIds } from '../../core/team/providers.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { nearestName } from '../../core/text/nearest-name.ts';
import { issueOf } from '../files/value-issue.ts';
import { offsetAt, pairsOf, readYaml, type YamlFile, type YamlPair } from '../files/yaml-file.ts';
import { endpointSchema, llmFields } from './llm-schema.ts';

/** Relative to the rtws. */
export const llmFilePath = '.minds/llm.yaml';

/** One endpoint as the file describes it. */
export interface EndpointConfig extends EndpointSettings {
  readonly type?: (typeof providerIds)[number];
  /** Relative to `.minds/` or to the rtws. */
  readonly playbook?: string;
}

/** The whole file: a default endpoint, named ones that members can choose, and the caps of a tree. */
export interface LlmConfig extends EndpointConfig {
  readonly provider?: string;
  readonly caps: TreeCap;
  readonly providers: Readonly<Record<string, EndpointConfig>>;
}

/** No file: nothing is configured here. */
export const emptyLlmConfig: LlmConfig = { caps: {}, providers: {} };

/** Reads the file. Never throws. */
export function parseLlmFile(text: string, file: string): { config: LlmConfig; problems: readonly FileProblem[] } {
  const yaml = readYaml(text, file);
  const problems = [...yaml.problems];
  const providers: Record<string, EndpointConfig> = {};
  const report: Report = problem => problems.push(problem);
  const { providers: _, ...own } = llmFields();
  mustBeMap({ yaml, node: yaml.root, name: null }, report);
  const values = readFields({ yaml, root: yaml.root, fields: own, also: ['providers'] }, report);
  const named = pairsOf(yaml.root).find(pair => pair.key === 'providers')?.value ?? null;
  mustBeMap({ yaml, node: named, name: 'providers' }, report);
  for (const { key, value } of pairsOf(named)) {
    mustBeMap({ yaml, node: value, name: `providers.${key}` }, report);
    providers[key] = toEndpoint(readFields({ yaml, root: value, fields: endpointSchema().shape, also: [] }, report));
  }
  checkProvider(yaml, values.provider, Object.keys(providers), report);
  const config = toConfig(values, providers);
  checkPrices(yaml, config, report);
  return { config, problems };
}

/** True if generations of some model have a known cost. */
export function hasPrices({ providers, ...own }: LlmConfig): boolean {
  return [own, ...Object.values(providers)].some(({ prices }) => prices !== undefined);
}

type Report = (problem: FileProblem) => void;
type Fields = Readonly<Record<string, z.ZodType>>;

interface Part<F extends Fields> {
  readonly yaml: YamlFile;
  readonly root: Node | null;
  readonly fields: F;
  /** Keys that are read elsewhere. */
  readonly also: readonly string[];
}

/** Provider names besides those that the file defines. */
const providerKinds: readonly string[] = ['auto', ...providerIds];

/** A misspelt provider is told where it stands, not when the first dialog asks it. */
function checkProvider(yaml: YamlFile, name: string | undefined, named: readonly string[], report: Report): void {
  const known = [...providerKinds, ...named];
  if (name === undefined || known.includes(name)) return;
  const near = nearestName(name, known) ?? null;
  const at = offsetAt(pairsOf(yaml.root).find(({ key }) => key === 'provider')?.value ?? null, [], 0);
  report(yaml.problemAt(at, { fault: { id: 'unknown-provider', name, near, known }, severity: 'error' }));
}

/** Without any price nothing counts for a cap of cost. */
function checkPrices(yaml: YamlFile, config: LlmConfig, report: Report): void {
  if (config.caps.maxCost === undefined || hasPrices(config)) return;
  const at = pairsOf(yaml.root).find(({ key }) => key === 'max_cost')?.keyAt;
  report(yaml.problemAt(at, { fault: { id: 'cap-without-prices', file: llmFilePath }, severity: 'warning' }));
}

function mustBeMap(
  { yaml, node, name }: { yaml: YamlFile; node: Node | null; name: string | null },
  report: Report,
): void {
  if (node === null || isMap(node) || yaml.problems.length > 0) return;
  const fault = { id: 'not-a-map', name, example: 'model: gpt-5.1' } as const;
  report(yaml.problemAt(node.range?.[0], { fault, severity: 'error' }));
}

/** The values of a map that fit; the others are reported and left out. */
function readFields<F extends Fields>(part: Part<F>, report: Report): Partial<{ [K in keyof F]: z.infer<F[K]> }> {
  const { yaml, fields, also } = part;
  const values: Record<string, unknown> = {};
  for (const pair of pairsOf(part.root)) {
    const schema = Object.hasOwn(fields, pair.key) ? fields[pair.key] : undefined;
    const parsed = schema?.safeParse(yaml.valueOf(pair.value));
    if (parsed?.success) values[pair.key] = pair.key === 'headers' ? withoutKeys(yaml, pair, report) : parsed.data;
    else if (parsed) report(badValue(yaml, pair, parsed.error));
    else if (/^api_?key$/i.test(pair.key))
      report(yaml.problemAt(pair.keyAt, { fault: { id: 'key-in-file', name: pair.key }, severity: 'error' }));
    else if (!also.includes(pair.key)) report(unknownSetting(yaml, pair, [...Object.keys(fields), ...also]));
  }
  return values as Partial<{ [K in keyof F]: z.infer<F[K]> }>;
}

function unknownSetting(yaml: YamlFile, { key, keyAt }: YamlPair, known: readonly string[]): FileProblem {
  const near = nearestName(key, known) ?? null;
  return yaml.problemAt(keyAt, { fault: { id: 'unknown-setting', name: key, near, known }, severity: 'warning' });
}

function badValue(yaml: YamlFile, { key, keyAt, value }: YamlPair, error: z.ZodError): FileProblem {
  const [issue] = error.issues;
  const path = [key, ...(issue?.path ?? [])].join('.');
  const at = offsetAt(value, issue?.path ?? [], keyAt);
  const told: ValueIssue = issue ? issueOf(issue, yaml.valueOf(value)) : { kind: 'told', text: 'not understood' };
  return yaml.problemAt(at, { fault: { id: 'bad-setting', name: path, issue: told }, severity: 'error' });
}

/** A key in a file that is shared with the folder would reach everybody: it is not used. */
function withoutKeys(yaml: YamlFile, { value }: YamlPair, report: Report): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { key, keyAt, value: header } of pairsOf(value)) {
    if (!/^(authorization|proxy-authorization|(x-)?api-key|cookie)$/i.test(key))
      headers[key] = `${yaml.valueOf(header)}`;
    else {
      report(yaml.problemAt(keyAt, { fault: { id: 'key-in-file', name: key }, severity: 'error' }));
    }
  }
  return headers;
}

type LlmFields = ReturnType<typeof llmFields>;
type Raw = Partial<{ [K in keyof Omit<LlmFields, 'providers'>]: z.infer<LlmFields[K]> }>;
type RawEndpoint = Partial<z.infer<ReturnType<typeof endpointSchema>>>;

function toConfig(raw: Raw, providers: LlmConfig['providers']): LlmConfig {
  const { provider, max_tokens: maxTokens, max_cost: maxCost, max_generations: maxGenerations } = raw;
  return {
    ...toEndpoint(raw),
    ...(provider !== undefined && { provider }),
    caps: {
      ...(maxTokens !== undefined && { maxTokens }),
      ...(maxCost !== undefined && { maxCost }),
      ...(maxGenerations !== undefined && { maxGenerations }),
    },
    providers,
  };
}

function toEndpoint(raw: RawEndpoint): EndpointConfig {
  const { type, base_url: baseUrl, model, api_version: apiVersion, headers, params, prices, concurrency } = raw;
  const { first_token_s: firstTokenS, silence_s: silenceS, cache_marks: cacheMarks } = raw;
  const { playbook, images, tools, prompt, context_length: window, optimal_max_tokens: optimal } = raw;
  const hasLimits = window !== undefined || optimal !== undefined;
  return {
    ...(type !== undefined && { type }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(model !== undefined && { model }),
    ...(apiVersion !== undefined && { apiVersion }),
    ...(headers && { headers }),
    ...(params && { params }),
    ...(prices && { prices: withoutUndefined(prices) }),
    ...(images !== undefined && { images }),
    ...(tools !== undefined && { tools }),
    ...(prompt !== undefined && { prompt }),
    ...(cacheMarks !== undefined && { cacheMarks }),
    ...(firstTokenS !== undefined && { firstTokenS }),
    ...(silenceS !== undefined && { silenceS }),
    ...(concurrency !== undefined && { concurrency }),
    ...(playbook !== undefined && { playbook }),
    ...(hasLimits && {
      limits: { optimal: optimal ?? DEFAULT_OPTIMAL_TOKENS, ...(window !== undefined && { window }) },
    }),
  };
}

function withoutUndefined({ input, output, cached }: NonNullable<RawEndpoint['prices']>): Prices {
  return { input, output, ...(cached !== undefined && { cached }) };
}
