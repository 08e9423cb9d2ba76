// The words of a connection test: each step, its result, and the remedy. Pure; a report contains no key.
import type { Interruption } from '../../core/facts/interruption.ts';
import type { ConnectionReport, ConnectionStep } from '../../runtime.ts';
import type { TroubleText } from '../../words/trouble-text.ts';
import type { Translate } from '../rows/wording.ts';

/** The result in one line. */
export function reportHeading(report: ConnectionReport, t: Translate): string {
  const { ok, name } = report;
  if (answersInWords(report)) return t("{0}'s model answers, but does not call tools.", name);
  return ok ? t("Connection OK: {0}'s model replied.", name) : t('The model of {0} does not answer.', name);
}

/** Puts trouble into words. */
export type Describe = (why: Interruption) => TroubleText;

/** Each step on a line of its own, with the remedy of a failed one. */
export function connectionReportText({ steps }: ConnectionReport, t: Translate, describe: Describe): string {
  return steps.flatMap(step => linesOf(step, t, describe)).join('\n');
}

function linesOf(step: ConnectionStep, t: Translate, describe: Describe): string[] {
  switch (step.kind) {
    case 'configured':
      return [configuredLine(step, t)];
    case 'key':
      return [step.isSet ? t('✓ A key is set for {0}.', step.host) : t('· No key is set for {0}.', step.host)];
    case 'chosen':
      return [
        step.withoutTools ? t('✓ Asked without tools: {0}', askedName(step)) : t('✓ Asked: {0}', askedName(step)),
      ];
    case 'notChosen':
      return [`✗ ${step.why.message}`, describe(step.why).remedy];
    case 'answered':
      return answerLines(step, t);
    case 'failed': {
      const { heading, detail, remedy } = describe(step.failure);
      const status = step.failure.status === undefined ? '' : ` (HTTP ${step.failure.status})`;
      return [`✗ ${heading}${status}: ${detail}`, remedy];
    }
  }
}

/** Most labels name the model already. */
function askedName({ label, model }: Extract<ConnectionStep, { kind: 'chosen' }>): string {
  return model === undefined || label.startsWith(model) ? label : `${label}, ${model}`;
}

function configuredLine(step: Extract<ConnectionStep, { kind: 'configured' }>, t: Translate): string {
  if (step.type === undefined) return t('· No provider is configured: the first model that is found is used.');
  const parts = (['provider', 'baseUrl', 'model'] as const).flatMap(key => {
    const value = key === 'provider' ? step.type : step[key];
    const from = step.from[key];
    return value === undefined ? [] : [from === undefined ? value : `${value} (${sourceName(from, t)})`];
  });
  return t('✓ Configured: {0}', parts.join(', '));
}

function sourceName(from: string, t: Translate): string {
  switch (from) {
    case 'environment':
      return t('environment');
    case 'member':
      return 'team.yaml';
    case 'provider':
    case 'file':
      return 'llm.yaml';
    default:
      return t('settings');
  }
}

/** True if the model answered, but not by the tool that it was asked to call (SPEC 23.15). */
export function answersInWords({ steps }: ConnectionReport): boolean {
  return steps.some(step => step.kind === 'answered' && step.call === 'none');
}

function answerLines(step: Extract<ConnectionStep, { kind: 'answered' }>, t: Translate): string[] {
  const { ms, model, usage } = step;
  const said = step.text.replaceAll(/\s+/g, ' ');
  const tokens = usage ? t('{0} + {1} tokens', usage.promptTokens, usage.completionTokens) : t('tokens unknown');
  const line = (head: string) => [head, ...(model === undefined ? [] : [model]), tokens].join(' · ');
  switch (step.call) {
    case 'made':
      return [line(t('✓ Called the tool in {0} ms', ms))];
    case 'written':
      return [
        line(t('✓ Answered in {0} ms', ms)),
        t('· It writes its tool calls as text: “{0}”. Dominds reads this form.', said),
      ];
    case 'none':
      return [
        line(t('✗ Answers, but does not call tools: “{0}” in {1} ms', said, ms)),
        t(
          'Choose another model, or start its server with tool calls turned on. To work with this one by words alone, write `tools: false` into .minds/llm.yaml and `dialect: tellask` into .minds/team.yaml.',
        ),
      ];
    default:
      return [line(t('✓ Answered “{0}” in {1} ms', said, ms))];
  }
}
