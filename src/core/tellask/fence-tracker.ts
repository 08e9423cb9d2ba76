// Tracks whether a line is inside a fenced code block, by the fence rules of CommonMark: three or more backticks or
// tildes, indented by at most three spaces; closed by at least as many of the same, or by the end of the text.

/** Follows the lines of a text that arrive in stretches. */
export class FenceTracker {
  #fence: string | undefined;
  /** The current line, as long as it may be a fence. */
  #line = '';
  #mayBeFence = true;

  /** The same place of the same text, to look ahead from. */
  copy(): FenceTracker {
    const copy = new FenceTracker();
    copy.#fence = this.#fence;
    copy.#line = this.#line;
    copy.#mayBeFence = this.#mayBeFence;
    return copy;
  }

  /** Lines that arrive in one piece, and the beginning of the next. */
  lines(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      if (at > from) this.text(text.slice(from, at));
      this.newline();
      from = at + 1;
    }
    if (from < text.length) this.text(text.slice(from));
  }

  /** True if the current line is inside a fenced block; the closing fence's line still is. */
  get inside(): boolean {
    return this.#fence !== undefined;
  }

  /** True inside a fenced block, and in a line that may begin one. */
  get perhapsInside(): boolean {
    return this.inside || (this.#mayBeFence && /[`~]/.test(this.#line));
  }

  /** A stretch of the current line, without `\n`. */
  text(stretch: string): void {
    if (!this.#mayBeFence) return;
    const undecided = this.#line.length < deepestMark;
    this.#line += stretch;
    if (undecided) this.#mayBeFence = fenceStart.test(this.#line);
  }

  /** The `\n` that ends the current line. */
  newline(): void {
    const [, marks, tail = ''] = (this.#mayBeFence && fenceLine.exec(this.#line)) || [];
    if (marks !== undefined) this.#readFence(marks, tail);
    this.#line = '';
    this.#mayBeFence = true;
  }

  #readFence(marks: string, tail: string): void {
    if (this.#fence === undefined) {
      const isInlineCode = marks.startsWith('`') && tail.includes('`');
      if (!isInlineCode) this.#fence = marks;
    } else if (marks.startsWith(this.#fence) && tail.trim() === '') {
      this.#fence = undefined;
    }
  }
}

// Three spaces, then the mark.
const deepestMark = 4;
const fenceStart = /^ {0,3}(?:$|[`~])/;
const fenceLine = /^ {0,3}(`{3,}|~{3,})([\s\S]*)$/;
