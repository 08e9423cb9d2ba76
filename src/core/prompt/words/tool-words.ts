// What a model is told about a call that cannot be made as it was written (SPEC 23.9), in the work language. Pure.

/** What is wrong with the arguments of a call; `expected` is a kind of JSON values, `got` one or a short value. */
export type ArgProblem =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'tooDeep' }
  | { readonly kind: 'noObject'; readonly got: string }
  | { readonly kind: 'unknown'; readonly name: string; readonly nearest?: string }
  | { readonly kind: 'twice'; readonly names: readonly [string, string] }
  | { readonly kind: 'missing'; readonly argument: string }
  | { readonly kind: 'wrongType'; readonly argument: string; readonly expected: string; readonly got: string }
  /** `why` is in English; `broken` says the same as data, where it is a limit. */
  | { readonly kind: 'refused'; readonly argument: string; readonly why: string; readonly broken?: BrokenLimit };

/** A limit of a value that was broken. */
export type BrokenLimit =
  | { readonly kind: 'empty' }
  | { readonly kind: 'least' | 'most' | 'above' | 'longest'; readonly limit: number }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] };

/** The right call of a tool, and its arguments. */
export interface RightCall {
  readonly tool: string;
  /** In one line. */
  readonly form: string;
  readonly args: readonly { readonly name: string; readonly isOptional: boolean }[];
}

/** A tool that a dialog does not have. */
export interface AbsentTool {
  readonly name: string;
  /** The tool to call instead. */
  readonly nearest?: string;
  /** What text does instead of it, and how the line begins. */
  readonly inText?: { readonly kind: 'person' | 'member'; readonly line: string };
  /** Names of the tools that the request offers. */
  readonly offered: readonly string[];
}

export interface ToolTexts {
  readonly badArgs: (problem: ArgProblem, right: RightCall) => string;
  readonly noTool: (absent: AbsentTool) => string;
}

export const toolTextsEn: ToolTexts = {
  badArgs: (problem, { tool, form, args }) => {
    const all = args.map(({ name, isOptional }) => (isOptional ? `${name} (optional)` : name)).join(', ');
    return `${tool}: ${problemEn(problem)} Call it like this: ${form}. Its arguments: ${all || 'none'}.`;
  },
  noTool({ name, nearest, inText, offered }) {
    const what = inText?.kind === 'person' ? 'ask the person' : 'call a teammate';
    const instead = nearest
      ? ` Use ${nearest}.`
      : inText
        ? ` To ${what}, begin a line of your reply with \`${inText.line}\`.`
        : '';
    return `You have no tool ${name}.${instead} Your tools: ${offered.join(', ') || 'none'}.`;
  },
};

function problemEn(problem: ArgProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return 'the arguments are not valid JSON, so nothing was done. In strings, write \\" for a quote and \\n for a line break.';
    case 'cut':
      return 'the arguments end in the middle, so nothing was done. Call it again with all of them. If they are long, do it in several smaller calls.';
    case 'tooDeep':
      return 'the arguments are nested too deeply.';
    case 'noObject':
      return `the arguments must be one JSON object, not ${kindEn(problem.got)}.`;
    case 'unknown':
      return `there is no argument "${problem.name}".${problem.nearest === undefined ? '' : ` Did you mean "${problem.nearest}"?`}`;
    case 'twice':
      return `"${problem.names[0]}" and "${problem.names[1]}" mean the same, with different values. Give one of them.`;
    case 'missing':
      return `the argument "${problem.argument}" is missing.`;
    case 'wrongType':
      return `"${problem.argument}" must be ${kindEn(problem.expected)}, not ${kindEn(problem.got)}.`;
    case 'refused':
      return `"${problem.argument}": ${problem.why}.`;
  }
}

const kindsEn: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function kindEn(kind: string): string {
  return kindsEn[kind] ?? kind;
}

export const toolTextsZh: ToolTexts = {
  badArgs: (problem, { tool, form, args }) => {
    const all = args.map(({ name, isOptional }) => (isOptional ? `${name}（可选）` : name)).join('、');
    return `${tool}：${problemZh(problem)}正确的调用：${form}。它的参数：${all || '无'}。`;
  },
  noTool({ name, nearest, inText, offered }) {
    const what = inText?.kind === 'person' ? '向用户提问' : '诉请队友';
    const instead = nearest
      ? `请用 ${nearest}。`
      : inText
        ? `要${what}，请在回复中另起一行，以 \`${inText.line}\` 开头。`
        : '';
    return `你没有工具 ${name}。${instead}你的工具：${offered.join('、') || '无'}。`;
  },
};

function problemZh(problem: ArgProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return '参数不是有效的 JSON，什么都没有做。字符串中的引号写成 \\"，换行写成 \\n。';
    case 'cut':
      return '参数在中途断了，什么都没有做。请带上全部参数重新调用；内容太长就分成几次较小的调用。';
    case 'tooDeep':
      return '参数嵌套太深。';
    case 'noObject':
      return `参数必须是一个 JSON 对象，不能是${kindZh(problem.got)}。`;
    case 'unknown':
      return `没有参数 "${problem.name}"。${problem.nearest === undefined ? '' : `是不是 "${problem.nearest}"？`}`;
    case 'twice':
      return `"${problem.names[0]}" 和 "${problem.names[1]}" 是同一个参数，值却不同。只给其中一个。`;
    case 'missing':
      return `缺少参数 "${problem.argument}"。`;
    case 'wrongType':
      return `"${problem.argument}" 必须是${kindZh(problem.expected)}，不能是${kindZh(problem.got)}。`;
    case 'refused':
      return `"${problem.argument}"：${problem.broken ? limitZh(problem.broken) : `不符合要求（${problem.why}）`}。`;
  }
}

function limitZh(broken: BrokenLimit): string {
  switch (broken.kind) {
    case 'empty':
      return '不能为空';
    case 'least':
      return `不能小于 ${broken.limit}`;
    case 'above':
      return `必须大于 ${broken.limit}`;
    case 'most':
      return `不能大于 ${broken.limit}`;
    case 'longest':
      return `最多 ${broken.limit} 个字符`;
    case 'oneOf':
      return `只能是 ${broken.values.join('、')}`;
  }
}

const kindsZh: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: ' true 或 false',
  array: '列表',
  object: '对象',
  record: '对象',
};

function kindZh(kind: string): string {
  return kindsZh[kind] ?? ` ${kind}`;
}
