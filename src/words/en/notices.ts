// The English words of notices.
import type { NoticeWords } from '../words.ts';

export const noticesEn: NoticeWords = {
  events: {
    question: member => `${member} has a question for you`,
    ended: member => `${member} is done`,
    failed: member => `${member} stopped because of a problem`,
    cap: member => `${member} reached a limit`,
  },
  count: count => `${count} notices`,
  on: 'Notices are on in this browser',
  faults: {
    'no-address': 'the variable that holds its address is not set',
    'no-secret': 'the variable that holds its secret is not set',
    unreachable: ({ code }) => `it could not be reached${code && ` (${code})`}`,
    status: ({ status }) => `it answered with status ${status}`,
    'exit-code': ({ code }) => `the command ended with exit code ${code}`,
    late: 'the command did not end within 15 seconds',
    gone: 'this browser takes no notices any more; it was taken off the list',
    'not-kept': 'the folder of your settings cannot be written',
    cut: 'the process ended while it was sending',
    told: ({ message }) => message,
  },
};
