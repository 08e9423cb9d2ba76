// What runs without a question in a task, as a menu names it.
import type { PermissionModeNames } from '../../core/team/permissions.ts';

export const permissionModeNames: PermissionModeNames = { ask: '询问', edits: '编辑直接运行', all: '除拒绝外均运行' };
