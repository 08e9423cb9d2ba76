// `export`: a dialog with all its courses, and those of the dialogs below it, as one document on stdout.

import pkg from '../../../package.json' with { type: 'json' };
import { makerOf } from '../../doors/otlp/settings.ts';
import { otlpJson } from '../../doors/otlp/span.ts';
import { otlpTraceOf } from '../../doors/otlp/trace.ts';
import { type ExportedDialog, exportDialogs, exportText } from '../../runtime/folder/export-dialog.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDialog, wrongUsage } from '../open.ts';
import { plainJson } from '../print/plain-text.ts';

const formats = ['md', 'json', 'otlp'] as const;
type Format = (typeof formats)[number];

export const exportCommand: Command = {
  name: 'export',
  usage: '<dialog> [--format md|json|otlp] [--content]',
  args: ['dialog'],
  options: { format: { type: 'string' }, content: { type: 'boolean' } },
  values: { '--format': formats },
  async run(call) {
    const word = call.flags.text('format') ?? (call.json ? 'json' : 'md');
    const format = formats.find(each => each === word);
    if (!format)
      return wrongUsage(call, { id: 'one-of', what: '--format', options: ['md', 'json', 'otlp'], given: word });
    if (call.flags.isSet('content') && format !== 'otlp') return wrongUsage(call, { id: 'content-without-otlp' });
    return withDialog(call, { mode: 'read', name: argument(call, 0) }, async (runtime, dialog) => {
      const exported = await exportDialogs(runtime, dialog);
      if (!exported.ok) return refused(call, exported);
      print(call, exported.dialogs, format);
      return exitCodes.ok;
    });
  },
};

function print({ output, flags, io }: CommandCall, dialogs: readonly ExportedDialog[], format: Format): void {
  if (format === 'otlp') {
    const spans = otlpTraceOf(dialogs, flags.isSet('content') ? 'all' : 'none');
    const trace = otlpJson(spans, makerOf(io.env, pkg.version));
    output.json(trace);
    output.text(plainJson(`${JSON.stringify(trace, null, 2)}\n`));
    return;
  }
  const text = exportText(dialogs, format, output.language);
  output.json(format === 'json' ? { dialogs } : { markdown: text });
  output.text(format === 'json' ? plainJson(text) : text);
}
