// Who answers questions in tests that are not about it.
import type { AnsweredBy } from '../../src/core/dialog/answered-by.ts';

export const byPerson: AnsweredBy = { kind: 'person', surface: 'panel' };
