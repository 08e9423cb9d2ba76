// Names that a problem of a team file offers in place of the wrong one. Pure.

/** The names offered by the text of a problem, the likeliest first; none when it offers none. */
export function offeredNames(text: string): readonly string[] {
  const meant = /(?:Did you mean|你是想写) `([^`]+)`(?:\?| 吗？)$/.exec(text)?.[1];
  if (meant !== undefined) return [meant];
  return /(?:Name one of: |可选：)(.+)[.。]$/.exec(text)?.[1]?.split(', ') ?? [];
}
