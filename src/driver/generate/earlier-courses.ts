// The courses of a dialog before its present one: memory holds the newest only.
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { Dialog } from '../driver-context.ts';

/** Records of the courses before the present one, from the first on; one that cannot be read is empty. */
export async function earlierCourses({ tree, ref, state }: Dialog): Promise<readonly (readonly CourseRecord[])[]> {
  const courses: (readonly CourseRecord[])[] = [];
  for (let course = 1; course < state.course; course++)
    courses.push((await tree.ctx.store.readCourse(ref, course)) ?? []);
  return courses;
}

/** Records of all courses of a dialog. */
export async function allRecords(dialog: Dialog): Promise<readonly CourseRecord[]> {
  const earlier = await earlierCourses(dialog);
  return [...earlier.flat(), ...dialog.records];
}
