// The certificate and the key of `serve`: files named by `--tls-cert` and `--tls-key`, relative to where the person
// stands.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { errorMessage } from '../core/base/thrown.ts';
import { type Outcome, refuse } from '../core/facts/trouble.ts';
import type { CommandCall } from './command.ts';

/**
 * The text of both files; none when neither is named. Refused when one cannot be used, or they do not belong together.
 */
export function readCertificate({ flags, io }: CommandCall): Outcome<{ files?: { cert: string; key: string } }> {
  const [cert, key] = [flags.text('tls-cert'), flags.text('tls-key')];
  if (cert === undefined && key === undefined) return { ok: true };
  if (cert === undefined || key === undefined) return refuse('certificate-alone');
  const certificate = readAs(path.resolve(io.cwd, cert), pem => new X509Certificate(pem));
  if (!certificate.ok) return certificate;
  const secret = readAs(path.resolve(io.cwd, key), pem => createPrivateKey(pem));
  if (!secret.ok) return secret;
  if (!certificate.parsed.checkPrivateKey(secret.parsed)) return refuse('certificate-of-other-key', { cert, key });
  return { ok: true, files: { cert: certificate.pem, key: secret.pem } };
}

function readAs<T>(file: string, parse: (pem: string) => T): Outcome<{ pem: string; parsed: T }> {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    return refuse('certificate-unreadable', { file, reason: errorMessage(error) });
  }
  try {
    return { ok: true, pem, parsed: parse(pem) };
  } catch (error) {
    return refuse('certificate-broken', { file, reason: errorMessage(error) });
  }
}
