// Intents and queries in a window or page that looks at a store which workers drive (SPEC 20.4). Words for a dialog are handed to its worker;
// whatever else a person does is recorded beside the workers, in a tree that is claimed for that only.
import type { RootId } from '../../core/dialog/ids.ts';
import { type Outcome, refuse } from '../../core/trouble.ts';
import type { DialogApi } from '../api.ts';
import type { LookingFollower } from './follower-api.ts';

export interface ViewerPorts {
  /** Runs work as a process that may claim trees; others may go on with them when it resolves. */
  readonly write: <T>(work: (writer: DialogApi) => Promise<Outcome<T>>) => Promise<Outcome<T>>;
  readonly follower: Pick<LookingFollower, 'isClosed' | 'look' | 'nextEvent'>;
  /** Whether its line says that a tree has something to do. */
  readonly isAtWork: (rootId: RootId) => boolean;
  /** Whether a worker has a tree. Rejects when the store is away. */
  readonly isDrivenByOther: (rootId: RootId) => Promise<boolean>;
}

/** Another worker may claim a tree as soon as one lets it go. */
const TRIES = 3;

/** The intents and queries of `api`, with those recorded beside the workers that it would refuse. */
export function createViewerApi(
  api: DialogApi,
  { write, follower, isAtWork, isDrivenByOther }: ViewerPorts,
): DialogApi {
  const beside = async <T>(work: (writer: DialogApi) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const done = await write(work);
    await follower.look();
    return done;
  };
  /** A worker keeps a tree for a moment after it rests. */
  const untilLetGo = async (rootId: RootId) => {
    while (!follower.isClosed && !isAtWork(rootId) && (await isDrivenByOther(rootId).catch(() => false)))
      await follower.nextEvent();
  };
  const inTree = async <T>(rootId: RootId, work: (writer: DialogApi) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    for (let tries = 0; ; tries++) {
      const done = await beside(work);
      if (done.ok || done.code !== 'driven-elsewhere') return done;
      if (isAtWork(rootId) || tries === TRIES) return refuse('driven-by-worker');
      await untilLetGo(rootId);
    }
  };
  return {
    ...api,
    start: input => beside(writer => writer.start(input)),
    fork: (from, at) => inTree(from, writer => writer.fork(from, at)),
    continueDialog: ref => inTree(ref.rootId, writer => writer.continueDialog(ref)),
    markDone: (rootId, how) => inTree(rootId, writer => writer.markDone(rootId, how)),
    archive: rootId => inTree(rootId, writer => writer.archive(rootId)),
    reopen: rootId => inTree(rootId, writer => writer.reopen(rootId)),
    answerAsFailed: ref => inTree(ref.rootId, writer => writer.answerAsFailed(ref)),
    clearMind: (ref, reminder) => inTree(ref.rootId, writer => writer.clearMind(ref, reminder)),
    setReminders: (ref, reminders) => inTree(ref.rootId, writer => writer.setReminders(ref, reminders)),
    changeReminder: (ref, change) => inTree(ref.rootId, writer => writer.changeReminder(ref, change)),
    changePermissions: (rootId, change) => inTree(rootId, writer => writer.changePermissions(rootId, change)),
    setDiligence: (rootId, diligence) => inTree(rootId, writer => writer.setDiligence(rootId, diligence)),
    changeMind: (rootId, selector, content) => inTree(rootId, writer => writer.changeMind(rootId, selector, content)),
    undoEdits: ref => inTree(ref.rootId, writer => writer.undoEdits(ref)),
    redoEdits: ref => inTree(ref.rootId, writer => writer.redoEdits(ref)),
  };
}
