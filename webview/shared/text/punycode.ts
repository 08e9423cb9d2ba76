// What the markdown parser asks of the package `punycode.js`, answered by the browser. `esbuild.mjs` puts this file in
// its place.

/** A host in ASCII; as it is where it is none. */
function toASCII(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? host;
}

/** A host as it is shown: as it was written, so that none looks like another one. */
function toUnicode(host: string): string {
  return host;
}

// biome-ignore lint/style/noDefaultExport: the package has one
export default { toASCII, toUnicode };
