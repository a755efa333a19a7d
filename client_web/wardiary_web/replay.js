// The beginning of a file that replays a game (replay.html): its elements, and the record that stands in the file.
// The page (player.js) and the terminal's `wardiary export` put all of it together.

import { Recorded } from "./recorded.js";
import { Clock } from "./wd-clock.js";
import { Deeds } from "./wd-deeds.js";
import { Form } from "./wd-form.js";
import { HandPanel } from "./wd-hand.js";
import { BoardMap } from "./wd-map.js";
import { Player } from "./wd-player.js";
import { Reason } from "./wd-reason.js";
import { Replay } from "./wd-replay.js";
import { Told } from "./wd-told.js";
import { Zones } from "./wd-zones.js";

const ELEMENTS = {
  "wd-clock": Clock,
  "wd-deeds": Deeds,
  "wd-form": Form,
  "wd-hand": HandPanel,
  "wd-map": BoardMap,
  "wd-player": Player,
  "wd-reason": Reason,
  "wd-replay": Replay,
  "wd-told": Told,
  "wd-zones": Zones,
};

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);

const session = new Recorded(JSON.parse(document.querySelector("#record").textContent));
session.go(1);
document.body.append(Object.assign(document.createElement("wd-replay"), { session }));
