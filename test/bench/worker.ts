// The worker's side: takes the input, gives the answer, and never outlives its parent.

/** Runs a measurement that ends with its answer. */
export async function answer<I>(measure: (input: I) => Promise<unknown>): Promise<void> {
  await answerAndStay(measure);
  process.exit();
}

/** Answers, and goes on until the parent lets go. */
export async function answerAndStay<I>(measure: (input: I) => Promise<unknown>): Promise<void> {
  process.once('disconnect', () => process.exit());
  const result = await measure(JSON.parse(process.argv[2] ?? 'null') as I);
  await new Promise<void>(resolve => process.send?.(result, undefined, undefined, () => resolve()));
}
