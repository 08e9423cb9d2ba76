// The names that mean something by themselves, and the pattern that every name follows. Team ids may not be among them.

/** Source of the pattern of a `<name>` and of a session slug (SPEC 2.2, 2.4), without anchors. */
export const namePattern = '[a-zA-Z][a-zA-Z0-9_-]*';

/** Tools that the texting dialect runs from text (SPEC 2.10). */
const textingTools = ['clear_mind', 'change_mind', 'add_reminder', 'update_reminder', 'delete_reminder'] as const;

/** Every name that a team member may not have as its id (SPEC 12.1). */
export const reservedNames: readonly string[] = ['human', 'ask_human', 'tellasker', 'self', ...textingTools];

/** The name of a tool that the texting dialect runs from text. */
export type TextingTool = (typeof textingTools)[number];

/** True if a mention of the texting dialect runs a tool instead of calling a member. */
export function isTextingTool(mention: string): mention is TextingTool {
  return (textingTools as readonly string[]).includes(mention);
}

/** True if a mention of the texting dialect takes the rest of the message as its content (SPEC 2.8, 2.10). */
export function isClarityTool(mention: string): boolean {
  return mention === 'clear_mind' || mention === 'change_mind';
}
