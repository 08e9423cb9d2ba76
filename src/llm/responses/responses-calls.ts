// The calls of a Responses stream. The arguments of one come by deltas, whole, or with its item. Never throws.
import type { ReplyWriter } from '../reply/reply-writer.ts';
import { type Fields, fieldsIn, wireTextIn } from '../reply/wire-values.ts';

/** A call whose item has begun and not ended. */
interface BegunCall {
  readonly place: unknown;
  readonly item: Fields;
  /** Its number among all calls. */
  readonly index: number;
  args: string;
}

/** The calls of one reply. */
export interface ResponseCalls {
  /** The `call_id` of each call that was made. */
  readonly made: ReadonlySet<string>;
  /** Begins the call of an event. */
  begin(event: Fields): void;
  /** Adds to the arguments of an event's call. */
  growArgs(event: Fields): void;
  /** Takes the whole arguments of an event's call. */
  endArgs(event: Fields): void;
  end(item: Fields): void;
  /** Makes the calls whose items did not end. */
  endAll(): void;
}

/** Makes the calls of one reply, which go to `writer`. */
export function createResponseCalls(writer: ReplyWriter): ResponseCalls {
  let begun: readonly BegunCall[] = [];
  const made = new Set<string>();
  let count = 0;

  function callOf(event: Fields): BegunCall | undefined {
    return begun.find(({ place }) => place === placeOf(event));
  }

  function end(item: Fields): void {
    const known = begun.find(call => call.item.call_id === item.call_id);
    begun = begun.filter(call => call !== known);
    const id = wireTextIn(item.call_id);
    made.add(id);
    writer.call({ id, name: wireTextIn(item.name), args: wireTextIn(item.arguments) || known?.args || '' });
  }

  return {
    made,
    begin(event) {
      begun = [...begun, { place: placeOf(event), item: fieldsIn(event.item), index: count++, args: '' }];
    },
    growArgs(event) {
      const call = callOf(event);
      const args = wireTextIn(event.delta);
      if (!call) return;
      call.args += args;
      writer.callPart({ index: call.index, name: wireTextIn(call.item.name), args });
    },
    endArgs(event) {
      const call = callOf(event);
      if (call) call.args = wireTextIn(event.arguments) || call.args;
    },
    end,
    endAll() {
      for (const { item, args } of begun) end({ ...item, arguments: args || item.arguments });
    },
  };
}

/** Servers number the items, name them, or do both; some name an item anew in each event. */
function placeOf({ output_index: index, item_id: id, item }: Fields): unknown {
  return index ?? id ?? fieldsIn(item).id;
}
