// Why a provider broke a reply off.
import type { BrokenOff } from '../../core/spending/call-figures.ts';

export const brokenOff: { readonly [Reason in BrokenOff]: string } = {
  length: 'cut off: the length limit was reached',
  'content-filter': "cut off by the provider's content filter",
  refused: 'cut off: the provider refused to continue',
};
