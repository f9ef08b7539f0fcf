// Pictures as files. It is loaded when the first one is saved.

const space = "http://www.w3.org/2000/svg";
const margin = 12;

/** What of an element's style a picture needs that stands alone. */
const drawn = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
];

export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

/** Saves what a picture looks like now: as SVG, or as PNG with two pixels for each of the page's. */
export async function savePicture(picture: Element, name: string, type: "svg" | "png"): Promise<void> {
  const { svg, width, height } = svgOf(picture);
  if (type === "svg") return saveText(svg, `${name}.svg`, "image/svg+xml");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) saveBlob(blob, `${name}.png`);
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Draws an element and what is in it, HTML or SVG, as one SVG that needs no style sheet. */
export function svgOf(picture: Element): { svg: string; width: number; height: number } {
  const root = document.createElementNS(space, "svg");
  const { left, top, width: boxWidth } = picture.getBoundingClientRect();
  const scrolls = [...picture.querySelectorAll("*")].map((part) => part.scrollWidth);
  const width = Math.ceil(Math.max(boxWidth, ...scrolls) + 2 * margin);
  let bottom = top;
  const place = (x: number, y: number) => ({ x: x - left + margin, y: y - top + margin });

  const draw = (element: Element) => {
    if (element.matches("[data-not-saved], .hidden")) return;
    const style = getComputedStyle(element);
    if (style.display === "none" || style.visibility === "hidden") return;
    const box = element.getBoundingClientRect();
    if (box.width > 0) bottom = Math.max(bottom, box.bottom);
    if (element instanceof SVGSVGElement) {
      const copy = standAlone(element);
      set(copy, { ...place(box.x, box.y), width: box.width, height: box.height });
      root.append(copy);
      return;
    }
    const radius = Number.parseFloat(style.borderTopLeftRadius) || 0;
    const frame = { ...place(box.x, box.y), width: box.width, height: box.height, rx: radius };
    if (!/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor))
      shape(root, frame, style.backgroundColor);
    for (const child of element.childNodes) {
      if (child instanceof Text) write(root, child, style, place);
      else if (child instanceof Element) draw(child);
    }
  };
  draw(picture);

  const height = Math.ceil(bottom - top + 2 * margin);
  set(root, { xmlns: space, width, height, viewBox: `0 0 ${width} ${height}` });
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  root.prepend(shape(root, { x: 0, y: 0, width, height }, ground));
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

/** A copy of a drawing with its looks written into it. */
function standAlone(element: SVGSVGElement): SVGSVGElement {
  const copy = element.cloneNode(true) as SVGSVGElement;
  const originals = element.querySelectorAll("*");
  for (const [i, part] of copy.querySelectorAll("*").entries()) {
    const style = getComputedStyle(originals[i]!);
    for (const name of drawn) {
      const value = style.getPropertyValue(name);
      if (value) part.setAttribute(name, value);
    }
    part.removeAttribute("class");
    part.removeAttribute("tabindex");
  }
  copy.removeAttribute("class");
  return copy;
}

function shape(root: Element, frame: Record<string, number>, fill: string): Element {
  const rect = document.createElementNS(space, "rect");
  set(rect, { ...frame, fill });
  root.append(rect);
  return rect;
}

/** Writes a text where it stands on the page, word by word, since lines may be broken between any two. */
function write(
  root: Element,
  text: Text,
  style: CSSStyleDeclaration,
  place: (x: number, y: number) => { x: number; y: number },
): void {
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const box = range.getBoundingClientRect();
    const line = document.createElementNS(space, "text");
    set(line, {
      ...place(box.x, box.y + box.height / 2),
      "dominant-baseline": "central",
      fill: style.color,
      "font-family": style.fontFamily,
      "font-size": style.fontSize,
      "font-weight": style.fontWeight,
    });
    line.textContent = word;
    root.append(line);
  }
}

function set(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
