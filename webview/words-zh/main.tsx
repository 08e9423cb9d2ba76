// The bundle that `shared/words/chinese.ts` loads for a Chinese page.
import { keepChinese } from '../shared/words/chinese.ts';
import { chineseWords } from '../shared/words/zh/words.ts';

keepChinese(chineseWords);
