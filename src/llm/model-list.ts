// Reads the answer of `/models`: a list of things with ids. Servers differ, so it is read as an unknown value; some do not say that
// it is JSON, and it comes as a text.
import { fieldsOf } from './error-shapes.ts';
import { PageSent } from './failure.ts';

/** The ids in the answer, in its order; empty for another document. Throws `PageSent` for a text that is no document. */
export function modelIdsIn(answer: unknown): string[] {
  const list = typeof answer === 'string' ? jsonIn(answer) : answer;
  const { data } = (typeof list === 'object' && list !== null ? list : {}) as { readonly data?: unknown };
  const entries: readonly unknown[] = Array.isArray(list) ? list : Array.isArray(data) ? data : [];
  return entries.map(model => (model as { readonly id?: unknown } | null)?.id).filter(isId);
}

/** The same of Gemini's own list, as far as the models generate text. */
export function geminiModelIdsIn(answer: string): string[] {
  const { models } = fieldsOf(jsonIn(answer));
  const entries: readonly unknown[] = Array.isArray(models) ? models : [];
  return entries
    .map(fieldsOf)
    .filter(({ supportedGenerationMethods: methods }) => !Array.isArray(methods) || methods.includes('generateContent'))
    .map(({ name }) => (typeof name === 'string' ? name.replace(/^models\//, '') : undefined))
    .filter(isId);
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '';
}

function jsonIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new PageSent(text);
  }
}
