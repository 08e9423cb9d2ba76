// The page at each address, for a visitor with access.

import { randomBytes } from 'node:crypto';
import { createIds, type DialogRef, isId, type RootId, rootRef } from '../core/base/ids.ts';
import { type Refusal, refuse } from '../core/facts/trouble.ts';
import { newDialogPath } from '../pages/page-path.ts';
import { sayRefusalInSentences } from '../words/say.ts';
import {
  addressDocument,
  changesDocument,
  type Document,
  noticesDocument,
  panelDocument,
  proposalDocument,
  saidDocument,
} from './html.ts';
import { answerPush } from './push.ts';
import { notFound, type Reply } from './reply.ts';
import type { Request } from './request.ts';
import type { ServedPlace } from './surfaces.ts';
import { languageOfRequest, serveWords } from './words.ts';

export interface PagesPorts {
  /** The path of a panel's bundle. */
  readonly assetAddress: (bundle: string) => string;
}

/** Answers requests for pages. Rejects only when something is broken. */
export function createPages(place: ServedPlace, { assetAddress }: PagesPorts): (request: Request) => Promise<Reply> {
  return async request => {
    const language = languageOfRequest(request.acceptLanguage);
    const words = serveWords(language);
    const { method, url } = request;
    const [, page = '', first = '', second = first] = url.pathname.split('/');
    const document: Document = {
      page,
      nonce: randomBytes(16).toString('base64'),
      language,
      words,
      title: 'Dominds',
      base: request.base,
      isViewOnly: request.visitor.access === 'view',
      assetAddress,
    };
    if (page === 'push') return answerPush(place, request, language);
    if (method !== 'GET' && method !== 'HEAD') return notFound;
    switch (page) {
      case '':
        return html(document, panelDocument(document, { bundle: 'overview', socket: '/socket?page=overview' }));
      case 'dialog':
        return isId(first) && isId(second) ? dialogPage(document, url, { first, second }) : noPage(document);
      case 'new':
        return document.isViewOnly ? viewOnly(document) : toNewDialog(request.base);
      case 'proposal':
        return proposalPage(place, document, decoded(first) ?? '', url.searchParams.get('path') ?? undefined);
      case 'changes':
        return isId(first)
          ? changesPage(place, document, first as RootId, url.searchParams.get('path'))
          : noPage(document);
      case 'notices':
        return document.isViewOnly ? viewOnly(document) : html(document, noticesDocument(document));
      case 'address':
        return html(document, addressDocument(document, request.invite()));
      default:
        return noPage(document);
    }
  };
}

const newId = createIds(Date.now, Math.random);

/** A page of its own for each new dialog, so that it is the same one over a reload. */
function toNewDialog(base: string): Reply {
  return { status: 303, headers: { Location: base + newDialogPath(newId() as RootId) }, body: '' };
}

function dialogPage(given: Document, url: URL, { first, second }: { first: string; second: string }): Reply {
  const socket = new URLSearchParams({ page: 'dialog', root: first, self: second });
  const document = url.searchParams.has('new') ? { ...given, page: 'new' } : given;
  for (const name of ['question', 'call', 'new']) {
    const value = url.searchParams.get(name);
    if (value !== null) socket.set(name, value);
  }
  return html(document, panelDocument(document, { bundle: 'dialog', socket: `/socket?${socket}` }));
}

/** A part of a path as it is meant; `undefined` when it means nothing. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

async function proposalPage(place: ServedPlace, document: Document, questionId: string, work?: string): Promise<Reply> {
  const opened = await place.rtws.open();
  const proposed = opened.ok ? await opened.runtime.proposal(questionId, work) : opened;
  if (!proposed.ok) return refusedPage(document, proposed);
  const { change } = proposed.proposal;
  const { path, before = '', after = '' } = change;
  return html(document, proposalDocument({ ...document, title: path }, { headline: path, before, after }));
}

/** What a tree changed that nobody has kept yet: each file, or the one that is named, as a diff. */
async function changesPage(
  place: ServedPlace,
  document: Document,
  rootId: RootId,
  only: string | null,
): Promise<Reply> {
  const opened = await place.rtws.open();
  const found = opened.ok ? await opened.runtime.edits(rootRef(rootId)) : opened;
  if (!opened.ok || !found.ok) return refusedPage(document, found as Refusal);
  const files: { readonly path: string; readonly patch: string }[] = [];
  for (const { path, entry } of found.edits) {
    if (entry === 'folder' || (only !== null && path !== only)) continue;
    const read = await opened.runtime.patch(rootRef(rootId), path);
    files.push({ path, patch: read.ok ? read.patch : '' });
  }
  return html(
    document,
    changesDocument({ ...document, title: document.words.changes }, { files, untold: found.untold }),
  );
}

function noPage(document: Document): Reply {
  return said(document, 404, document.words.noPage);
}

/** What a visitor with view-only access may not have. */
function viewOnly(document: Document): Reply {
  return { ...refusedPage(document, refuse('view-only')), status: 403 };
}

function refusedPage(document: Document, refusal: Refusal): Reply {
  const { message, remedy } = sayRefusalInSentences(refusal, document.language);
  return said(document, 409, `${message} ${remedy}`.trim());
}

function said(document: Document, status: number, text: string): Reply {
  return { ...html(document, saidDocument(document, text)), status };
}

/** A page under the policy of its document. */
export function html({ nonce }: Pick<Document, 'nonce'>, body: string): Reply {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy(nonce) },
    body,
  };
}

/** Our own scripts by their nonce, our own styles, the socket; images of people are blobs of the page. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The dialog that a socket or an address names; `undefined` when its ids are none. */
export function dialogOf(params: URLSearchParams): DialogRef | undefined {
  const [rootId, selfId] = [params.get('root') ?? '', params.get('self') ?? ''];
  if (!isId(rootId) || !isId(selfId)) return undefined;
  return { rootId: rootId as RootId, selfId: selfId as DialogRef['selfId'] };
}
