// Addresses that answer one question with one option (SPEC 21.3): signed with a secret, so that nobody can make one,
// and good for nothing else. That each question is answered once is the driver's to see to.
import type { Seals } from '../../core/dialog/seals.ts';
import type { NoticeAction } from '../api.ts';
import type { StoredServices } from '../services.ts';
import { sealsWith } from '../trust/seals.ts';

/**
 * What addresses are signed with: the secret of the store, so that those of a worker hold wherever its pages are
 * served; over files that of this machine. Rejects while the store is away.
 */
export async function actionSeals({ storage, seals }: Pick<StoredServices, 'storage' | 'seals'>): Promise<Seals> {
  const secret = await storage.noticeSecret?.();
  return secret === undefined ? seals : sealsWith(() => Buffer.from(secret, 'hex'));
}

/** The path of an action, behind the address of `dominds serve`. */
export function actionPath(seals: Seals, { rootId, questionId, option }: NoticeAction): string {
  const body = Buffer.from(JSON.stringify([rootId, questionId, option])).toString('base64url');
  return `/act/${body}.${seals.seal(['answer', body])}`;
}

/** What the last part of such a path does; undefined when it was not made here. */
export function readAction(seals: Seals, token: string): NoticeAction | undefined {
  const [, body = '', signature = ''] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (!seals.holds(signature, ['answer', body])) return undefined;
  const [rootId, questionId, option] = JSON.parse(Buffer.from(body, 'base64url').toString()) as string[];
  return rootId === undefined || questionId === undefined || option === undefined
    ? undefined
    : { rootId, questionId, option };
}
