// Checks of what a person says, where it comes from a panel (SPEC 5.3, 5.4, 18.1).
import * as z from 'zod/mini';
import { type DialogId, isId, type RootId } from '../core/base/ids.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../core/base/image.ts';
import { once } from '../core/base/once.ts';

/** Images of a message; room for the largest as base64. */
export const givenImages = once(() =>
  z
    .array(z.object({ name: z.string(), data: z.string().check(z.maxLength(Math.ceil(MAX_IMAGE_BYTES / 3) * 4)) }))
    .check(z.maxLength(MAX_IMAGES)),
);

const id = <Id extends string>() => z.custom<Id>(value => typeof value === 'string' && isId(value));
const dialogRef = () => z.object({ rootId: id<RootId>(), selfId: id<DialogId>() });

export const userMessageSchema = () =>
  z.object({
    kind: z.literal('drive_dlg_by_user_msg'),
    dialog: dialogRef(),
    content: z.string(),
    msgId: z.string(),
    images: z.optional(z.readonly(givenImages())),
  });

export const userAnswerSchema = () =>
  z.object({
    kind: z.literal('drive_dialog_by_user_answer'),
    dialog: dialogRef(),
    content: z.string(),
    msgId: z.string(),
    questionId: z.string(),
    continuationType: z.literal('answer'),
    targetSubdialogId: z.optional(id<DialogId>()),
    queuedMsgId: z.optional(z.string()),
    images: z.optional(z.readonly(givenImages())),
  });
