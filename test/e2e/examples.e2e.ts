// The example workspaces, opened in the real editor as a newcomer would.
import { openEditor } from './support/editor.ts';
import { copyOf, draftACard, reportAFault } from './support/examples.ts';

describe('the examples in the editor', () => {
  const size = { width: 1400, height: 900 };

  it('lets the writing desk draft until there is nothing new, from its script', async () => {
    const editor = await openEditor({ folder: await copyOf('writing-desk'), size });
    await draftACard(editor);
    await editor.screenshot('examples-writing-desk');
  });

  it('lets the service desk ask for exactly what is missing, from its script', async () => {
    const editor = await openEditor({ folder: await copyOf('service-desk'), size });
    await reportAFault(editor);
    await editor.screenshot('examples-service-desk');
  });
});
