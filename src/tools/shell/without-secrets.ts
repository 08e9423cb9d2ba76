// Removes the product's secrets from results, live output and questions of tools, whatever they read or ran (SPEC 10.1,
// 18.2): all of these are recorded, shown and sent to models.
import { withoutSecrets } from '../../core/text/secrets.ts';
import { changePreview } from '../files/show-change.ts';
import type { ChangedFile, Review, Tool } from '../tool.ts';

/** Texts that nothing a tool gives may hold, as they are now. */
export type SecretsPort = () => Promise<readonly string[]>;

/** The same tool without the secrets. */
export function hideIn(tool: Tool, secrets: SecretsPort): Tool {
  const { review, readArgs } = tool;
  return {
    spec: tool.spec,
    ...(tool.specIn && { specIn: tool.specIn }),
    ...(tool.isRepeatable && { isRepeatable: true }),
    ...(tool.refused && { refused: tool.refused }),
    ...(tool.worksOn && { worksOn: tool.worksOn }),
    ...(readArgs && { readArgs }),
    async call(args, context, signal) {
      const hidden = await secrets();
      const output: typeof context.output = (text, styled) => {
        const safe = withoutSecrets(text, hidden);
        // Its codes may stand in the middle of a secret.
        context.output(safe, safe === text ? styled : undefined);
      };
      const result = await tool.call(args, { ...context, output }, signal);
      const { changed, found } = result;
      return {
        ...result,
        content: withoutSecrets(result.content, hidden),
        ...(changed && !found && { changed: changed.map(file => withPreview(file, hidden)) }),
      };
    },
    ...(review && {
      review: async (args, context) => hideInReview(await review.call(tool, args, context), await secrets()),
    }),
  };
}

function withPreview(file: ChangedFile, hidden: readonly string[]): ChangedFile {
  const preview = changePreview(file)?.map(line => withoutSecrets(line, hidden));
  return preview === undefined || preview.length === 0 ? file : { ...file, preview };
}

function hideInReview(review: Review, hidden: readonly string[]): Review {
  if (review.kind === 'fails') {
    return { ...review, result: { ...review.result, content: withoutSecrets(review.result.content, hidden) } };
  }
  return {
    ...review,
    async question() {
      const asked = await review.question();
      return {
        ...asked,
        headline: withoutSecrets(asked.headline, hidden),
        body: withoutSecrets(asked.body, hidden),
      };
    },
  };
}
