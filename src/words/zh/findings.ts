// Findings of the health check, and notes about an import of rules, in Chinese.

import { wordsOf } from '../../core/base/fact.ts';
import type { ImportNoteWords } from '../../core/facts/import-note.ts';
import { dayAndTime } from '../../core/text/clock-time.ts';
import type { WordTables } from '../words.ts';
import { noticesZh } from './notices.ts';

const moveAway = '请移走它';

const statuses = { running: '进行中', completed: '已完成', archived: '已归档' } as const;

export const findingsZh: WordTables['findings'] = {
  'no-course-file': '没有程文件',
  'empty-dialog-folder': '里面没有程文件',
  'not-a-dialog': '这不是对话的文件夹',
  'folder-unreadable': ({ reason }) => `无法读取：${reason}`,
  'unfinished-file': '进程结束时正在写它',
  'lines-kept-aside': ({ file }) => `它保存着 ${file} 中无法读取的内容：请看看是否还需要其中的内容，然后删除它`,
  'uncollected-refusal': '说这话的人已不再等待回答',
  'unreadable-message': '这不是能理解的消息',
  'foreign-inbox-file': `它不属于收件箱：${moveAway}`,
  'more-inbox-files': ({ count }) => `其中还有 ${count} 个无用的文件：请移走`,
  'foreign-image': '它不是对话改写之前保留的文件内容',
  'left-of-takeover': '它是更换驱动进程时留下的',
  'stale-lock': '已失效：驱动此文件夹的进程已不在或在休眠',
  'root-twice': `这个根对话存在于两处，这一份未被使用：${moveAway}`,
  'disk-full': '所在的磁盘已满：请腾出空间，否则无法再存储任何内容',
  'file-is-folder': `这个文件的位置上是一个文件夹：${moveAway}`,
  'folder-is-file': `这个文件夹的位置上是一个文件：${moveAway}`,
  'wrong-folder': ({ recorded, found }) => `它的记录说是${statuses[recorded]}，却放在${statuses[found]}的之中`,

  'course-missing': '缺少这一程',
  'course-too-large': ({ bytes }) => `太大，无法加载（${bytes} 字节）`,
  'course-unreadable': ({ reason }) => `无法读取：${reason}`,
  'not-a-record': '这一行不是记录',
  'foreign-record': ({ theirs, ours }) => `${ours} 驱动此文件夹时，另一个进程（${theirs ?? '?'}）写下了它`,
  'record-lacks-fields': ({ kind }) => `这条记录缺少其类型（${kind}）应有的字段，已跳过：请改正，或用写下它的版本打开`,
  'torn-line': '最后一行不完整',
  'no-opening-record': '第一条记录不能开启一程',
  'course-empty': '是空的',
  'opens-other-course': ({ course }) => `第一条记录开启的是第 ${course} 程`,
  'opens-other-dialog': ({ dialog }) => `第一条记录属于另一个对话 ${dialog}`,

  'records-missing': ({ expected, stored }) => `存储中应有它的 ${expected} 条记录，实际有 ${stored} 条`,
  'numbers-missing': ({ count, first, last }) =>
    `这棵对话树缺少${count === 1 ? `第 ${first} 条记录` : ` ${count} 条记录（第 ${first} 条至第 ${last} 条之间）`}：请从副本恢复被删除的内容；磁盘写满或断电也会留下这样的缺口`,
  'epoch-outdated': ({ number }) => `第 ${number} 条记录由已被取代的工作进程写入`,
  'content-changed': '内容与名称不符',

  'other-root': ({ root }) => `它的记录写的是另一个根对话 ${root}`,
  'other-taskdoc': ({ taskdoc, ofTree }) => `它的 Taskdoc ${taskdoc} 不是所在树的 ${ofTree}`,
  'root-below-root': '它的记录说它是根对话，却放在另一个之下',
  'supdialog-missing': ({ supdialog }) => `它的上位对话 ${supdialog} 不存在`,
  'not-below-root': '它的上位对话通不到根对话',
  'wrong-depth': ({ depth, expected }) => `它的深度是 ${depth}，不是 ${expected}`,
  'registered-twice': ({ key, holder }) => `${key} 已由 ${holder} 注册`,
  'was-generating': '进程结束时它还在工作',
  'callee-missing': ({ callee, callId }) => `它等待 ${callee}（诉请 ${callId}），而那个对话不存在`,
  'caller-missing': ({ caller }) => `它在为 ${caller} 工作，而那个对话不存在`,
  'caller-not-waiting': ({ caller }) => `它在为 ${caller} 工作，而那个对话没有在等它`,
  'answer-undelivered': ({ to }) => `它给 ${to} 的回答没有送达`,

  'index-missing': '缺失',
  'index-unreadable': '无法理解',
  'index-left-over': '是残留的：没有这一类未决的事',
  'index-outdated': '与记录不符',
  'edited-by-hand': '被手工改过',
  'not-a-list-of-texts': '这不是由文本组成的 JSON 列表，或超过 16 MB',
  'listed-root-missing': ({ root }) => `${root} 不存在`,
  'list-line-outdated': ({ root }) => `${root} 的那一行与记录不符`,
  'list-line-missing': ({ root }) => `${root} 没有对应的行`,
  'not-due': ({ root }) => `${root} 有待办事项，但没有工作进程得到通知`,
  'list-line-broken': ({ line }) => `第 ${line} 行已损坏`,
  'workplace-left': '已没有对话在这份工作区副本中工作',
  'workplace-untaken': ({ count }) =>
    `这份工作区副本中有 ${count} 个更改过的文件既没有采用也没有丢弃：请查看是否需要其中的内容，然后删除它`,
  'notice-failed': ({ transport, at, fault }) =>
    `${dayAndTime(at)} 通过 ${transport} 的通知未发送：${wordsOf(noticesZh.faults, fault)}`,
};

/** With the name under which the former contents were kept. */
export const withKeptZh = (finding: string, aside: string) => `${finding}；原有内容保留为 ${aside}`;

export const healthKindsZh: WordTables['healthKinds'] = {
  hierarchy: '层级',
  records: '记录',
  index: '索引',
  registry: '注册表',
  q4h: 'Q4H',
  lock: '锁',
  orphan: '孤立',
  kept: '另存',
  lost: '丢失',
  minds: '.minds',
  taskdoc: 'Taskdoc',
  notices: '通知',
};

export const importNotesZh: ImportNoteWords = {
  'read-anyway': () => '每位成员本来就会读它，无需导入',
  'member-anyway': ({ member }) => `它本来就是成员 ${member}，无需导入`,
  same: ({ target }) => `已在 ${target} 中`,
  kept: ({ target }) => `${target} 的内容不同，保持原样`,
  'member-kept': ({ member }) => `团队中已有成员 ${member}，保持原样`,
  'no-member': ({ member }) => `没有成员 ${member} 可以接收它`,
  'bad-name': ({ name }) => `${name} 不能作为成员 id`,
  'no-agent': () => '未导入：它不是智能体，front matter 中没有 name、description 或 tools',
  'asks-first': ({ member, pattern }) =>
    `${member} 原本只能改动形如 ${pattern} 的文件；这里没有这种写法，因此每次写入前都会问你`,
  'no-counterpart': ({ what }) => `这里没有对应的功能：${what}`,
  scoped: ({ paths }) => `原本只对 ${paths} 有效；现在总会被读到，并注明了范围`,
  'always-now': () => '原本只在需要时才读；现在总会被读到',
  cut: ({ target, limit }) => `${target} 超过了成员能看到的 ${limit} 个字符：请拆分`,
  unreadable: ({ why }) => `未导入：${why}`,
};
