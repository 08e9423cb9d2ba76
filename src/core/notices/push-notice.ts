// What a browser is sent of a notice (SPEC 21.2), encrypted, and shows when no page of it is open.

export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** Of the page that it leads to, below the address of the pages; begins with `/`. */
  readonly path: string;
  /** The same for the same notice: it is shown once. */
  readonly tag: string;
  /** Options that answer its question. */
  readonly actions: readonly { readonly title: string; readonly path: string }[];
}
