// Traits that driver and panels need for each kind of fact, beyond its fields. One row per kind, so a new kind does not
// compile without one.
import type { Fact } from './record.ts';

/**
 * When a fact, with everything it depends on, must be on the disk to survive a power cut (SPEC 9.1). `atOnce`: before
 * its commit returns, since a person is told that it is done. `beforeShown`: before it is shown, or its consequences
 * are recorded. `soon`: in the background, since an `atOnce` fact will follow. `beforeActing`: before a tool starts
 * that cannot run twice. `later`: when the system writes it.
 */
export type Lasting = 'atOnce' | 'beforeShown' | 'soon' | 'beforeActing' | 'later';

export interface FactTraits {
  readonly lasts: Lasting;
  /** Whether it stays true in a fork, and whether it leads from one generation to the next (SPEC 13.8). */
  readonly inForks: 'no' | 'kept' | 'keptLeadingOn';
  /**
   * The first record of a generation's end, or of what takes its place: text that was shown while it came gives way to
   * it.
   */
  readonly endsLive?: true;
  /** Changes an item of a conversation and adds none, so that it can be applied to items that are loaded later. */
  readonly changesOnly?: true;
}

export const factTraits: { readonly [K in Fact['kind']]: FactTraits } = {
  // Life
  dialogCreated: { lasts: 'later', inForks: 'no' },
  courseStarted: { lasts: 'later', inForks: 'no' },
  dialogCompleted: { lasts: 'atOnce', inForks: 'no' },
  dialogArchived: { lasts: 'atOnce', inForks: 'no' },
  dialogReopened: { lasts: 'atOnce', inForks: 'no' },
  dialogForked: { lasts: 'later', inForks: 'no' },
  // What people say
  messageQueued: { lasts: 'later', inForks: 'no' },
  queuedChanged: { lasts: 'later', inForks: 'no' },
  queuedRemoved: { lasts: 'later', inForks: 'no' },
  userSaid: { lasts: 'later', inForks: 'keptLeadingOn' },
  // Generations
  heldBack: { lasts: 'later', inForks: 'no' },
  retriedNow: { lasts: 'later', inForks: 'no' },
  generationStarted: { lasts: 'later', inForks: 'keptLeadingOn' },
  assistantThought: { lasts: 'later', inForks: 'kept', endsLive: true },
  assistantSaid: { lasts: 'later', inForks: 'kept', endsLive: true },
  toolCalled: { lasts: 'later', inForks: 'kept', endsLive: true },
  generationEnded: { lasts: 'later', inForks: 'kept', endsLive: true },
  callsMisread: { lasts: 'later', inForks: 'kept', endsLive: true },
  // Tools
  toolStarted: { lasts: 'beforeActing', inForks: 'kept', changesOnly: true },
  toolAsked: { lasts: 'later', inForks: 'no', changesOnly: true },
  sleepBegan: { lasts: 'later', inForks: 'no', changesOnly: true },
  processStarted: { lasts: 'later', inForks: 'no' },
  processEnded: { lasts: 'later', inForks: 'no' },
  toolReturned: { lasts: 'later', inForks: 'kept', changesOnly: true },
  filesChanged: { lasts: 'later', inForks: 'no', changesOnly: true },
  editsUndone: { lasts: 'later', inForks: 'no' },
  editsRedone: { lasts: 'later', inForks: 'no' },
  editsKept: { lasts: 'later', inForks: 'no' },
  revertBegan: { lasts: 'atOnce', inForks: 'no' },
  revertEnded: { lasts: 'later', inForks: 'no' },
  clearMindRequested: { lasts: 'later', inForks: 'no' },
  doneRequested: { lasts: 'later', inForks: 'no' },
  // Tellasks
  tellaskMade: { lasts: 'later', inForks: 'kept', changesOnly: true },
  calleeTold: { lasts: 'later', inForks: 'no', changesOnly: true },
  reassignRequested: { lasts: 'later', inForks: 'no' },
  asideOpened: { lasts: 'later', inForks: 'kept' },
  asideEnded: { lasts: 'later', inForks: 'kept' },
  asideCleared: { lasts: 'later', inForks: 'keptLeadingOn' },
  wasTold: { lasts: 'later', inForks: 'no' },
  tellaskRefused: { lasts: 'later', inForks: 'kept', changesOnly: true },
  responseSupplied: { lasts: 'beforeShown', inForks: 'kept' },
  callReceived: { lasts: 'later', inForks: 'keptLeadingOn' },
  responseGiven: { lasts: 'later', inForks: 'kept' },
  assignmentDropped: { lasts: 'later', inForks: 'no' },
  // Questions
  questionAsked: { lasts: 'soon', inForks: 'kept' },
  questionAnswered: { lasts: 'atOnce', inForks: 'kept', changesOnly: true },
  questionClosed: { lasts: 'later', inForks: 'kept', changesOnly: true },
  permissionGranted: { lasts: 'later', inForks: 'no' },
  permissionRevoked: { lasts: 'atOnce', inForks: 'no' },
  permissionModeSet: { lasts: 'atOnce', inForks: 'no' },
  capRaised: { lasts: 'later', inForks: 'no' },
  // Reminders and diligence
  remindersSet: { lasts: 'later', inForks: 'kept' },
  diligencePushed: { lasts: 'later', inForks: 'keptLeadingOn' },
  diligenceSet: { lasts: 'later', inForks: 'kept' },
  autoSaid: { lasts: 'later', inForks: 'keptLeadingOn' },
  // Trouble
  interrupted: { lasts: 'later', inForks: 'no', endsLive: true },
  resumed: { lasts: 'later', inForks: 'no' },
  leftWaiting: { lasts: 'later', inForks: 'no' },
  // Places of their own
  workplaceMade: { lasts: 'later', inForks: 'no' },
  workplaceEnded: { lasts: 'later', inForks: 'no' },
  workDecided: { lasts: 'later', inForks: 'no' },
  mergeBegan: { lasts: 'later', inForks: 'no' },
  workSettled: { lasts: 'atOnce', inForks: 'kept' },
  workSentBack: { lasts: 'later', inForks: 'no' },
  // Draft dialogue
  draftMessageSent: { lasts: 'later', inForks: 'keptLeadingOn' },
  draftMessageAdded: { lasts: 'later', inForks: 'keptLeadingOn' },
  draftTaken: { lasts: 'later', inForks: 'keptLeadingOn' },
  draftRunAsked: { lasts: 'later', inForks: 'no' },
  draftStepped: { lasts: 'later', inForks: 'kept', endsLive: true },
  draftAccepted: { lasts: 'atOnce', inForks: 'keptLeadingOn' },
  draftsSeen: { lasts: 'later', inForks: 'keptLeadingOn' },
  exchangesPruned: { lasts: 'later', inForks: 'keptLeadingOn' },
  // Dialogue state
  turnBegan: { lasts: 'later', inForks: 'kept', endsLive: true },
  predictionUnread: { lasts: 'later', inForks: 'kept', endsLive: true },
  beliefChanged: { lasts: 'later', inForks: 'kept' },
  turnEnded: { lasts: 'later', inForks: 'kept' },
  keptGoing: { lasts: 'later', inForks: 'keptLeadingOn' },
  rolledBack: { lasts: 'later', inForks: 'keptLeadingOn' },
  // Evidence: a fork has other files before it, so it begins without.
  acceptanceSeen: { lasts: 'later', inForks: 'no' },
  evidenceGathered: { lasts: 'later', inForks: 'no' },
  reviewAsked: { lasts: 'later', inForks: 'no' },
  doneWaits: { lasts: 'later', inForks: 'no', changesOnly: true },
};
