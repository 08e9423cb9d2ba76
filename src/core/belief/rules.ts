// What only dialogs with a domain ask for, in one place: in the editor it is a file of its own, read when the first of them is
// at work (`esbuild.mjs`). The fold of their records is not among it: every dialog is folded by the same code.
export { applyCommand } from './apply-command.ts';
export { parseCommand } from './command.ts';
export { applyDeed } from './deed.ts';
export { readDomain } from './domain-file.ts';
export { rollbackNote } from './history.ts';
export { historyOf } from './history-of.ts';
export { endInternal, internalDue, isInternalFlow } from './internal.ts';
export { domainNames, joinDomainFiles } from './join-domains.ts';
export { compareTurns, lookAtTurn } from './look-back.ts';
export {
  clarifyQuestion,
  describeDomain,
  parseJsonObject,
  predictionSpec,
  predictionTool,
  readPrediction,
} from './prediction.ts';
export { reasonText } from './reasons.ts';
export { softwareDomain } from './software-domain.ts';
export { startInternal } from './stack.ts';
export { endTurn, withCommands, withIssue, withPredictions } from './turn.ts';
export { beginFacts, changeFacts, endFacts } from './turn-facts.ts';
