// A dialog with a domain as the panel shows it: turns played by the product's own code on the sample domain for
// journeys.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BeliefProgress, foldBelief, newBeliefProgress } from '../../../src/core/belief/belief-progress.ts';
import type { BeliefContext } from '../../../src/core/belief/context.ts';
import { readDomain } from '../../../src/core/belief/domain/domain-file.ts';
import { differences } from '../../../src/core/belief/history/changes-in-words.ts';
import { historyOf } from '../../../src/core/belief/history/read-history.ts';
import { stateAt } from '../../../src/core/belief/history/turn-entry.ts';
import { withCommands, withPredictions } from '../../../src/core/belief/turn.ts';
import { beginFacts, endFacts } from '../../../src/core/belief/turn-facts.ts';
import type { Json } from '../../../src/core/belief/values/json.ts';
import { reasonText } from '../../../src/core/belief/values/reasons.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { BeliefPicture, Snapshot, ToWebview } from '../../../src/protocol/messages.ts';
import { generation, opening, record, snapshotOf } from './dialog-scenes.ts';

const file = path.resolve(import.meta.dirname, '../../../examples/domains/travel.yaml');
const { domain } = readDomain(readFileSync(file, 'utf8'), 'travel.yaml');
if (!domain) throw new Error('the sample domain is broken');
const context: BeliefContext = { domain, lookUp: () => 'unknown' };

interface ScriptedTurn {
  readonly said: string;
  readonly answer: string;
  readonly predictions: readonly Json[];
  readonly commands: readonly Json[];
}

const turns: readonly ScriptedTurn[] = [
  {
    said: 'I want to go from Berlin to Vienna.',
    answer: 'When would you like to travel?',
    predictions: [
      { flow: 'find_train', confidence: 0.86 },
      { flow: 'journey', confidence: 0.41 },
      { flow: 'find_room', confidence: 0.12 },
    ],
    commands: [
      { start: 'find_train' },
      { set: { flow: 'find_train', slot: 'origin', value: 'Berlin' } },
      { set: { flow: 'find_train', slot: 'destination', value: 'Vienna' } },
    ],
  },
  {
    said: 'Also a room there. No, I meant from Paris!',
    answer: 'How many nights do you need the room for?',
    predictions: [
      { flow: 'find_room', confidence: 0.74 },
      { flow: 'find_train', confidence: 0.55 },
    ],
    commands: [
      { correct: { flow: 'find_train', slot: 'origin', value: 'Paris' } },
      { start: 'find_room' },
      { set: { flow: 'find_room', slot: 'destination', value: 'Vienna' } },
      { set: { flow: 'find_room', slot: 'warmth', value: 99 } },
    ],
  },
];

function play(): { readonly records: readonly CourseRecord[]; readonly belief: BeliefProgress } {
  const [created, ...others] = opening();
  if (created?.kind !== 'dialogCreated') throw new Error('no opening');
  const records: CourseRecord[] = [
    { ...created, identity: { ...created.identity, domain: 'travel' } } as CourseRecord,
    ...others,
  ];
  let belief = newBeliefProgress;
  turns.forEach(({ said, answer, predictions, commands }, at) => {
    const began = beginFacts(belief, {
      by: 'person',
      said,
      commands,
      make: state => withCommands(context, withPredictions(context, state, predictions), commands),
    });
    belief = began.reduce(foldBelief, belief);
    const ended = endFacts(belief);
    belief = ended.reduce(foldBelief, belief);
    records.push(
      record('userSaid', { msgId: `m-${at}`, content: said }),
      ...began.map(fact => record(fact.kind, fact)),
      ...generation([record('assistantSaid', { parts: [{ kind: 'prose', text: answer }] })]),
      ...ended.map(fact => record(fact.kind, fact)),
    );
  });
  return { records, belief };
}

/** The dialog after two turns, its drawer open or not. */
export function beliefScene(more: Partial<Snapshot> = {}): Snapshot {
  return snapshotOf(play().records, { related: [], rootHeadline: 'Berlin to Vienna', ...more });
}

/** What the host answers when a turn is asked for. */
export function beliefAnswer(asked: { readonly turn?: number; readonly from?: number } = {}): ToWebview {
  const history = historyOf(play().records);
  const at = (turn: number) => {
    const found = stateAt(history, turn);
    if (!found.ok) throw new Error(reasonText(found.why));
    return found.state;
  };
  const { turn, from } = asked;
  const picture: BeliefPicture = {
    turns: history.turns,
    rollbacks: history.rollbacks,
    ...(domain && { domain }),
    ...(turn !== undefined && {
      at: {
        turn,
        state: at(turn),
        ended: [],
        ...(from !== undefined && { from, differences: differences(at(from), at(turn)) }),
      },
    }),
  };
  return { kind: 'belief', ...picture };
}
