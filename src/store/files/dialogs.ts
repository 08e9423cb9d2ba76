// The dialogs of the file engine behind the port: files are read at once, so each promise is resolved already.

import type { DialogStore } from '../dialog-store.ts';
import type { CourseFiles } from './courses/course-files-api.ts';
import { indexTexts } from './indexes.ts';

/** The port over a store of files. */
export function dialogsInFiles(store: CourseFiles): DialogStore {
  return {
    append: (at, records, restsOn) => store.append(at, records, restsOn),
    synced: dialogs => store.synced(dialogs),
    load: async rootId => store.loadTree(rootId),
    rest: (rootId, status) => store.rest(rootId, status),
    // Only the process that drives the folder owns its trees, all of them.
    forget: () => {},
    readCourse: async (ref, course) => store.readCourse(ref, course),
    courseBytes: (ref, course) => store.courseBytes(ref, course),
    newest: rootId => store.newest(rootId),
    listRoots: async () => store.listRoots(),
    listSubdialogs: async rootId => store.listSubdialogs(rootId),
    count: async ref => store.count(ref),
    project({ state, status, ...extra }) {
      store.writeIndexes(state.identity, indexTexts({ ...state, status }, extra));
    },
    isProjectionOld: state => store.indexesLag(state),
    editedReminders: dialog => store.editedReminders(dialog),
    appendOutput: (ref, processId, text) => store.appendOutput(ref, processId, text),
    readOutput: (ref, processId, from, length) => store.readOutput(ref, processId, from, length),
    keepPrevious: (ref, bytes) => store.keepPrevious(ref, bytes),
    readPrevious: async (ref, hash) => store.readPrevious(ref, hash),
    keepAttached: (ref, image) => store.keepAttached(ref, image),
    readAttached: async (ref, image) => store.readAttached(ref, image),
    keepParts: (rootId, parts) => store.keepParts(rootId, parts),
    readParts: async (rootId, name) => store.readParts(rootId, name),
  };
}
