/** A round glass above a finger that shows a board larger: a copy of it, for the eye only. */
import "./magnifier.css";

const ZOOM = 2.2;
const GLASS = 136; // px across
const ABOVE = 44; // px between the finger and the glass
const EDGE = 6; // px that it keeps from the rim of the window

export class Magnifier {
  #board: HTMLElement; // marked cells are found in it
  #glass: HTMLElement | null = null;
  #copy: HTMLElement | null = null;
  #aim: HTMLElement | null = null;

  constructor(board: HTMLElement) {
    this.#board = board;
  }

  get isOpen(): boolean {
    return this.#glass !== null;
  }
  /** What is copied: the board with all that lies on it and is drawn around it. */
  get #scene(): HTMLElement {
    return this.#board.closest<HTMLElement>("[data-scene]") ?? this.#board;
  }

  /** Show what is around a point of the window, and mark what is aimed at. */
  look(x: number, y: number, aim: HTMLElement | null): void {
    this.#open();
    this.#mark(aim);
    const { left, top } = this.#scene.getBoundingClientRect();
    const half = GLASS / 2;
    const roomAbove = y - ABOVE - GLASS > EDGE;
    const aside = x < innerWidth / 2 ? 1 : -1; // no room above: beside the finger
    const middle = roomAbove ? x : x + aside * (half + ABOVE);
    const at = {
      x: Math.min(Math.max(middle, half + EDGE), innerWidth - half - EDGE),
      y: roomAbove ? y - ABOVE - half : Math.max(y, half + EDGE),
    };
    this.#glass!.style.transform = `translate(${at.x - half}px, ${at.y - half}px)`;
    this.#copy!.style.transform = `translate(${half - (x - left) * ZOOM}px, ${half - (y - top) * ZOOM}px) scale(${ZOOM})`;
  }

  close(): void {
    this.#mark(null);
    this.#glass?.remove();
    this.#glass = this.#copy = null;
  }

  #open(): void {
    if (this.#glass) return;
    const scene = this.#scene;
    const { width, height } = scene.getBoundingClientRect();
    this.#copy = scene.cloneNode(true) as HTMLElement;
    Object.assign(this.#copy.style, { width: `${width}px`, height: `${height}px` });
    this.#glass = document.createElement("div");
    this.#glass.className = "magnifier";
    this.#glass.popover = "manual";
    this.#glass.inert = true;
    this.#glass.append(this.#copy);
    scene.after(this.#glass); // where its colours and sizes are those of the board
    this.#glass.showPopover();
  }

  #mark(aim: HTMLElement | null): void {
    if (aim === this.#aim) return;
    for (const thing of [this.#aim, this.#copied(this.#aim)]) thing?.removeAttribute("data-aimed");
    for (const thing of [aim, this.#copied(aim)]) thing?.setAttribute("data-aimed", "");
    this.#aim = aim;
  }
  /** The same cell in the copy. */
  #copied(thing: HTMLElement | null): HTMLElement | null {
    const index = thing ? [...this.#scene.querySelectorAll("[data-cell]")].indexOf(thing) : -1;
    return this.#copy?.querySelectorAll<HTMLElement>("[data-cell]")[index] ?? null;
  }
}
