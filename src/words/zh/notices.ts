// The Chinese words of notices.
import type { NoticeWords } from '../words.ts';

export const noticesZh: NoticeWords = {
  events: {
    question: member => `${member} 有问题要问你`,
    ended: member => `${member} 已完成`,
    failed: member => `${member} 因出现问题而停止`,
    cap: member => `${member} 达到上限`,
  },
  count: count => `${count} 条通知`,
  on: '已在此浏览器中开启通知',
  faults: {
    'no-address': '存放其地址的环境变量未设置',
    'no-secret': '存放其密钥的环境变量未设置',
    unreachable: ({ code }) => `无法连接${code && `（${code}）`}`,
    status: ({ status }) => `返回状态码 ${status}`,
    'exit-code': ({ code }) => `命令以退出代码 ${code} 结束`,
    late: '命令未在 15 秒内结束',
    gone: '此浏览器不再接收通知，已从列表中移除',
    'not-kept': '无法写入你的设置文件夹',
    cut: '发送时进程已结束',
    told: ({ message }) => message,
  },
};
