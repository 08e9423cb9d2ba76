// What the headline of a question for leave says of the call, in whatever language it was asked. Pure.
import { leaveEn, leaveZh } from '../../core/prompt/leave-words.ts';
import type { InboxQuestion } from '../../protocol/overview.ts';

/** Whether the headline is all there is to know: a command of one line in the folder of the rtws, not cut, with no limit of its own. */
export function isWholeCommand({
  tellaskHead,
  bodyContent,
}: Pick<InboxQuestion, 'tellaskHead' | 'bodyContent'>): boolean {
  const [, command = ''] = /^```sh\n([^\n]+)\n```\n/.exec(bodyContent) ?? [];
  return [leaveEn, leaveZh].some(
    leave =>
      command !== '' &&
      tellaskHead === leave.run(command) &&
      bodyContent.startsWith(`\`\`\`sh\n${command}\n\`\`\`\n\n${leave.inFolder('.', undefined)}\n`),
  );
}
