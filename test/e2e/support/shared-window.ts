// One window, and one model server, for all stories of a suite: each begins with no editor open, in the same folder.
import { type MockServer, type MockServerOptions, startMockServer } from '../../support/mock-server.ts';
import { type Editor, type EditorOptions, openEditor } from './editor.ts';

type Respond = NonNullable<MockServerOptions['respond']>;

/** What the stories of a suite share. */
export interface SharedWindow {
  readonly editor: Editor;
  readonly server: MockServer;
  /** The model answers like this from now on; gives how many requests came before. */
  answer(respond: Respond): number;
}

/** Opens the window before the first story of the suite that calls this, and closes it after the last. */
export function sharedWindow(options: () => EditorOptions): SharedWindow {
  let editor: Editor | undefined;
  let server: MockServer | undefined;
  let answer: Respond = () => ({ say: 'Done.' });
  before(async () => {
    server = await startMockServer({ respond: request => answer(request) });
    editor = await openEditor({ modelServer: server.baseUrl, ...options(), isShared: true });
  });
  beforeEach(() => editor?.runCommand('View: Close All Editors'));
  after(async () => {
    await editor?.close();
    await server?.close();
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the window is not open yet');
    return part;
  };
  return {
    get editor() {
      return there(editor);
    },
    get server() {
      return there(server);
    },
    answer(respond) {
      answer = respond;
      return there(server).requests.length;
    },
  };
}
