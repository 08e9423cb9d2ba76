// What every program does: the same work against the same server, timed the same way. A kind of work gives, for each new
// conversation, `take`, which takes one turn of it, and `said`, the last thing that was said in it.

export const baseURL = process.argv[2];
export const apiKey = 'bench';
export const text = 'Go on with the next step, please.';
export const instructions = 'You are a careful member of a team. Answer in one sentence.';

const counts = {
  turn: { warm: 60, conversations: 3, turns: 20 },
  delegation: { warm: 20, conversations: 3, turns: 10 },
  stream: { warm: 1, conversations: 3, turns: 1 },
};

/** Runs all kinds of work and prints `{kind: {ms, cpuMs}}`: the median by the clock, and the mean of the process's work. */
export async function measure(kinds) {
  const figures = {};
  for (const [kind, begin] of Object.entries(kinds)) figures[kind] = await measureKind(counts[kind], begin);
  process.stdout.write(JSON.stringify(figures));
  process.exit();
}

async function measureKind({ warm, conversations, turns }, begin) {
  const warming = begin();
  for (let turn = 0; turn < warm; turn++) await warming.take();
  const times = [];
  let cpuMicros = 0;
  for (let conversation = 0; conversation < conversations; conversation++) {
    const { take, said } = begin();
    for (let turn = 0; turn < turns; turn++) {
      const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
      await take();
      times.push(performance.now() - before);
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuMicros += user + system;
    }
    const last = await said();
    if (!/(as you said\.|word9)$/.test(last)) throw new Error(`it ended with: ${last}`);
  }
  times.sort((a, b) => a - b);
  return { ms: times[times.length >> 1], cpuMs: cpuMicros / 1000 / times.length };
}
