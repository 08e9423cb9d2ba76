// Names of tools that every server takes in a history.

const LONGEST = 64;

/**
 * The name under which a call is sent back. Models call tools by names that no tool can have, and a server refuses the
 * whole history for one of them.
 */
export function wireToolName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_');
  return (/^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`).slice(0, LONGEST);
}
