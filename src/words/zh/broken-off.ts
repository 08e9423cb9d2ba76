// 提供方中断回复的原因。
import type { BrokenOff } from '../../core/spending/call-figures.ts';

export const brokenOff: { readonly [Reason in BrokenOff]: string } = {
  length: '因达到长度上限被截断',
  'content-filter': '被提供方的内容过滤器截断',
  refused: '被截断：提供方拒绝继续',
};
