// Browsers send a cookie to every port of a host, but only below its path (SPEC 21.1). So the cookie of a server is for
// a path that no other server can know, and the browser keeps that path by origin, which a port is part of: an address
// without it still leads to its page.

const KEY = 'dominds-path';

/** A text in a script of a page. */
export function inScript(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}

/** The script that keeps the path of the cookie. */
export function keepPath(base: string): string {
  return `try{localStorage.setItem(${inScript(KEY)},${inScript(base)})}catch{}`;
}

/**
 * The script that leads on from an address without the path that was kept; `outer` is what a proxy in front leaves out
 * of paths.
 */
export function leadToKeptPath(outer: string): string {
  return `try{
const outer=${inScript(`${outer}/`)},kept=localStorage.getItem(${inScript(KEY)})??'',{pathname,search,hash}=location;
if(kept.startsWith(outer)&&/^\\/[^/\\\\]/.test(kept)&&pathname.startsWith(outer)&&!\`\${pathname}/\`.startsWith(\`\${kept}/\`))
location.replace(kept+pathname.slice(outer.length-1)+search+hash)
}catch{}`;
}
