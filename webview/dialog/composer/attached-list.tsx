// Images in the panel: those that wait in the composer, and those of what was said.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ImageRef, imageLabel } from '../../../src/core/base/image.ts';
import { Icon } from '../../shared/icons.tsx';
import type { View } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';

/**
 * The images that go with the next message, each with a button that takes it away; before them, whether the model takes
 * any.
 */
export function AttachedList({ view: { textOnly, model } }: { readonly view: View }): JSX.Element | null {
  const { attached, intents, words } = usePanel();
  const images = attached.value;
  if (images.length === 0) return null;
  return (
    <>
      {textOnly && model !== undefined && (
        <div class="note" role="status">
          <Icon name="warning" />
          {words.value.images.textOnly(model)}
        </div>
      )}
      <ul class="attached" aria-label={words.value.images.attached}>
        {images.map(image => (
          <li key={image.url}>
            <img src={image.url} alt="" />
            <span class="attached-name" title={image.name}>
              {imageLabel(image)}
            </span>
            <button
              type="button"
              class="attached-remove"
              title={words.value.images.remove(image.name)}
              aria-label={words.value.images.remove(image.name)}
              onClick={() => intents.detach(image.url)}
            >
              <Icon name="cross" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The images of a message; each opens to its full width. */
export function SaidImages({ images }: { readonly images: readonly ImageRef[] }): JSX.Element {
  return (
    <div class="said-images">
      {images.map(image => (
        <SaidImage key={image.hash} image={image} />
      ))}
    </div>
  );
}

function SaidImage({ image }: { readonly image: ImageRef }): JSX.Element {
  const { shownImages, intents, words } = usePanel();
  const [isLarge, enlarge] = useState(false);
  const { hash, type, name } = image;
  const url = shownImages.value.get(hash);
  useEffect(() => {
    if (url === undefined) intents.post({ kind: 'showImage', hash, type });
  }, [hash]);
  const label = imageLabel(image);
  if (url === undefined) return <div class="said-image waiting">{label}</div>;
  if (url === '') {
    return (
      <div class="note">
        <Icon name="warning" />
        {words.value.images.gone(name)}
      </div>
    );
  }
  return (
    <button
      type="button"
      class={`said-image ${isLarge ? 'large' : ''}`}
      title={label}
      aria-expanded={isLarge}
      onClick={() => enlarge(!isLarge)}
    >
      <img src={url} alt={label} />
    </button>
  );
}
