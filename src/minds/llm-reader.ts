// Reads `.minds/llm.yaml` each time that it changed, knowing what it said before: caps, prices and addresses do not fall away
// while somebody edits the file (SPEC 18.6).
import type { FileFault } from '../core/file-faults.ts';
import type { FileProblem } from '../core/team.ts';
import { emptyLlmConfig, type LlmConfig, llmFilePath, parseLlmFile } from './llm-file.ts';
import type { TextFile } from './text-files.ts';

/** What holds of the file now. */
export interface LlmReading {
  readonly config: LlmConfig;
  readonly problems: readonly FileProblem[];
  /** The fault that may hide a cap or an address, where no earlier reading holds: until it is corrected, no model is asked. */
  readonly unread?: FileProblem;
}

/** The reader of one file; call it whenever the file is another. Never throws. */
export function createLlmReader(): (file: TextFile) => LlmReading {
  let last: LlmConfig | undefined;
  return file => {
    const { config, problems } = readFile(file, last !== undefined);
    const unread = problems.find(({ fault }) => mayHide(fault));
    if (unread && last) return { config: last, problems: [...problems, held] };
    if (unread) return { config, problems: [...problems, withheld], unread };
    last = file.kind === 'missing' ? undefined : config;
    return { config, problems };
  };
}

const held: FileProblem = { file: llmFilePath, fault: { id: 'settings-held' }, severity: 'warning' };
const withheld: FileProblem = { file: llmFilePath, fault: { id: 'settings-withheld' }, severity: 'error' };
const empty: FileProblem = { file: llmFilePath, fault: { id: 'settings-empty' }, severity: 'error' };

function readFile(file: TextFile, hadSettings: boolean): ReturnType<typeof parseLlmFile> {
  if (file.kind !== 'text') return { config: emptyLlmConfig, problems: file.kind === 'broken' ? [file.problem] : [] };
  // A file that is being written is empty for a moment, and after a power cut for good.
  if (hadSettings && file.text.trim() === '') return { config: emptyLlmConfig, problems: [empty] };
  return parseLlmFile(file.text, llmFilePath);
}

/** Keys that limit what a tree spends, or say who is asked. */
const guarded = ['max_tokens', 'max_cost', 'max_generations', 'prices', 'provider', 'type', 'base_url', 'playbook'];

/** True for a fault behind which one of these keys may stand. */
function mayHide(fault: FileFault): boolean {
  switch (fault.id) {
    case 'bad-setting':
      return guarded.includes(fault.name.split('.', 1)[0] ?? '');
    case 'unknown-setting':
      return fault.near !== null && guarded.includes(fault.near);
    case 'yaml-broken':
    case 'not-a-map':
    case 'settings-empty':
    case 'not-opened':
    case 'not-a-file':
    case 'leads-out':
    case 'too-large':
    case 'binary':
    case 'not-utf8':
      return true;
    default:
      return false;
  }
}
