// What members can do, and what a model is told of a call that cannot be made as it was written (SPEC 23.9). Pure.
import type { Hand, Hands } from '../../dialog/hands.ts';

/** What is wrong with the arguments of a call; `expected` is a kind of JSON values, `got` one or a short value. */
export type ArgProblem =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'tooDeep' }
  | { readonly kind: 'noObject'; readonly got: string }
  | { readonly kind: 'unknown'; readonly name: string; readonly nearest?: string }
  | { readonly kind: 'twice'; readonly names: readonly [string, string] }
  | { readonly kind: 'missing'; readonly argument: string }
  | { readonly kind: 'wrongType'; readonly argument: string; readonly expected: string; readonly got: string }
  /** `why` is in English; `broken` says the same as data, where it is a limit. */
  | { readonly kind: 'refused'; readonly argument: string; readonly why: string; readonly broken?: BrokenLimit };

/** A limit of a value that was broken. */
export type BrokenLimit =
  | { readonly kind: 'empty' }
  | { readonly kind: 'least' | 'most' | 'above' | 'longest'; readonly limit: number }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] };

/** The right call of a tool, and its arguments. */
export interface RightCall {
  readonly tool: string;
  /** In one line. */
  readonly form: string;
  readonly args: readonly { readonly name: string; readonly isOptional: boolean }[];
}

/** A tool that a dialog does not have. */
export interface AbsentTool {
  readonly name: string;
  /** The tool to call instead. */
  readonly nearest?: string;
  /** What text does instead of it, and how the line begins. */
  readonly inText?: { readonly kind: 'person' | 'member'; readonly line: string };
  /** Names of the tools that the request offers. */
  readonly offered: readonly string[];
}

/** The texts about such calls. */
export interface ToolTexts {
  readonly badArgs: (problem: ArgProblem, right: RightCall) => string;
  readonly noTool: (absent: AbsentTool) => string;
}

/** Folders that are named. */
const NAMED = 3;

/** Patterns of commands, each as code. */
export function patternTexts(patterns: readonly string[]): readonly string[] {
  return patterns.map(pattern => `\`${pattern}\``);
}

interface HandWords {
  readonly agent: string;
  readonly none: string;
  /** Without a hand in the workspace. */
  readonly nothing: string;
  readonly hand: (hand: Hand) => string;
  readonly uses: (names: string) => string;
  readonly comma: string;
}

/** What a member can do in the workspace, in short. */
export function handsText(hands: Hands, words: HandWords): string {
  if (hands.kind !== 'own') return words[hands.kind];
  const { comma } = words;
  const all = [...hands.hands.map(words.hand), ...hands.more.map(words.uses)];
  return all.length === 0 ? words.nothing : all.join(comma);
}

/** The first folders of a list. */
export function folderNames(names: readonly string[], comma: string, and: string): string {
  if (names.length > NAMED) return `${names.slice(0, NAMED).join(comma)} …`;
  return [names.slice(0, -1).join(comma), ...names.slice(-1)].filter(part => part !== '').join(and);
}
