// Completion, hover and quick fixes in the YAML files of `.minds/` (SPEC 12.1, 16.1). Keys and their docs come from the
// JSON schemas; names from the folder's files.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CompletionItem,
  CompletionItemKind,
  Disposable,
  type DocumentSelector,
  type ExtensionContext,
  extensions,
  Hover,
  languages,
  MarkdownString,
  Range,
  SnippetString,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import { once } from '../../core/base/once.ts';
import { providerIds } from '../../core/team/providers.ts';
import { t } from '../words.ts';
import { domainLanguage } from './domain-suggestions.ts';
import { registerFixes } from './fixes.ts';
import type { JsonSchema } from './json-schema.ts';
import { explainAt, type FileLanguage, type Suggestion, suggestAt } from './schema-suggestions.ts';
import { teamLanguage } from './team-suggestions.ts';
import { keysUnder, type YamlPlace, yamlPlaceAt } from './yaml-place.ts';

/** A kind of file: where it lies, its schema in `media/schemas/`, and what it names beyond that. */
interface FileKind {
  readonly pattern: string;
  readonly schema: string;
  readonly languageOf: (document: TextDocument, schema: JsonSchema) => Promise<FileLanguage> | FileLanguage;
}

const fileKinds: readonly FileKind[] = [
  { pattern: '**/.minds/team.yaml', schema: 'team', languageOf: languageOfTeam },
  { pattern: '**/.minds/llm.yaml', schema: 'llm', languageOf: (_, schema) => ({ schema }) },
  { pattern: '**/.minds/mcp.yaml', schema: 'mcp', languageOf: (_, schema) => ({ schema }) },
  { pattern: '**/.minds/draft.yaml', schema: 'draft', languageOf: (_, schema) => ({ schema }) },
  {
    pattern: '**/.minds/domains/*.yaml',
    schema: 'domain',
    languageOf: (document, schema) => domainLanguage(schema, linesOf(document)),
  },
];

const kinds: Record<Suggestion['kind'], CompletionItemKind> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  name: CompletionItemKind.Reference,
  snippet: CompletionItemKind.Snippet,
};

/** Registers them; a schema is read when it is first used. */
export function registerMindsLanguage({ extensionPath }: Pick<ExtensionContext, 'extensionPath'>): Disposable {
  return Disposable.from(
    registerFixes({ scheme: 'file', pattern: '**/.mcp.json' }),
    ...fileKinds.map(kind => {
      const file = path.join(extensionPath, 'media', 'schemas', `${kind.schema}.schema.json`);
      return registerKind(
        kind,
        once((): Promise<JsonSchema> => readFile(file, 'utf8').then(JSON.parse)),
      );
    }),
  );
}

function registerKind({ pattern, languageOf }: FileKind, readSchema: () => Promise<JsonSchema>): Disposable {
  const selector: DocumentSelector = { scheme: 'file', pattern };
  const complete = async (document: TextDocument, place: YamlPlace, line: number) => {
    const suggestions = suggestAt(place, await languageOf(document, await readSchema()));
    return suggestions.filter(fits).map((each, at) => toItem(each, { place, line, at, document }));
  };
  return Disposable.from(
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: (document, { line, character }) => {
          const place = yamlPlaceAt(linesOf(document), line, character);
          return place ? complete(document, place, line) : [];
        },
      },
      ' ',
      '[',
      ',',
    ),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, { line, character }) => {
        const place = yamlPlaceAt(linesOf(document), line, character);
        const text = place && !hasYamlExtension() && explainAt(place, await readSchema());
        if (!place || !text) return undefined;
        return new Hover(new MarkdownString(text), new Range(line, place.from, line, place.to));
      },
    }),
    registerFixes(selector),
  );
}

/** A YAML extension uses the schema from our manifest; then only the rest is offered here. */
function hasYamlExtension(): boolean {
  return extensions.getExtension('redhat.vscode-yaml') !== undefined;
}

function fits({ kind }: Suggestion): boolean {
  return (kind !== 'key' && kind !== 'value') || !hasYamlExtension();
}

async function languageOfTeam(document: TextDocument, schema: JsonSchema): Promise<FileLanguage> {
  const keysIn = async (file: string, key: string) =>
    keysUnder((await textOf(Uri.joinPath(document.uri, '..', file))).split(/\r?\n/), key);
  return teamLanguage({
    schema,
    members: keysUnder(linesOf(document), 'members'),
    providers: [...new Set([...providerIds, ...(await keysIn('llm.yaml', 'providers'))])],
    servers: await keysIn('mcp.yaml', 'servers'),
    t,
  });
}

/** The text in the editor, else on the disk; '' when there is none. */
async function textOf(uri: Uri): Promise<string> {
  const open = workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
  return open?.getText() ?? readFile(uri.fsPath, 'utf8').catch(() => '');
}

function toItem(
  { kind, label, insert, detail, documentation, goesOn }: Suggestion,
  spot: { readonly place: YamlPlace; readonly line: number; readonly at: number; readonly document: TextDocument },
): CompletionItem {
  const { place, line, at, document } = spot;
  // A value right behind its colon would be part of the key.
  const gap = place.kind === 'value' && /:$/.test(document.lineAt(line).text.slice(0, place.from)) ? ' ' : '';
  return {
    label,
    kind: kinds[kind],
    range: new Range(line, place.from, line, place.to),
    // In the order of the schema, which is that of importance.
    sortText: String(at).padStart(3, '0'),
    insertText: new SnippetString(`${gap}${insert}`),
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation: new MarkdownString(documentation) }),
    ...(goesOn && { command: { command: 'editor.action.triggerSuggest', title: '' } }),
  };
}

function linesOf(document: TextDocument): string[] {
  return document.getText().split(/\r?\n/);
}
