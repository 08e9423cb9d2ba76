// The files that pages are made of: the built bundles by their names, and the few texts that a browser asks for by
// itself.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { once } from '../core/base/once.ts';
import type { Reply } from './reply.ts';
import { browserStyle } from './style.ts';
import { browserThemeSheet } from './themes.ts';

export interface Assets {
  /** The file at a path, if it is one of these. */
  find(pathname: string): Reply | undefined;
  /** The address of a bundle; another build has another one, so that browsers may keep it. */
  address(bundle: string): string;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  '.js': SCRIPT,
  '.css': 'text/css; charset=utf-8',
};

/** Shows notices in a browser. */
const PUSH_WORKER = '/push-worker.js';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#1b1f2a"/><circle cx="22" cy="24" r="8" fill="#4daafc"/><circle cx="42" cy="24" r="8" fill="#f0b429"/><path d="M14 46c0-8 7-11 18-11s18 3 18 11" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/></svg>`;

const manifest = JSON.stringify({
  name: 'Dominds',
  short_name: 'Dominds',
  start_url: './',
  display: 'standalone',
  background_color: '#1f1f1f',
  theme_color: '#1b1f2a',
  icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
});

/** The assets with the bundles of a folder; each is read when it is first asked for. */
export function createAssets(bundles: string): Assets {
  const build = fingerprint(bundles);
  const contents = new Map<string, () => Reply>();
  const files = new Map<string, () => Reply>([
    ['/theme.css', once(() => text('text/css; charset=utf-8', browserThemeSheet()))],
    ['/browser.css', once(() => text('text/css; charset=utf-8', browserStyle))],
    ['/icon.svg', once(() => text('image/svg+xml', icon))],
    ['/manifest.webmanifest', once(() => text('application/manifest+json', manifest))],
  ]);
  for (const name of readdirSync(bundles)) {
    const type = types[path.extname(name)];
    if (type)
      contents.set(
        name,
        once(() => bundle(type, path.join(bundles, name))),
      );
  }
  // Its place is its reach: all pages of this server. It may load nothing and ask this server alone.
  files.set(
    PUSH_WORKER,
    once(() => {
      const { headers, ...reply } = text(SCRIPT, readFileSync(path.join(bundles, 'push-worker.js')));
      return { ...reply, headers: { ...headers, 'Content-Security-Policy': "default-src 'none'; connect-src 'self'" } };
    }),
  );
  return {
    find: pathname => files.get(pathname)?.() ?? contents.get(withinBuild(pathname, build))?.(),
    address: name => `/assets/${build}/${name}`,
  };
}

/** The hash of a build: its files with their sizes and times. */
function fingerprint(bundles: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(bundles).sort()) {
    const { size, mtimeMs } = statSync(path.join(bundles, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('base64url').slice(0, 12);
}

function withinBuild(pathname: string, build: string): string {
  const prefix = `/assets/${build}/`;
  return pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '';
}

function bundle(type: string, file: string): Reply {
  const { headers, ...reply } = text(type, readFileSync(file));
  return { ...reply, headers: { ...headers, 'Cache-Control': 'private, max-age=31536000, immutable' } };
}

function text(type: string, content: string | Uint8Array): Reply {
  return {
    status: 200,
    headers: { 'Content-Type': type, 'Content-Encoding': 'gzip', 'Cache-Control': 'no-cache' },
    body: gzipSync(content),
  };
}
