/** The port of the pages, unless the person names another one, or it is taken in a window. */
export const USUAL_PORT = 4747;
