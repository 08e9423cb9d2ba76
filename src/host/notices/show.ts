// The only module that shows messages of the editor: their texts may come from anywhere (SPEC 18.7). A test ensures
// that no other module does.
import { type MessageOptions, window } from 'vscode';
import { plainNotice } from './plain-notice.ts';
import { readyForModal } from './prompts.ts';

type Shown = Thenable<string | undefined>;
/** Shows a message with these buttons, or with options before them; gives the button that was chosen. */
interface Show {
  (text: string, ...buttons: readonly string[]): Shown;
  (text: string, options: MessageOptions, ...buttons: readonly string[]): Shown;
}

export const showInformation: Show = (text: string, ...rest: readonly (string | MessageOptions)[]) =>
  shown(window.showInformationMessage, text, rest);
export const showWarning: Show = (text: string, ...rest: readonly (string | MessageOptions)[]) =>
  shown(window.showWarningMessage, text, rest);
export const showError: Show = (text: string, ...rest: readonly (string | MessageOptions)[]) =>
  shown(window.showErrorMessage, text, rest);

function shown(show: Show, text: string, rest: readonly (string | MessageOptions)[]): Shown {
  const buttons = rest.filter(each => typeof each === 'string');
  const [options] = rest.filter(each => typeof each === 'object');
  if (!options) return show(plainNotice(text), ...buttons);
  const detail = options.detail !== undefined && { detail: plainNotice(options.detail) };
  const now = () => show(plainNotice(text), { ...options, ...detail }, ...buttons);
  return options.modal ? readyForModal().then(now) : now();
}
