import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/project.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

interface Logger {
  info(message: string): void;
  warn(message: string): void;
  setLevel(level: number): void;
  clearFormatters(): void;
}

interface Spdlog {
  createAsyncRotatingLogger(name: string, file: string, size: number, count: number): Promise<Logger>;
}

describe('the logger that the trial editor is given', () => {
  let workspace: TempWorkspace;
  let logger: Logger;

  beforeEach(async () => {
    workspace = await makeTempWorkspace();
    // By its name in an import, as the editor takes it.
    const spdlog: Spdlog = await import(pathToFileURL(path.join(root, 'scripts/plain-logger.cjs')).href);
    logger = await spdlog.createAsyncRotatingLogger('x', path.join(workspace.folder, 'logs/x.log'), 1, 1);
  });
  afterEach(() => workspace.remove());

  it('writes a line the way the editor reads it back, from its level on', async () => {
    logger.info('opened /a');
    logger.setLevel(3);
    logger.info('not this');
    logger.warn('look');
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}`;
    assert.match(
      await workspace.read('logs/x.log'),
      new RegExp(`^${time} \\[info\\] opened /a\n${time} \\[warning\\] look\n$`),
    );
  });

  it('adds nothing where lines come with what belongs before them', async () => {
    logger.clearFormatters();
    logger.info('a');
    logger.info('b\n');
    assert.equal(await workspace.read('logs/x.log'), 'ab\n');
  });

  it('never fails where the file cannot be written', async () => {
    await workspace.remove();
    logger.info('lost');
  });
});
