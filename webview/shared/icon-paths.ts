// The icons that are drawn here, as data: markup made as text uses them too.

/** SVG paths in a box of 16 pixels, stroked. */
export const iconPaths = {
  chevron: 'M6 3.5 10.5 8 6 12.5',
  open: 'M6 3.5H3.5v9h9V10M8.5 3.5h4v4M12.5 3.5 7.5 8.5',
  up: 'M8 12.5v-9M4 7.5l4-4 4 4',
  down: 'M8 3.5v9M4 8.5l4 4 4-4',
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  clock: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 5v3.2l2.2 1.5',
  question: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M6.4 6.4a1.7 1.7 0 1 1 2.5 1.7c-.6.3-.9.6-.9 1.2M8 11v.2',
  warning: 'M8 2.8 14 13H2L8 2.8M8 6.8v3M8 11.3v.2',
  automatic: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.7h-2.7',
  spark: 'M8 2.5 9.3 6.7 13.5 8 9.3 9.3 8 13.5 6.7 9.3 2.5 8l4.2-1.3L8 2.5',
  tool: 'M10.8 2.7a3.2 3.2 0 0 0-3.4 4.4L2.9 11.6l1.5 1.5 4.5-4.5a3.2 3.2 0 0 0 4.4-3.4l-1.9 1.9-1.9-.6-.6-1.9 1.9-1.9',
  send: 'M8 13V3.5M3.8 7.5 8 3.3l4.2 4.2',
  stop: 'M4.5 4.5h7v7h-7z',
  play: 'M5 3.5v9l7-4.5-7-4.5',
  edit: 'M3 13l.6-2.8 7-7 2.2 2.2-7 7L3 13M9.3 4.5l2.2 2.2',
  trash: 'M3 4.5h10M6.5 4.5v-1.5h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5',
  plus: 'M8 3.5v9M3.5 8h9',
  flag: 'M4 13.5v-11M4 3h8l-2 2.5L12 8H4',
  arrow: 'M3 8h9.5M9 4.5 12.5 8 9 11.5',
  reply: 'M6.5 4 3 7.5 6.5 11M3 7.5h6.5A3.5 3.5 0 0 1 13 11v1.5',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  insert: 'M3 3.5h10M3 12.5h10M13 8H6M8.5 5.5 6 8l2.5 2.5',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  image: 'M2.5 3.5h11v9h-11zM2.5 11l3.2-3.2 2.6 2.6 1.8-1.8 3.4 3.4M10.5 6.2v.2',
  person: 'M8 2.8a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2M3 13.2c.3-2.6 2.3-4 5-4s4.7 1.4 5 4',
  search: 'M7 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4M10.2 10.2l3.3 3.3',
  layers: 'M2.5 3.5h11v9h-11zM6 3.5v9M10 3.5v9',
  archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3',
} as const;

export type IconName = keyof typeof iconPaths;
