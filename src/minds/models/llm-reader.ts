// Reads `.minds/llm.yaml` each time that it changed: caps, prices and addresses do not fall away while somebody edits
// it (SPEC 18.6).
import type { FileFault } from '../../core/facts/file-faults.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { hidesText, holdLast } from '../files/held-reading.ts';
import type { TextFile } from '../files/text-files.ts';
import { emptyLlmConfig, type LlmConfig, llmFilePath, parseLlmFile } from './llm-file.ts';

/** What holds of the file now. */
export interface LlmReading {
  readonly config: LlmConfig;
  readonly problems: readonly FileProblem[];
  /**
   * The fault that may hide a cap or an address, where no earlier reading holds: until it is corrected, only a server
   * that the environment names is asked.
   */
  readonly unread?: FileProblem;
}

/** The reader of one file; call it whenever the file is another. Never throws. */
export function createLlmReader(): (file: TextFile) => LlmReading {
  const read = holdLast({ path: llmFilePath, read: readLlmFile, hides });
  return file => {
    const reading = read(file);
    return reading.unread ? { ...reading, problems: [...reading.problems, withheld] } : reading;
  };
}

const withheld: FileProblem = { file: llmFilePath, fault: { id: 'settings-withheld' }, severity: 'error' };

function readLlmFile(file: TextFile): ReturnType<typeof parseLlmFile> {
  if (file.kind === 'text') return parseLlmFile(file.text, llmFilePath);
  return { config: emptyLlmConfig, problems: file.kind === 'broken' ? [file.problem] : [] };
}

/** Keys that limit what a tree spends, or say who is asked. */
const guarded = ['max_tokens', 'max_cost', 'max_generations', 'prices', 'provider', 'type', 'base_url', 'playbook'];

/** True for a fault behind which one of these keys may stand. */
function hides(fault: FileFault): boolean {
  switch (fault.id) {
    case 'bad-setting':
      return guarded.includes(fault.name.split('.', 1)[0] ?? '');
    case 'unknown-setting':
      return fault.near !== null && guarded.includes(fault.near);
    default:
      return hidesText(fault);
  }
}
