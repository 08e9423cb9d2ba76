// The notices that were sent, as Markdown. Pure.

import type { NoticeRow } from '../../core/notices/notice.ts';
import { dayAndTime } from '../../core/text/clock-time.ts';
import type { Translate } from './wording.ts';

/** A notice in the person's language. `fault`: why it was not sent. */
export interface ToldNotice extends Pick<NoticeRow, 'at' | 'transport'> {
  readonly event: string;
  /** What its dialog is about; '' for one that is gone. */
  readonly headline: string;
  readonly fault?: string;
}

/** As many are shown; `dominds notices` has all. */
const MOST_SHOWN = 200;

/** The newest first, under the day and the dialog that they are about. */
export function noticesText(notices: readonly ToldNotice[], t: Translate): string {
  const title = `# ${t('Sent notices')}`;
  if (notices.length === 0) {
    return `${title}\n\n${t('No notices were sent. The setting `dominds.notify` or `.minds/notify.yaml` says who is told.')}\n`;
  }
  const lines = notices
    .slice(-MOST_SHOWN)
    .reverse()
    .map(({ at, transport, event, headline, fault }) => {
      const what = fault === undefined ? t('sent') : `**${t('failed: {0}', plain(fault))}**`;
      return `- ${dayAndTime(at)} · ${plain(transport)} · ${plain([event, headline].filter(Boolean).join(': '))} · ${what}`;
    });
  return [title, '', ...lines, ''].join('\n');
}

/** On one line, without markup. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#!]/g, '\\$&');
}
