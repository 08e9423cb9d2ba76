/** A domain whose one flow asks for a limit. */
export const shopDomain = `name: shop
intents: {Read: read, Clean: prepare, Change: transform, Report: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
flows:
  - {name: query, intent: Read, description: Looks something up, slots: {limit: {type: LevelSlot, priority: required, max: 100}}}
`;
