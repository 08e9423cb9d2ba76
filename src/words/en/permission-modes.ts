// What runs without a question in a task, as a menu names it.
import type { PermissionModeNames } from '../../core/team/permissions.ts';

export const permissionModeNames: PermissionModeNames = { ask: 'Ask', edits: 'Edits run', all: 'All but denied runs' };
