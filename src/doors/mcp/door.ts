// The ways in which the team is served over MCP; loaded when one of them is opened.
export { mcpOverHttp } from './http.ts';
export { serveOnStdio } from './stdio.ts';
