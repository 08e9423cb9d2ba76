// The names of the product's own language-model tools, as its manifest declares them.
import type { ExtensionContext } from 'vscode';

interface Manifest {
  readonly contributes?: { readonly languageModelTools?: readonly { readonly name: string }[] };
}

/** Names by which the editor's chat calls us. */
export function ownToolNames({ extension }: ExtensionContext): ReadonlySet<string> {
  const { contributes } = extension.packageJSON as Manifest;
  return new Set(contributes?.languageModelTools?.map(({ name }) => name));
}
