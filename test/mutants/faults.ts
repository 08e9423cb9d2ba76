// Small faults that could slip into a source: an operator, a bound, a condition, a constant, a call that is missing.
// Pure. Types are blanked out in place before the parser reads a source, so that positions are those of the file.
import { stripTypeScriptTypes } from 'node:module';
import { type AnyNode, parse } from 'acorn';

/** A replacement of one range of a source. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The source without its types, each character where it was. */
export function withoutTypes(source: string): string {
  return stripTypeScriptTypes(source);
}

/** The source with the fault in it. */
export function withFault(source: string, { start, end, text }: Fault): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** All faults of a source, in its order. */
export function faultsIn(source: string): readonly Fault[] {
  const found: Fault[] = [];
  const bare = withoutTypes(source);
  visit(parse(bare, { ecmaVersion: 'latest', sourceType: 'module' }), node => {
    const { start, end } = node;
    const own = source.slice(start, end);
    for (const text of replacementsOf(node, { source, bare })) if (text !== own) found.push({ start, end, text });
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Visits every node that is code of the source itself: no imports, no names of properties. */
function visit(node: AnyNode, see: (node: AnyNode) => void): void {
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return;
  see(node);
  for (const [name, value] of Object.entries(node)) {
    if ((name === 'key' && !('computed' in node && node.computed)) || name === 'directive') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see);
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '??': ['&&'],
  '||': ['&&'],
  '&&': ['||'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['&&='],
  '||=': ['&&='],
  '&&=': ['||='],
};

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
};

/** A source, and the same without its types: what is replaced keeps its types, what is looked for lies in none. */
interface Texts {
  readonly source: string;
  readonly bare: string;
}

function replacementsOf(node: AnyNode, { source, bare }: Texts): readonly string[] {
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) => source.slice(start, end);
  const sidesOf = (left: AnyNode, right: AnyNode, operator: string): readonly [string, string] => {
    const at = left.end + bare.slice(left.end, right.start).indexOf(operator);
    return [source.slice(node.start, at), source.slice(at + operator.length, node.end)];
  };
  switch (node.type) {
    case 'LogicalExpression': {
      // In brackets: `??` may not stand beside `&&` and `||`.
      const [left, right] = sidesOf(node.left, node.right, node.operator);
      return (operators[node.operator] ?? []).map(other => `((${left.trim()}) ${other} (${right.trim()}))`);
    }
    case 'BinaryExpression':
    case 'AssignmentExpression': {
      const [left, right] = sidesOf(node.left, node.right, node.operator);
      return (operators[node.operator] ?? []).map(other => left + other + right);
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [`(${textOf(node.argument)})`] : [];
    case 'UpdateExpression':
      return [textOf(node).replace(/\+\+|--/, operator => (operator === '++' ? '--' : '++'))];
    case 'ConditionalExpression':
      return [
        `(${textOf(node.test)} ? ${textOf(node.alternate)} : ${textOf(node.consequent)})`,
        `(${textOf(node.consequent)})`,
        `(${textOf(node.alternate)})`,
      ];
    case 'IfStatement':
      return ['true', 'false', `!(${textOf(node.test)})`].map(
        test => source.slice(node.start, node.test.start) + test + source.slice(node.test.end, node.end),
      );
    case 'ExpressionStatement':
      return node.directive === undefined ? ['{}'] : [];
    case 'ReturnStatement':
      return node.argument ? ['return;'] : ['{}'];
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'ThrowStatement':
      return ['{}'];
    case 'FunctionDeclaration':
      return node.body.body.length > 0 ? [`${source.slice(node.start, node.body.start)}{}`] : [];
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' && node.body.body.length > 0
        ? [`${source.slice(node.start, node.body.start)}{}`]
        : [];
    case 'MethodDefinition':
      return node.value.body.body.length > 0 && node.kind !== 'constructor'
        ? [`${source.slice(node.start, node.value.body.start)}{}`]
        : [];
    case 'MemberExpression':
      return memberFaults(node, source);
    case 'ArrayExpression':
      return node.elements.length > 0 ? ['[]'] : [];
    case 'ObjectExpression':
      return node.properties.length > 0 ? ['({})'] : [];
    case 'TemplateLiteral':
      return ['``'];
    case 'Literal':
      if (typeof node.value === 'number') return [`${node.value + 1}`];
      if (typeof node.value === 'boolean') return [`${!node.value}`];
      return typeof node.value === 'string' ? ["''"] : [];
    default:
      return [];
  }
}

function memberFaults(node: AnyNode & { type: 'MemberExpression' }, source: string): readonly string[] {
  const { object, property, computed, optional } = node;
  const before = source.slice(node.start, object.end);
  const name = source.slice(property.start, property.end);
  const gap = source.slice(object.end, property.start);
  const other = computed ? undefined : Object.hasOwn(methods, name) ? methods[name] : undefined;
  return [
    ...(other === undefined ? [] : [`${before}${gap}${other}`]),
    ...(optional
      ? [
          `${before}${computed ? gap.replace('?.', '') : gap.replace('?.', '.')}${source.slice(property.start, node.end)}`,
        ]
      : []),
  ];
}
