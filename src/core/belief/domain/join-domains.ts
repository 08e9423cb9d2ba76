// Several domains in one dialog (SPEC 16.16): their flows side by side, each domain with its own limits. Pure.
import { type Domain, type FlowSpec, splitSource } from './domain.ts';
import type { DomainFile } from './domain-file.ts';

/** The names in `a,b`; one alone is itself. */
export function domainNames(name: string): readonly string[] {
  return name.split(',').map(each => each.trim());
}

/** Domains that were read, as one; without those all that is wrong with any of them. */
export function joinDomainFiles(files: readonly DomainFile[]): DomainFile {
  const problems = files.flatMap(file => file.problems);
  const domains = files.flatMap(({ domain }) => domain ?? []);
  return { ...(domains.length === files.length && { domain: joinDomains(domains) }), problems };
}

/**
 * Flows of a later domain whose name is taken are called `domain.flow`, with a number where two domains have one name;
 * an Internal flow is there once.
 */
function joinDomains(domains: readonly Domain[]): Domain {
  const flows: FlowSpec[] = [];
  for (const domain of domains) flows.push(...renamed(domain, flows));
  const intents = domains.flatMap(each => each.intents);
  return {
    name: domains.map(({ name }) => name).join(','),
    intents: intents.filter(({ name }, index) => intents.findIndex(each => each.name === name) === index),
    ownTypes: domains.flatMap(({ ownTypes }) => ownTypes),
    flows,
  };
}

function renamed({ name: domain, flows }: Domain, taken: readonly FlowSpec[]): readonly FlowSpec[] {
  const isTaken = (name: string) => taken.some(flow => flow.name === name);
  const nameOf = (name: string) => {
    if (!isTaken(name)) return name;
    let free = `${domain}.${name}`;
    for (let number = 2; isTaken(free); number++) free = `${domain}.${name}_${number}`;
    return free;
  };
  return flows
    .filter(({ name, intent }) => intent !== 'Internal' || !isTaken(name))
    .map(flow => ({
      ...flow,
      name: nameOf(flow.name),
      slots: Object.fromEntries(Object.entries(flow.slots).map(([name, slot]) => [name, withSources(slot, nameOf)])),
      ...(flow.next && { next: flow.next.map(each => ({ ...each, start: nameOf(each.start) })) }),
    }));
}

function withSources(slot: FlowSpec['slots'][string], nameOf: (flow: string) => string): FlowSpec['slots'][string] {
  if (slot.from === undefined) return slot;
  const from = slot.from.map(source => {
    const [flow, name] = splitSource(source);
    return `${nameOf(flow)}.${name}`;
  });
  return { ...slot, from };
}
