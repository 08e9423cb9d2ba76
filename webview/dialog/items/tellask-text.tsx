// What a tellask says, on every card that shows it.
import type { JSX } from 'preact';
import { tellaskTitle } from '../../../src/core/tellask/title.ts';
import { Prose } from '../../shared/text/prose.tsx';
import { Clamp } from './fold.tsx';

/** Headline and body; the mention at the start of the headline is left out, since the card says it. */
export function TellaskText(props: {
  readonly id: string;
  readonly headline: string;
  readonly body: string;
}): JSX.Element {
  const { id, headline, body } = props;
  const title = tellaskTitle(headline);
  return (
    <>
      {title !== '' && (
        <div class="headline" dir="auto">
          {title}
        </div>
      )}
      {body.trim() !== '' && (
        <Clamp id={`${id} body`} text={body}>
          <Prose text={body} />
        </Clamp>
      )}
    </>
  );
}
