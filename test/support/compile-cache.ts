// Loaded before every test file (.mocharc.json): what Node compiles of the sources is kept, for this process and for
// those that tests start. Starting the command line from its sources costs a third of the time so, which on a busy
// machine is most of what such a test does.
import { enableCompileCache } from 'node:module';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/dominds-tests');
enableCompileCache(folder);
process.env.NODE_COMPILE_CACHE = folder;
