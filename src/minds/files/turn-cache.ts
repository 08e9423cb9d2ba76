// A cache for one turn of the event loop: what one dialog's request reads of the minds holds for all requests that are
// built in the same turn.

export interface TurnCache {
  /** `ask`, asked once for the same names in a turn. */
  remember<N extends readonly string[], T extends object>(ask: (...names: N) => T): (...names: N) => T;
  /** Empties the cache: this process changed a file, or may have. */
  renew(): void;
  /** The same number as long as what is remembered holds. */
  look(): number;
}

/** It holds as long as `turn` gives the same number. */
export function createTurnCache(turn: () => number): TurnCache {
  const remembered: Map<string, unknown>[] = [];
  let lookedIn: number | undefined;
  let looks = 0;
  const renew = () => {
    looks += 1;
    for (const answers of remembered) answers.clear();
  };
  const look = () => {
    const now = turn();
    if (now !== lookedIn) renew();
    lookedIn = now;
    return looks;
  };
  return {
    remember<N extends readonly string[], T extends object>(ask: (...names: N) => T) {
      const answers = new Map<string, T>();
      remembered.push(answers);
      return (...names: N) => {
        look();
        const key = names.join('\0');
        const known = answers.get(key);
        if (known) return known;
        const answer = ask(...names);
        answers.set(key, answer);
        return answer;
      };
    },
    renew,
    look,
  };
}
