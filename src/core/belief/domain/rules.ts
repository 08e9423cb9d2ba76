// What only dialogs with a domain ask for, in one place: in the editor it is a file of its own, read when the first of
// them is at work (`esbuild.mjs`). The fold of their records is not among it: every dialog is folded by the same code.

export { applyDeed } from '../agent-action.ts';
export { applyCommand } from '../apply-command.ts';
export { parseCommand } from '../command.ts';
export { historyOf } from '../history/read-history.ts';
export { rollbackNote } from '../history/turn-entry.ts';
export { compareTurns, lookAtTurn } from '../history/turn-queries.ts';
export { endInternal, internalDue, isInternalFlow } from '../internal.ts';
export { optionMeant } from '../option-meant.ts';
export {
  clarifyQuestion,
  describeDomain,
  parseJsonObject,
  predictionSpec,
  predictionTool,
  readPrediction,
} from '../prediction.ts';
export { startInternal } from '../stack.ts';
export { endTurn, withCommands, withIssue, withPredictions } from '../turn.ts';
export { beginFacts, changeFacts, endFacts } from '../turn-facts.ts';
export { optionsNamed } from '../values/plain-value.ts';
export { reasonText } from '../values/reasons.ts';
export { readDomain } from './domain-file.ts';
export { domainNames, joinDomainFiles } from './join-domains.ts';
export { softwareDomain } from './software-domain.ts';
