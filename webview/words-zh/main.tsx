// The bundle that `shared/chinese.ts` loads for a Chinese page.
import { keepChinese } from '../shared/words/chinese.ts';
import { chineseWords } from './words.ts';

keepChinese(chineseWords);
