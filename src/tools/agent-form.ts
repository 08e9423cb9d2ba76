// `agent_form`: a form that an agent of another vendor wants filled in, as a question to the person (SPEC 22.4). Its
// result goes back to the agent.
import * as z from 'zod';
import type { FormReply } from '../core/dialog/form.ts';
import { fieldsOf, optionsOf } from '../core/dialog/form-answers.ts';
import { formBody } from '../core/prompt/words/questions.ts';
import { agentFormName } from '../core/team/agent-permission.ts';
import { defineTool, failed, type Tool } from './tool.ts';

const KEY = 'form';

/** The tool; members that are agents of another vendor have it. The result is a reply as JSON. */
export const agentFormTool = (): Tool =>
  defineTool({
    name: agentFormName,
    description: words => words.agent_form,
    args: () => z.object({ message: z.string(), schema: z.unknown() }),
    run: ({ message, schema }, { asked, texts }) => {
      const reply = asked?.replies[KEY];
      if (reply) return Promise.resolve({ ok: true, content: JSON.stringify(reply satisfies FormReply) });
      const fields = fieldsOf(schema);
      if (!fields) return Promise.resolve(failed(w => w.noForm));
      const form = { key: KEY, fields };
      const [headline = '', ...rest] = message.trim().split('\n');
      const body = formBody(form, rest.join('\n'), texts.form);
      const question = { headline, body, options: optionsOf(form), form };
      return Promise.resolve({ ok: false, content: w => w.notAsked, asks: { questions: [question] } });
    },
  });
