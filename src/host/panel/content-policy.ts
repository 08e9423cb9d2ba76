// The content security policy of a panel's page (SPEC 18.1): our own script by its nonce, our own style sheet and font,
// and images of the page itself. Nothing from elsewhere, no inline script or style, no form, no other base.

/** The content policy of a page; `source` is where the editor serves the files of an extension. */
export function contentPolicy({ nonce, source }: { readonly nonce: string; readonly source: string }): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    // Images of people come as messages and are shown as blobs of the page.
    `img-src ${source} blob:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
