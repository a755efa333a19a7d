// Small helpers around the DOM. Text goes in as text, always: what people wrote never becomes markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("button", {class: "big", onclick}, "Roll"). Children: nodes, text, arrays, null. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets one property: `on…` listens, false and null take an attribute away, everything else is an attribute. */
export function set(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

/** Puts text into an element only if it is not there already, so that screen readers do not read it again. */
export function text(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/**
 * Keeps an element's children in step with a list: nodes are made once for each key and then updated, so that focus,
 * scrolling and transitions survive. `make(item)` gives a node, `update(node, item)` brings it up to date.
 */
export function list(parent, items, key, make, update = () => {}) {
  const known = (parent.known ??= new Map());
  const wanted = new Set(items.map(key));
  for (const [id, node] of known) {
    if (!wanted.has(id)) {
      node.remove();
      known.delete(id);
    }
  }
  let place = parent.firstChild;
  for (const item of items) {
    const id = key(item);
    let node = known.get(id);
    if (!node) known.set(id, (node = make(item)));
    update(node, item);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}
