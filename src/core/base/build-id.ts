// Which sources the running code was built from.

declare const BUILD_ID: string;

/** Names them; '' where they may still change: in a build that follows edits, and in code that was not built. */
export const buildId: string = typeof BUILD_ID === 'undefined' ? '' : BUILD_ID;
