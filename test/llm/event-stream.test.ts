// How the body of an answer is let go of: a connection that could serve the next request is not thrown away.
import assert from 'node:assert/strict';
import { piecesUntil } from '../../src/llm/http/event-stream.ts';

/** A body of these pieces; one that stays open waits for whoever gives it up. */
function bodyOf(pieces: readonly string[], { staysOpen = false } = {}) {
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  let next = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[next++];
        if (piece !== undefined) return controller.enqueue(encoder.encode(piece));
        if (staysOpen) return new Promise(() => undefined);
        controller.close();
        return end();
      },
      cancel: () => giveUp(),
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body), givenUp, ended };
}

async function readAll(response: Response, lingerMs?: number): Promise<readonly string[]> {
  const kinds: string[] = [];
  for await (const pieces of piecesUntil(response.body?.getReader(), new AbortController().signal, lingerMs))
    kinds.push(...pieces.map(({ kind }) => kind));
  return kinds;
}

describe('the body of an answer', () => {
  it('is read to its end after [DONE], so that its connection can be used again', async () => {
    const { response, ended } = bodyOf(['data: 1\n\ndata: [DONE]\n\n']);
    assert.deepEqual(await readAll(response), ['value', 'done']);
    await ended;
  });

  it('is given up when the server does not end it after [DONE]', async () => {
    const { response, givenUp } = bodyOf(['data: [DONE]\n\n'], { staysOpen: true });
    assert.deepEqual(await readAll(response, 0), ['done']);
    await givenUp;
  });

  it('is given up when more follows [DONE]', async () => {
    const { response, givenUp } = bodyOf(['data: [DONE]\n\n', 'data: 2\n\n'], { staysOpen: true });
    assert.deepEqual(await readAll(response), ['done']);
    await givenUp;
  });

  it('is given up at an error', async () => {
    const { response, givenUp } = bodyOf(['event: error\ndata: {}\n\n'], { staysOpen: true });
    assert.deepEqual(await readAll(response), ['error']);
    await givenUp;
  });
});
