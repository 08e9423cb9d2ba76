// The statuses of a flow, and which may follow which (SPEC 16.3).

export type FlowStatus = 'Pending' | 'Active' | 'Completed' | 'Invalid';

const transitions: Readonly<Record<FlowStatus, readonly FlowStatus[]>> = {
  Pending: ['Active', 'Invalid'],
  Active: ['Pending', 'Completed', 'Invalid'],
  Completed: [],
  Invalid: [],
};

/** True if a flow may go from one status to another. */
export function mayBecome(from: FlowStatus, to: FlowStatus): boolean {
  return transitions[from].includes(to);
}
