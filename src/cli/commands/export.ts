// `export`: a dialog with all its courses, and those of the dialogs below it, as one document on stdout.

import { exportDialogs, exportText } from '../../runtime/export-dialog.ts';
import type { Command } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDialog, wrongUsage } from '../open.ts';
import { plainJson } from '../plain-text.ts';

export const exportCommand: Command = {
  name: 'export',
  usage: '<dialog> [--format md|json]',
  summary: 'Write a whole dialog to stdout, with the dialogs below it',
  details: '  --format md    readable text (default)\n  --format json  all records',
  args: ['dialog'],
  options: { format: { type: 'string' } },
  values: { '--format': ['md', 'json'] },
  async run(call) {
    const format = call.flags.text('format') ?? (call.json ? 'json' : 'md');
    if (format !== 'md' && format !== 'json') return wrongUsage(call, `--format is md or json, not ${format}`);
    return withDialog(call, { mode: 'read', name: argument(call, 0) }, async (runtime, dialog) => {
      const exported = await exportDialogs(runtime, dialog);
      if (!exported.ok) return refused(call, exported);
      const { dialogs } = exported;
      const text = exportText(dialogs, format);
      call.output.json(format === 'json' ? { dialogs } : { markdown: text });
      call.output.text(format === 'json' ? plainJson(text) : text);
      return exitCodes.ok;
    });
  },
};
