// Loaded before every test file (.mocharc.json), by bench, chaos and soak: what processes of a test keep for their
// person stays out of the real place.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'dominds-person-'));
process.env.XDG_CONFIG_HOME = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
