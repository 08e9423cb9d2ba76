// Bodies in a content encoding. No request asks for one, but proxies and gateways send some all the same.
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';

/** Says for `failure.ts` that asking again does not help. */
class UnknownEncoding extends Error {
  readonly code = 'ERR_CONTENT_ENCODING';
}

/**
 * The body in plain bytes. Rejects for an encoding that is not known; a body that is not in its encoding errs when it
 * is read.
 */
export async function decodeBody(message: IncomingMessage): Promise<Readable> {
  const encodings = (message.headers['content-encoding'] ?? '').toLowerCase().split(',');
  const names = encodings.map(name => name.trim()).filter(name => name !== '' && name !== 'identity');
  if (names.length === 0) return message;
  // It may break, or be given up, while the decoders are loaded.
  message.on('error', () => undefined);
  const decoders = await decodersOf(names.toReversed()).catch(error => {
    message.destroy();
    throw error;
  });
  // An error on either side ends both; whoever reads the last one learns it.
  pipeline([message, ...decoders], () => undefined);
  return decoders.at(-1) ?? message;
}

/**
 * Loaded where a body needs it: most never do. Bodies that end too early give what has come, as those without an
 * encoding do.
 */
async function decodersOf(names: readonly string[]): Promise<Transform[]> {
  const { constants, createBrotliDecompress, createUnzip } = await import('node:zlib');
  return names.map(name => {
    switch (name) {
      case 'gzip':
      case 'x-gzip':
      case 'deflate':
        return createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });
      case 'br':
        return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
      default:
        throw new UnknownEncoding(`the server sent its answer in an encoding that is not known: ${name}`);
    }
  });
}
