// The editor's logger without anything to compile: what it uses of @vscode/spdlog, as lines appended to a file. One file
// each, never rotated: it lives as long as a trial or a test. Levels are 0 trace, 1 debug, 2 info, 3 warning, 4 error, 6 off.
const { appendFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #isPlain = false;

  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  trace = message => this.#write(0, message);
  debug = message => this.#write(1, message);
  info = message => this.#write(2, message);
  warn = message => this.#write(3, message);
  error = message => this.#write(4, message);
  critical = message => this.#write(5, message);

  setLevel(level) {
    this.#level = level;
  }

  getLevel() {
    return this.#level;
  }

  /** Lines come with what belongs before them. */
  clearFormatters() {
    this.#isPlain = true;
  }

  setPattern() {}
  flush() {}
  drop() {}

  #write(level, message) {
    if (level < this.#level) return;
    const now = new Date();
    const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
    const at = local.toISOString().replace('T', ' ').replace('Z', '');
    const line = this.#isPlain ? message : `${at} [${names[level]}] ${message}\n`;
    try {
      appendFileSync(this.#file, line);
    } catch {
      // A full disk, or a folder that is gone: what is logged is lost, nothing else.
    }
  }
}

const create = async (name, file) => new Logger('plain', name, file);

// One by one: so an `import` of the editor finds the names.
exports.Logger = Logger;
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
