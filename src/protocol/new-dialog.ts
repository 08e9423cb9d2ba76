// The choices for a dialog that begins with its first message (SPEC 25.6). The page keeps them over a reload.
import { maybe, object, type Passing, someOf, text } from '../core/base/shape.ts';
import { permissionModes } from '../core/team/permissions.ts';

/** True if a value has the shape of such choices. */
export const isNewDialog = object({
  /** Absent: the default responder. */
  agentId: maybe(text),
  taskDocPath: maybe(text),
  domain: maybe(text),
  permissionMode: maybe(someOf(...permissionModes)),
});

export type NewDialog = Passing<typeof isNewDialog>;
