// A story for two processes: lead has bob paint and asks which colour; the one that drives is killed while bob works,
// and another goes on. Playbooks for before and after the kill.

export const beforeTheKill = `
  - {when: {agent: lead}, say: "!?@bob Paint\\n\\n!?@human Which?"}
  - {when: {agent: bob}, delayMs: 100000, say: Late.}
`;

export const afterTheKill = `
  - {say: Played already.}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead, contains: red}, say: All is red.}
  - {when: {agent: lead}, say: All is painted.}
`;
