// The server's own texts on its pages, in English. The panels bring their own.
import { untoldEn } from '../../core/prompt/words/en/work.ts';

export const serveEn = {
  overview: 'Overview',
  newDialog: 'New dialog',
  newAddress: 'Another device',
  lost: 'Connection lost. Trying again…',
  viewOnly: 'This address is view-only: it cannot change anything.',
  drivenElsewhere: 'Another window or terminal drives this folder: your messages are sent there.',
  drivenByNobody: 'No process drives this folder now: your messages wait until a window or a terminal does.',
  failed: { message: 'This could not be done.', remedy: 'The log of the server has details.' },
  completeAnyway:
    'Complete this dialog although work is pending? Running work stops, and open questions are withdrawn.',
  noQuestion: 'No other question is waiting for you.',
  inEditor: 'Files are opened in the editor.',
  mendElsewhere: 'Do this in the editor, or in .minds/llm.yaml.',
  proposal: 'What the call would change',
  changes: 'Changed files',
  noChanges: 'Nothing has changed, or all of it was kept.',
  untold: untoldEn,
  noText: 'This is no text, or what it was before is not known.',
  undoEdits: 'Revert all changes of this dialog and its subdialogs? Files that were changed since are skipped.',
  notUndone: (files: string): string => `Skipped, changed since or not kept: ${files}`,
  before: 'Now',
  after: 'After',
  copied: 'Copied',
  otherDevice: 'This address lets one browser in, once:',
  hereOnly:
    'It works on this machine only. For other devices, use `dominds serve` with `--host` or `--behind-proxy`, or set base_url in .minds/notify.yaml.',
  dialog: 'Dialog',
  noPage: 'There is no such page.',
  answer: 'Answer a question',
  answerWith: (option: string): string => `Answer: ${option}`,
  answered: (option: string): string => `Answered: ${option}`,
  /** `place` may be ''. */
  answeredMeanwhile: (place: string, content: string): string =>
    `This question was answered meanwhile${place && ` ${place}`}: ${content}`,
  questionGone: 'This question is not open any more.',
  notices: {
    title: 'Notices',
    about:
      'This browser can tell you when a question has waited for a minute, and when a dialog has ended or failed, also while no page is open. Notices go through the push service of the maker of the browser. They are encrypted: the service sees when something comes, not what.',
    insecure:
      'This address is not secure, so the browser allows no notices here. Open the pages by https, or on this machine by http://localhost.',
    unable:
      'This browser cannot show notices. On an iPhone or iPad, add the page to the home screen first and open it from there.',
    denied: 'Notices of this page are blocked. Allow them in the settings of the browser, then reload the page.',
    isOff: 'Notices are off in this browser.',
    isOn: 'Notices are on in this browser. Open an address of this server once a month to keep them on.',
    turnOn: 'Turn On Notices',
    turnOff: 'Turn Off Notices',
    /** `why` is a clause. */
    notTold: (why: string): string => `Notices could not be turned on: ${why}.`,
  },
  turnedAway: {
    noAccess: {
      message: 'This browser has no access.',
      remedy:
        'Open the address that `dominds serve` printed last, or run “Open in Browser” in the editor. Each address lets one browser in, once. A browser with access makes a new one under “Another device”.',
    },
    wrongToken: {
      message: 'This address was already used, or is wrong.',
      remedy:
        'After each visit, `dominds serve` prints a new address: open that one, or run “Open in Browser” in the editor again. A browser with access makes a new one under “Another device”.',
    },
    tooManyTokens: {
      message: 'Too many wrong addresses were tried.',
      remedy: 'Wait a minute, then open the address that `dominds serve` printed last.',
    },
    otherName: {
      message: 'This server is not reached by this name.',
      remedy:
        'Open the address that `dominds serve` printed. To use another name, set base_url in .minds/notify.yaml, or start `dominds serve` with `--behind-proxy` or a certificate for that name.',
    },
    otherSite: {
      message: 'Another site may not call this server.',
      remedy: 'Open the page from its own address.',
    },
    tooLarge: { message: 'This is too large.', remedy: 'Go back and send a shorter text.' },
    notOurs: {
      message: 'This address does not belong to this server.',
      remedy: 'Open the link of the notice again, or answer the question in the editor or in Dominds in the browser.',
    },
    malformed: { message: 'This is not an address of this server.', remedy: '' },
  },
};

export type ServeWords = typeof serveEn;
