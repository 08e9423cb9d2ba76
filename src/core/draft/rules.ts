// What only the steps of drafts ask for, in one place: in the editor it is a file of its own, read when the first draft
// is at work (`esbuild.mjs`). The fold of their records is not among it: every dialog is folded by the same code.

export { byIds, chooseDraft, draftsNumbered, refusalToAdd, refusalToSend, refusalToTake } from './checks.ts';
export { addVectors, joinClusters, type PlacedThought } from './clusters.ts';
export { localTime, renderMindInput } from './input-yaml.ts';
export { type MindOutput, parseMindOutput } from './output-yaml.ts';
export { sampleOf, stepSeed } from './sample.ts';
export { saysAll } from './says-all.ts';
export { textVector, toUnit, type Vector } from './vectors.ts';
