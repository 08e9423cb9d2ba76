// The day and the workspace, in the languages of models.
import type { Surroundings, Today } from '../surroundings.ts';

const daysEn = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const daysZh = '日一二三四五六';

/** `Saturday, 2026-11-28. Time zone: UTC.` */
export function todayEn({ date, weekday, zone }: Today): string {
  return `${daysEn[weekday]}, ${date}. Time zone: ${zone}.`;
}

/** The same in Chinese. */
export function todayZh({ date, weekday, zone: from }: Today): string {
  const zone = from.replace(' (', '（').replace(')', '）');
  return `${date}，星期${daysZh[weekday]}。时区：${zone}。`;
}

/** The machine and Git on one line, the top level on the next. */
export function workspaceEn({ system, shell, git, top }: Surroundings): string {
  const machine = `System: ${system}${shell === undefined ? '' : `, commands run in ${shell}`}. Git: ${git === null ? 'none' : `${git.is} ${git.name}`}.`;
  if (!top || top.names.length === 0) return machine;
  const more = top.more > 0 ? `, and ${top.more} more` : '';
  return `${machine}\nTop level when this course began, without what Git ignores: ${top.names.join(', ')}${more}.`;
}

/** The same in Chinese. */
export function workspaceZh({ system, shell, git, top }: Surroundings): string {
  const machine = `系统：${system}${shell === undefined ? '' : `，命令由 ${shell} 运行`}。Git：${git === null ? '无' : `${{ branch: '分支', commit: '提交' }[git.is]} ${git.name}`}。`;
  if (!top || top.names.length === 0) return machine;
  const more = top.more > 0 ? `，另有 ${top.more} 项` : '';
  return `${machine}\n本程开始时的顶层内容（不含 Git 忽略的）：${top.names.join('、')}${more}。`;
}
