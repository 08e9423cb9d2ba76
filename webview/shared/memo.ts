// Components that render again only when a prop is another value; signals that they read still reach them.
import type { Component, FunctionComponent, JSX } from 'preact';
import { h } from 'preact';

/** A component that skips renders with equal props. */
export function memo<P extends object>(render: (props: P) => JSX.Element | null): FunctionComponent<P> {
  return function Memo(this: Component<P>, props: P) {
    this.shouldComponentUpdate = next => !isShallowEqual(this.props, next);
    return h(render as FunctionComponent<P>, props as P & { key?: string });
  };
}

function isShallowEqual(before: object, after: object): boolean {
  const [from, to] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return Object.keys(to).every(key => from[key] === to[key]) && Object.keys(from).every(key => key in to);
}
