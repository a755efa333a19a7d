// The panes of the frame, in the order of the bar that changes them. A pane is an element that is a `Part`; its icon is
// the one of its id in icons.js, its name the word `tab.ID`; one with a `role` is for that role alone. The first is the
// board: where there is room it always stays.

export const PANES = [
  { id: "board", part: "wd-board" },
  { id: "referee", part: "wd-referee", role: "referee" },
  { id: "story", part: "wd-story" },
  { id: "roster", part: "wd-roster" },
  { id: "table", part: "wd-table" },
];
