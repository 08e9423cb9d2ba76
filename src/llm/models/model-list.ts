// Reads the answer of `/models`: a list of things with ids. Servers differ, so it is read as an unknown value; some do
// not say that it is JSON, and it comes as a text.
import { PageSent } from '../failures/failure.ts';
import { fieldsIn, listIn, wireTextIn } from '../reply/wire-values.ts';

/**
 * The ids in the answer, in its order; empty for another document. Throws `PageSent` for a text that is no document.
 */
export function modelIdsIn(answer: unknown): string[] {
  const list = typeof answer === 'string' ? jsonIn(answer) : answer;
  const entries = Array.isArray(list) ? list : fieldsIn(list).data;
  return listIn(entries).flatMap(({ id }) => wireTextIn(id) || []);
}

/** The same of Gemini's own list, as far as the models generate text. */
export function geminiModelIdsIn(answer: string): string[] {
  return listIn(fieldsIn(jsonIn(answer)).models)
    .filter(({ supportedGenerationMethods: methods }) => !Array.isArray(methods) || methods.includes('generateContent'))
    .flatMap(({ name }) => wireTextIn(name).replace(/^models\//, '') || []);
}

function jsonIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new PageSent(text);
  }
}
