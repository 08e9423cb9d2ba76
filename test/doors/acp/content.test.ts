// A client's prompt as a message: how the files that it refers to are named (SPEC 22.3).
import assert from 'node:assert/strict';
import path from 'node:path';
import { readPrompt } from '../../../src/doors/acp/content.ts';

describe('a file that an ACP client refers to', () => {
  const check = (paths: path.PlatformPath, folder: string, named: Readonly<Record<string, string>>) => {
    for (const [uri, expected] of Object.entries(named))
      assert.equal(readPrompt([{ type: 'resource_link', name: 'x', uri }], folder, paths).text, `\`${expected}\``, uri);
  };

  it('is named relative to the folder of the session, which may end with a slash', () => {
    for (const folder of ['/work/app', '/work/app/'])
      check(path.posix, folder, {
        'file:///work/app/src/a%20b.ts': 'src/a b.ts',
        'file:///work/app/docs/': 'docs/',
        'file:///work/app/..dots/a.ts': '..dots/a.ts',
        'file:///work/app': './',
        'file:///work/app/': './',
        'file:///work/apple/a.ts': '/work/apple/a.ts',
        'file:///work/': '/work/',
        'https://example.com/a/': 'https://example.com/a/',
        'file://elsewhere/a.ts': 'file://elsewhere/a.ts',
      });
  });

  it('is named with slashes on Windows too, whatever the letter case of its drive', () => {
    for (const folder of ['C:\\work\\app', 'c:\\work\\app\\', 'C:/work/app'])
      check(path.win32, folder, {
        'file:///C:/work/app/src/a.ts': 'src/a.ts',
        'file:///c%3A/work/app/docs/': 'docs/',
        'file:///c:/work/app/': './',
        'file:///D:/other/a.ts': 'D:\\other\\a.ts',
        'file://server/share/a.ts': '\\\\server\\share\\a.ts',
      });
  });
});
