// Puts the page together: the elements, and what the address says.
//
// To add a module: write an element in a file of its own, `wd-NAME.js`, that extends Part (part.js). It gets `.session`
// (session.js: the view, the story, who is here, what may be asked and sent), builds itself once in `build()`, and in
// `changed(what)` brings up to date what something of `what` (view, story, presence, knocks, state, welcome, standing) changed.
// Name it in ELEMENTS below; if it is a pane of its own, in panes.js too. All that people read goes into words.js, all
// drawings into icons.js, its look into style.css, made of the tokens at its head. `this.app` is the frame:
// `app.front(id)` shows a pane. tests/web/ drives it, tests/repository/test_page.py checks it.
//
// A browser gets this module with all the others inside (joining.py), so imports and exports keep to the forms there.

import { wayIn } from "./address.js";
import { applyTheme } from "./options.js";
import { App } from "./wd-app.js";
import { Ask } from "./wd-ask.js";
import { Back } from "./wd-back.js";
import { Board } from "./wd-board.js";
import { Calls } from "./wd-calls.js";
import { Clock } from "./wd-clock.js";
import { Coming } from "./wd-coming.js";
import { Correct } from "./wd-correct.js";
import { CorrectionDialog } from "./wd-correction.js";
import { Curtain } from "./wd-curtain.js";
import { Deeds } from "./wd-deeds.js";
import { Dice } from "./wd-dice.js";
import { EntryDialog } from "./wd-entry.js";
import { Form } from "./wd-form.js";
import { HandPanel } from "./wd-hand.js";
import { Help } from "./wd-help.js";
import { Home } from "./wd-home.js";
import { Invites } from "./wd-invites.js";
import { Join } from "./wd-join.js";
import { Keep } from "./wd-keep.js";
import { Kept } from "./wd-kept.js";
import { Knock } from "./wd-knock.js";
import { LeadStrip } from "./wd-lead.js";
import { BoardMap } from "./wd-map.js";
import { Name } from "./wd-name.js";
import { NewGame } from "./wd-newgame.js";
import { Notice } from "./wd-notice.js";
import { Proposal } from "./wd-proposal.js";
import { Readback } from "./wd-readback.js";
import { Reason } from "./wd-reason.js";
import { Referee } from "./wd-referee.js";
import { Result } from "./wd-result.js";
import { Roster } from "./wd-roster.js";
import { Say } from "./wd-say.js";
import { Settings } from "./wd-settings.js";
import { Story } from "./wd-story.js";
import { Switch } from "./wd-switch.js";
import { Table } from "./wd-table.js";
import { Tv } from "./wd-tv.js";
import { Undo } from "./wd-undo.js";
import { Unkept } from "./wd-unkept.js";
import { Zones } from "./wd-zones.js";

const ELEMENTS = {
  "wd-ask": Ask,
  "wd-back": Back,
  "wd-board": Board,
  "wd-calls": Calls,
  "wd-clock": Clock,
  "wd-coming": Coming,
  "wd-correct": Correct,
  "wd-correction": CorrectionDialog,
  "wd-curtain": Curtain,
  "wd-deeds": Deeds,
  "wd-dice": Dice,
  "wd-entry": EntryDialog,
  "wd-form": Form,
  "wd-hand": HandPanel,
  "wd-help": Help,
  "wd-home": Home,
  "wd-invites": Invites,
  "wd-join": Join,
  "wd-keep": Keep,
  "wd-kept": Kept,
  "wd-knock": Knock,
  "wd-lead": LeadStrip,
  "wd-map": BoardMap,
  "wd-name": Name,
  "wd-newgame": NewGame,
  "wd-notice": Notice,
  "wd-proposal": Proposal,
  "wd-readback": Readback,
  "wd-reason": Reason,
  "wd-referee": Referee,
  "wd-result": Result,
  "wd-roster": Roster,
  "wd-say": Say,
  "wd-settings": Settings,
  "wd-story": Story,
  "wd-switch": Switch,
  "wd-table": Table,
  "wd-tv": Tv,
  "wd-undo": Undo,
  "wd-unkept": Unkept,
  "wd-zones": Zones,
  "wd-app": App, // last: it is on the page already, and makes the others
};

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);

applyTheme();
const app = document.querySelector("wd-app");
enter();
window.addEventListener("hashchange", enter);

// What stands behind the # is a secret: it is taken out of the address bar, and so out of what is bookmarked or shown.
function enter() {
  const { hash, pathname } = window.location;
  if (hash) history.replaceState(null, "", pathname);
  app.enter(wayIn(hash));
}
