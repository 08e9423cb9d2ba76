// Takes secrets out of JSON, whose texts may write any character as an escape (SPEC 10.1). The rest stays as it was
// written, also where it is broken. Pure.

import { placesInJson, replaceAt } from './secret-places.ts';
import { HIDDEN, MIN_SECRET } from './secrets.ts';

/** A JSON text without exactly these secrets, however they are written in it; short ones are left. */
export function jsonWithoutSecrets(json: string, secrets: readonly string[]): string {
  const known = secrets.filter(({ length }) => length >= MIN_SECRET);
  return replaceAt(json, placesInJson(json, known), HIDDEN);
}
