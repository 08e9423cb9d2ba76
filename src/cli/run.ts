// One run of the program: arguments in, exit code out. Touches the process through `CliIo` only.
import path from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { errorMessage } from '../core/base/thrown.ts';
import { refuseOutside } from '../core/facts/trouble.ts';
import { sayUsage } from '../words/say-command-line.ts';
import type { OpenRuntime } from './command.ts';
import { commands } from './commands.ts';
import { completeLine } from './completion/complete.ts';
import type { ExitCode } from './exit-code.ts';
import { exitCodes } from './exit-code.ts';
import type { CliIo } from './io.ts';
import { refused } from './open.ts';
import type { ParsedCommandLine } from './parse-command-line.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { commandHelp, overviewHelp, usageLine } from './print/help.ts';
import type { Output } from './print/output.ts';
import { createOutput, told } from './print/output.ts';

/** Runs one command line (`argv` without the program's name) and gives its exit code. Never rejects. */
export async function runCli(argv: readonly string[], io: CliIo, openRuntime: OpenRuntime): Promise<ExitCode> {
  if (argv[0] === '__complete') {
    await completeLine(argv.slice(1), { io, openRuntime, commands });
    return exitCodes.ok;
  }
  const commandLine = parseCommandLine(argv, commands);
  const { globals } = commandLine;
  const output = createOutput(io, globals);
  try {
    return await withOutput(await play(commandLine, { io, output, openRuntime }), { io, output });
  } catch (error) {
    // What the surroundings stopped is no fault of the program.
    const refusal = refuseOutside(error);
    if (refusal) return refused({ output }, refusal);
    const problem = errorMessage(error);
    output.error({ code: 'bug', ...told(output.words.bug(problem)) });
    return exitCodes.failed;
  }
}

/** A run that could not say what came of it has failed: whoever called it would take what is there for everything. */
async function withOutput(code: ExitCode, { io, output }: Pick<Surroundings, 'io' | 'output'>): Promise<ExitCode> {
  const unwritten = await io.written();
  if (!unwritten) return code;
  output.error({ code: 'not-written', ...told(output.words.notWritten(unwritten.message)) });
  return code === exitCodes.ok ? exitCodes.failed : code;
}

interface Surroundings {
  readonly io: CliIo;
  readonly output: Output;
  readonly openRuntime: OpenRuntime;
}

async function play(commandLine: ParsedCommandLine, surroundings: Surroundings): Promise<ExitCode> {
  const { io, output } = surroundings;
  if (commandLine.kind === 'run') {
    const { command, args, flags, globals } = commandLine;
    const rtws = path.resolve(io.cwd, globals.rtws ?? '.');
    const { json, quiet, trust, here } = globals;
    const url = (globals.store ?? io.env.DOMINDS_STORE)?.trim();
    const call = { command, args, flags, rtws, json, quiet, trust, ...(url && { store: { url, here } }) };
    return command.run({ ...call, ...surroundings });
  }
  if (commandLine.kind === 'wrong') {
    const { fault, command, first } = commandLine;
    const { words, language } = output;
    const remedy = command ? words.usageLine(usageLine(command, first)) : words.helpListsCommands;
    output.error({ code: 'usage', message: sayUsage(fault, language), remedy });
    return exitCodes.usage;
  }
  if (commandLine.kind === 'version') {
    output.json({ version: pkg.version });
    output.line(pkg.version);
    return exitCodes.ok;
  }
  const help = commandLine.command
    ? commandHelp(commandLine.command, output.words.help)
    : overviewHelp(commands, output.words.help);
  output.json({ help });
  output.text(help);
  return exitCodes.ok;
}
