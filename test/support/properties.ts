// Loaded before every test file (.mocharc.json), so that properties look at the same inputs in each run: what is green
// in one place is green in the next. PROPERTY_SEED looks at other inputs, PROPERTY_TIMES at that many times the usual
// number of them; without it, at a third.
import fc from 'fast-check';

const seed = Number(process.env.PROPERTY_SEED ?? 1);
const times = Number(process.env.PROPERTY_TIMES ?? 1 / 3);

/** How often a property is tried where the usual hundred runs are too few, or take too long. */
export const runs = (usual: number): { readonly numRuns: number } => ({ numRuns: Math.ceil(usual * times) });

// By itself fast-check makes no list or text longer than ten.
fc.configureGlobal({ seed, ...runs(100), baseSize: 'medium' });
