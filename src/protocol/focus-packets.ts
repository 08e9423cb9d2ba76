// The packets about the focus of a page beside prompts of commands: the same for each page.
import * as z from 'zod/mini';

/** What a page tells of the focus that the editor gave it. */
export const focusSchemas = () =>
  [
    /**
     * The editor gave the page the focus, and the person did not click: it is told whether a prompt is open (`prompting`), to which
     * keys belong then.
     */
    z.object({ kind: z.literal('focusGiven'), nth: z.number() }),
    /** It still has it although a prompt is open. */
    z.object({ kind: z.literal('focusTaken') }),
    /** What was typed into the page instead of the prompt: Enter as `\n`, Backspace as `\b`. */
    z.object({ kind: z.literal('keysTaken'), keys: z.string() }),
    /** Everything that was typed into the page before it was asked (`wanted`) is told. */
    z.object({ kind: z.literal('keysTold'), nth: z.number() }),
  ] as const;

export type FocusPacket = z.infer<ReturnType<typeof focusSchemas>[number]>;

/**
 * A prompt of a command is open, or none is (any more): keys belong to it until the person clicks in the page. `heard`: the last
 * `focusGiven`. `wanted`: the number of the last time that the page is asked to tell what was typed into it; absent when it was never.
 */
export interface PromptingPacket {
  readonly kind: 'prompting';
  readonly open: boolean;
  readonly heard: number;
  readonly wanted?: number;
}
