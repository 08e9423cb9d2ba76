// Apart from the messages of the socket, whose schemas no page needs.

/** Closes a connection whose tab another page has taken: a duplicated tab begins with the id of the first. */
export const TAB_TAKEN = 4001;
