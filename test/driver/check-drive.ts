// Golden transcripts: a script is driven, and the whole tree as text must be what `golden/<name>.txt` holds.
// `UPDATE_GOLDEN=1` rewrites the files; read them before they are kept.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Tree } from '../../src/driver/driver-context.ts';
import { createTestDriver, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';

const folder = path.join(import.meta.dirname, 'golden');

/** Starts a root with "Begin", lets `act` do what people do, and compares. */
export async function checkDrive(
  name: string,
  options: TestDriverOptions,
  act: (t: TestDriver, tree: Tree) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const t = createTestDriver(options);
  const tree = await t.start('Begin');
  await act(t, tree);
  const file = path.join(folder, `${name}.txt`);
  const text = t.transcript(tree);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8'));
}
