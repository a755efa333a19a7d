// The referee's deeds in order: which belong together, and which of them are about a thing of the board. What may be done
// is what the server offers; here it is only sorted, by the names of commands. No rule is in here.

import { called, thing } from "./things.js";

const GROUPS = {
  move: ["ref_move", "place"],
  health: ["ref_hurt", "ref_heal", "ref_down", "ref_revive"],
  condition: ["ref_condition"],
  number: ["ref_stat"],
  item: ["ref_give", "ref_take"],
  turn: ["end_round", "ref_skip", "ref_call", "begin", "end", "pass"],
  level: ["ref_level"],
  door: ["ref_door"],
  area: ["ref_area", "ref_end_area", "ref_restore", "ref_contaminate", "ref_power"],
  happen: ["ref_explode", "ref_breach", "ref_decompress"],
  marker: ["ref_marker", "ref_unmark"],
  board: ["ref_unit", "ref_remove"],
  score: ["ref_score"],
  hidden: ["ref_hide", "ref_reveal"],
};
const GROUP_OF = new Map(Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => [name, group])));

/** What every deed of the hand can be given besides: shown once for all of them, always in the same place. */
const SAID = ["reason", "with_rules"];

/** Whether an offer is one of the referee's hand. */
export function isDeed(offer) {
  return offer.body.do.startsWith("ref_");
}

/** Whether an offer takes anything of that. */
export function isSaid(offer) {
  return (offer.fields ?? []).some(({ name }) => SAID.includes(name));
}

/** Offers by groups, in the order of the groups: [{group, entries}]; those that a player has too are the last. */
export function grouped(entries) {
  const order = [...Object.keys(GROUPS), "more", "own"];
  const group = ({ offer }) => GROUP_OF.get(offer.body.do) ?? (isDeed(offer) ? "more" : "own");
  return order.map((name) => ({ group: name, entries: entries.filter((one) => group(one) === name) })).filter((one) => one.entries.length);
}

/** The deeds about one thing of the board: [{offer, value, given}], with the thing already filled in. */
export function about(view, { kind, id }, offers) {
  return offers.filter((offer) => !offer.why_not && isDeed(offer)).flatMap((offer) => {
    const target = (offer.targets ?? []).find((one) => means(view, offer.asks, one, kind, id));
    if (target) return [{ offer, value: target.value }];
    const field = kind === "zones" && (offer.fields ?? []).find((one) => one.kind === "zone" && one.targets?.some(({ value }) => value === id));
    return field ? [{ offer, given: { [field.name]: field.many ? [id] : id } }] : [];
  });
}

/** Whether a target of an offer is this thing; on a board in inches the middle of a zone stands for the zone. */
function means(view, asks, { value, label }, kind, id) {
  if (asks === "at") return kind === "zones" && label === called(view, "zones", id);
  const one = thing(view, asks, Array.isArray(value) && value.length === 1 ? value[0] : value);
  return one?.kind === kind && one.id === id;
}

/** An offer without what is said once for all deeds. */
export function unsaid(offer) {
  return { ...offer, fields: (offer.fields ?? []).filter(({ name }) => !SAID.includes(name)) };
}

/** What is said of a deed, as far as it takes that. */
export function said(offer, { reason, with_rules }) {
  const takes = new Set((offer.fields ?? []).map(({ name }) => name));
  return {
    ...(reason && takes.has("reason") ? { reason } : {}),
    ...(with_rules && takes.has("with_rules") ? { with_rules } : {}),
  };
}
