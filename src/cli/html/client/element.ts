/** A child: text goes in as text, never as markup. */
type Child = Node | string | false | undefined;
type Properties<T> = { [K in keyof T]?: T[K] | undefined };

/** An element with its properties and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> | string = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const own = typeof properties === "string" ? { className: properties } : properties;
  for (const [name, value] of Object.entries(own)) if (value !== undefined) Reflect.set(element, name, value);
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Text that came from a log: it keeps its direction to itself. */
export function quoted(text: string, className = ""): HTMLElement {
  return h("bdi", className, text);
}
