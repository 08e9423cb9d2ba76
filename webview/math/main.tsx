// The bundle that `shared/text/late-texts.ts` loads when the first formula is shown: KaTeX, as MathML, which the browser sets
// with fonts of its own.
import katex from 'katex';
import type { SetMath } from '../shared/text/math.ts';

/** A formula may expand to so much and grow so large, whatever a model writes. */
const limits = { maxExpand: 200, maxSize: 20 };

const setMath: SetMath = (formula, display) => {
  try {
    return katex.renderToString(formula, { output: 'mathml', displayMode: display, trust: false, ...limits });
  } catch {
    return undefined;
  }
};

(globalThis as { domindsMath?: SetMath }).domindsMath = setMath;
