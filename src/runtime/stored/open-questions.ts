// The open questions of a workspace. While its list is followed, a tree that is not in memory is read once for each
// line that the list has of it: most of those that ask rest for long, and views ask for all questions at each change.
import type { RootId } from '../../core/base/ids.ts';
import type { Slices } from '../../core/base/time-slices.ts';
import type { PendingQuestion, RootSummary } from '../../core/dialog/view/projection.ts';
import { type InboxQuestion, withSurroundings } from '../../core/dialog/view/surroundings.ts';
import type { Refusal } from '../../core/facts/trouble.ts';
import type { Driver } from '../../driver/driver.ts';
import type { Tree } from '../../driver/driver-context.ts';
import { questionFate } from '../../driver/intents/question-fate.ts';
import { questionsOf, treeNode } from '../../driver/queries.ts';
import { type ListedRoots, listRoots } from './list-roots.ts';

export interface OpenQuestionsOptions extends ListedRoots {
  readonly driver: Pick<Driver, 'ctx' | 'loaded' | 'loadedTree' | 'summaryOf'>;
  /** A tree for viewing, without claiming it. */
  readonly treeToShow: (rootId: RootId) => Promise<Tree | undefined>;
  /**
   * True if the line of a tree that another process drives says which questions it has. If not, such a tree is read
   * each time.
   */
  readonly areLinesCurrent: boolean;
  /** The rhythm of one look. */
  readonly newSlices: () => Slices;
}

/** What one tree asks. */
interface Asked {
  readonly questions: readonly PendingQuestion[];
  readonly surrounded: readonly InboxQuestion[];
}

/** Trees that are read side by side; between two slices others go on, and trees that were read may be forgotten. */
const AT_ONCE = 32;

/** Trees that are asked what became of a question. */
const MOST_SEARCHED = 50;

export class OpenQuestions {
  readonly #options: OpenQuestionsOptions;
  /** What was read, and the line of then. */
  readonly #known = new Map<RootId, { readonly line: RootSummary; readonly asked: Asked }>();
  #isFollowed = false;
  #compared: Promise<unknown> | undefined;

  constructor(options: OpenQuestionsOptions) {
    this.#options = options;
  }

  /** From now on the list is kept up to date, so that its lines can be gone by. */
  follow(): void {
    this.#isFollowed = true;
  }

  /** Until then lines of the list may be older than their dialogs. */
  waitFor(compared: Promise<unknown>): void {
    this.#compared = compared;
  }

  /** Resolves when every line of the list was compared with its dialog. */
  async compared(): Promise<void> {
    await this.#compared;
  }

  /** All of them, in the order of their ids. */
  async all(): Promise<readonly PendingQuestion[]> {
    return inOrder((await this.#asked()).flatMap(({ questions }) => questions));
  }

  /** The same with what stands around each. */
  async surrounded(): Promise<readonly InboxQuestion[]> {
    return inOrder((await this.#asked()).flatMap(({ surrounded }) => surrounded));
  }

  /**
   * Why no answer to a question is taken any more, as far as one of the trees that changed last knows it. Read when an
   * answer is refused, and then only.
   */
  async fateOf(questionId: string): Promise<Refusal | undefined> {
    const { driver, treeToShow } = this.#options;
    const newest = listRoots(this.#options).toSorted((a, b) => (a.lastModified < b.lastModified ? 1 : -1));
    for (const { rootId } of newest.slice(0, MOST_SEARCHED)) {
      const tree = driver.loadedTree(rootId) ?? (await treeToShow(rootId));
      const fate = tree && questionFate(tree, questionId);
      if (fate) return fate;
    }
    return undefined;
  }

  async #asked(): Promise<readonly Asked[]> {
    await this.#compared;
    const asking = listRoots(this.#options, 'running').filter(
      line => line.questions > 0 || (line.needsDrive && !this.#isExact(line)),
    );
    const all: Asked[] = [];
    const slices = this.#options.newSlices();
    for (let at = 0; at < asking.length; at += AT_ONCE) {
      const some = asking.slice(at, at + AT_ONCE).map(({ rootId }) => this.#askedBy(rootId));
      all.push(...(await Promise.all(some)).filter(asked => asked !== undefined));
      if (at + AT_ONCE < asking.length) await slices.due();
    }
    const ids = new Set(asking.map(({ rootId }) => rootId));
    for (const rootId of this.#known.keys()) if (!ids.has(rootId)) this.#known.delete(rootId);
    return all;
  }

  async #askedBy(rootId: RootId): Promise<Asked | undefined> {
    const { driver, roots, treeToShow } = this.#options;
    const loaded = driver.loadedTree(rootId);
    if (loaded) return askedBy(loaded);
    const line = roots.summaries.get(rootId);
    const known = this.#known.get(rootId);
    if (known && known.line === line) return known.asked;
    const tree = await treeToShow(rootId);
    const asked = tree && askedBy(tree);
    if (asked && line && this.#isExact(line)) this.#known.set(rootId, { line, asked });
    return asked;
  }

  /** True if no question can come or go without a new line. */
  #isExact({ needsDrive }: RootSummary): boolean {
    return this.#isFollowed && (this.#options.areLinesCurrent || !needsDrive);
  }
}

function askedBy(tree: Tree): Asked {
  const questions = questionsOf(tree);
  return { questions, surrounded: questions.length > 0 ? withSurroundings(questions, treeNode(tree)) : [] };
}

function inOrder<T extends PendingQuestion>(questions: T[]): readonly T[] {
  return questions.sort((a, b) => (a.id < b.id ? -1 : 1));
}
