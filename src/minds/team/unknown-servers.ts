// Toolsets of a team file that name a server which `.minds/mcp.yaml` does not describe (SPEC 12.4).

import type { FileProblem, Team } from '../../core/team/team.ts';
import { nearestName } from '../../core/text/nearest-name.ts';
import { fileText, placeIn, type TextFiles } from '../files/text-files.ts';
import { type McpFile, mcpFilePath } from '../servers/mcp-file.ts';
import { teamFilePath } from './team-files.ts';

/** A warning for each, at the line that names it first. */
export function unknownServers(texts: Pick<TextFiles, 'read'>, team: Team, { servers }: McpFile): FileProblem[] {
  const known = servers.map(({ name }) => name);
  const listed = [...team.members.values()].flatMap(({ toolsets = [] }) => toolsets);
  const named = listed.flatMap(name => (name.startsWith('mcp:') ? [name.slice('mcp:'.length)] : []));
  const unknown = [...new Set(named)].filter(name => !known.includes(name));
  return unknown.map(name => {
    const near = nearestName(name, known);
    const toolset = `mcp:${name}`;
    return {
      file: teamFilePath,
      ...placeIn(fileText(texts.read(teamFilePath)), toolset),
      fault: { id: 'unknown-server', toolset, file: mcpFilePath, near: near === undefined ? null : `mcp:${near}` },
      severity: 'warning',
    };
  });
}
