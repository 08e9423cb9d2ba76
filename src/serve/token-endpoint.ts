// An address for programs beside the pages: they bring a token in each request instead of a cookie (SPEC 22.2).
import type * as http from 'node:http';

/** What programs find at an address. */
export interface ProgramDoor {
  /** Begins with `/`. */
  readonly path: string;
  /** Answers one request; never rejects. */
  readonly answer: (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;
}

/** The token of a request; `undefined` when it brings none. */
export function bearerIn({ authorization }: http.IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
