// What goes with a message: images that wait in the composer, files that it mentions, and the images of what was said.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ImageRef, imageLabel } from '../../../src/core/base/image.ts';
import { Icon } from '../../shared/icons.tsx';
import type { View } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import { mentionedFiles, withoutFile } from './completion.ts';

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
            <RemoveButton name={image.name} onPress={() => intents.detach(image.url)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The files that the message mentions, each with a link to it and a button that takes its mention out of the text. */
export function MentionedFiles({ draft }: { readonly draft: string }): JSX.Element | null {
  const { intents, words } = usePanel();
  const files = mentionedFiles(draft);
  if (files.length === 0) return null;
  return (
    <ul class="attached" aria-label={words.value.images.mentioned}>
      {files.map(path => (
        <li key={path}>
          <Icon name="file" />
          <button
            type="button"
            class="text-button attached-name"
            title={path}
            onClick={() => intents.post({ kind: 'openLink', href: path })}
          >
            {path.slice(path.lastIndexOf('/') + 1)}
          </button>
          <RemoveButton name={path} onPress={() => intents.type(withoutFile(draft, path))} />
        </li>
      ))}
    </ul>
  );
}

function RemoveButton({ name, onPress }: { readonly name: string; readonly onPress: () => void }): JSX.Element {
  const label = usePanel().words.value.images.remove(name);
  return (
    <button type="button" class="attached-remove" title={label} aria-label={label} onClick={onPress}>
      <Icon name="cross" />
    </button>
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
