// A permission as it is stored, as the check that it passes. Panels need it without the shapes of dialogs.
import { list, maybe, objectOf, text } from '../base/shape.ts';
import type { Grant } from './policy.ts';

export const grant = objectOf<Grant>({
  tool: text,
  reason: text,
  paths: list(text),
  command: maybe(text),
  commands: maybe(list(text)),
  definition: maybe(text),
  seal: maybe(text),
});
