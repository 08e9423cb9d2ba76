// What the figures were measured on.
import * as os from 'node:os';

/** One line: processor, memory, system, Node, and how busy the machine was when the measurements began. */
export function describeMachine(): string {
  const processors = os.cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const gigabytes = Math.round(os.totalmem() / 1024 ** 3);
  const [load = 0] = os.loadavg();
  return `${processors.length} × ${model}, ${gigabytes} GB, ${os.type()} ${os.release()}, Node ${process.version}, load ${load.toFixed(1)}`;
}
