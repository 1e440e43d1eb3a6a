/** One picture of a game to send to friends: its title, the curve of chances, who won, the turning point. Drawn as SVG. */
import { SHAPES } from "../../parts/SeatMark.svelte";
import { dashOf, lineThrough, MILLION, spread } from "./figures";

const WIDTH = 1200;
const HEIGHT = 630;
const PLOT = { x: 70, y: 190, width: 830, height: 270 }; // right of it: the names
const GAP = 17; // percent of the plot's height, between names
const LINE = 62; // characters of a sentence that fit into one line
const LONGEST_NAME = 14;

export interface Picture {
  title: string;
  headline: string;
  turning: string;
  house: string;
  lines: { seat: number; name: string; chances: number[] }[];
  moment: { seat: number; at: number } | null; // where the turning point lies
}

/** The colours of the room by day, whatever the screen shows now: a picture is seen anywhere. */
const DAY = {
  ground: "#f6efe2",
  surface: "#fffaf0",
  ink: "#2b211a",
  soft: "#6b5a4b",
  line: "#d9cbb4",
  lamp: "#96530a",
  seats: ["#b07d00", "#2f7d4f", "#b3382c", "#6f4bb0", "#1f6fa8", "#6b6256"],
};
const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";
const SANS = "'Atkinson Hyperlegible', system-ui, sans-serif";

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

/** A sentence in lines; what does not fit into two ends with dots. */
export function wrapped(text: string, most = 2): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]!.slice(0, LINE - 2)} …`];
}

const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

function write(x: number, y: number, text: string, size: number, style: string): string {
  return `<text x="${x}" y="${y}" font-size="${size}" ${style}>${escaped(text)}</text>`;
}

function mark(seat: number, x: number, y: number): string {
  const shape = SHAPES[seat % SHAPES.length]!;
  const colour = DAY.seats[seat % DAY.seats.length]!;
  return `<path d="${shape}" transform="translate(${x} ${y})" fill="${colour}" fill-rule="evenodd" stroke="${DAY.ink}" stroke-opacity="0.45"/>`;
}

export function drawPicture(picture: Picture): string {
  const { lines, moment } = picture;
  const serif = `font-family="${SERIF}" font-weight="600" fill="${DAY.ink}"`;
  const soft = `font-family="${SANS}" fill="${DAY.soft}"`;
  const last = Math.max(1, (lines[0]?.chances.length ?? 1) - 1);
  const levels = [0, 0.5, 1].map((level) => {
    const y = PLOT.y + PLOT.height * level;
    return `<path d="M${PLOT.x} ${y}h${PLOT.width}" stroke="${DAY.line}" stroke-width="2"/>`;
  });
  const curves = lines.map(({ seat, chances }) => {
    const dash = dashOf(seat) === "none" ? "" : ` stroke-dasharray="${dashOf(seat)}"`;
    const way = lineThrough(chances, PLOT.width, PLOT.height);
    return `<path d="${way}" transform="translate(${PLOT.x} ${PLOT.y})" fill="none" stroke="${DAY.seats[seat % 6]}" stroke-width="5" stroke-linejoin="round"${dash}/>`;
  });
  const places = spread(
    lines.map(({ chances }) => chances.at(-1) ?? 0),
    GAP,
  );
  const names = lines.map(({ seat, name }, at) => {
    const y = PLOT.y + (PLOT.height * places[at]!) / 100;
    const style = `font-family="${SANS}" fill="${DAY.ink}"`;
    return mark(seat, PLOT.x + PLOT.width + 28, y) + write(PLOT.x + PLOT.width + 46, y + 8, shortened(name), 24, style);
  });
  const turned = lines.find(({ seat }) => seat === moment?.seat);
  const lozenge =
    moment && turned
      ? `<path d="M0-13 13 0 0 13-13 0z" fill="${DAY.lamp}" stroke="${DAY.surface}" stroke-width="3" transform="translate(${
          PLOT.x + (PLOT.width * moment.at) / last
        } ${PLOT.y + PLOT.height * (1 - turned.chances[moment.at]! / MILLION)})"/>`
      : "";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${escaped(`${picture.title}. ${picture.headline}`)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${DAY.ground}"/>`,
    `<rect x="24" y="24" width="${WIDTH - 48}" height="${HEIGHT - 48}" rx="22" fill="${DAY.surface}" stroke="${DAY.line}" stroke-width="2"/>`,
    write(PLOT.x, 102, picture.title, 52, serif),
    write(PLOT.x, 148, picture.headline, 30, `font-family="${SANS}" fill="${DAY.lamp}" font-weight="600"`),
    ...levels,
    ...curves,
    lozenge,
    ...names,
    ...wrapped(picture.turning).map((line, at) => write(PLOT.x, 512 + 36 * at, line, 27, soft)),
    write(WIDTH - 70, 578, picture.house, 24, `${serif} text-anchor="end"`),
    "</svg>",
  ].join("");
}

export const asAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** The same as PNG, twice as large, so that it is sharp on every screen. */
export async function asPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = asAddress(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * WIDTH, 2 * HEIGHT];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}
