/** Which page is open, by the address. Links are plain links; only the way there is shortened. */
import { here, isSite, linkTo } from "./house/place";

type Page =
  | { name: "shelf" }
  | { name: "table"; id: string }
  | { name: "link"; packed: string }
  | { name: "replay"; id: string }
  | { name: "review"; id: string }
  | { name: "learn"; game: string; lesson: string | null; step: number | null; table: string | null }
  | { name: "rules"; game: string; rule: string | null }
  | { name: "exercises" }
  | { name: "exercise"; game: string; id: string | null; theme: string | null }
  | { name: "study" }
  | { name: "workshop"; id: string | null }
  | { name: "me" }
  | { name: "people"; token: string }
  | { name: "bots" }
  | { name: "host" }
  | { name: "lost" };

/** The address in parts; nothing for one that is no text. */
function parts(): string[] | null {
  try {
    return here().pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function read(): Page {
  const address = parts();
  if (!address) return { name: "lost" };
  const [first = "", second = "", third = "", fourth = ""] = address;
  if (first === "") return { name: "shelf" };
  if (first === "table" && second) return { name: "table", id: second };
  if (first === "link") return { name: "link", packed: second || here().hash.slice(1) };
  if (first === "replay" && second) return { name: "replay", id: second };
  if (first === "review" && second) return { name: "review", id: second };
  if (first === "learn" && second) {
    const table = here().searchParams.get("table");
    return { name: "learn", game: second, lesson: third || null, step: Number(fourth) || null, table };
  }
  if (first === "rules" && second) return { name: "rules", game: second, rule: here().hash.slice(1) || null };
  if (first === "exercises" && !second) return { name: "exercises" };
  if (first === "exercises")
    return { name: "exercise", game: second, id: third || null, theme: here().searchParams.get("theme") };
  if (first === "study") return { name: "study" };
  if (first === "workshop") return { name: "workshop", id: second || null };
  if (first === "me") return { name: "me" };
  if (first === "people" && second && !isSite) return { name: "people", token: second };
  if (first === "bots" && !isSite) return { name: "bots" };
  if (first === "host" && !isSite) return { name: "host" };
  return { name: "lost" };
}

class Router {
  page = $state.raw<Page>(read());
  /** Grows with every step, so that a page that stays can see that it was asked for again. */
  step = $state(0);

  /** `instead`: nobody who goes back comes to the page that is left now. */
  go(address: string, instead = false): void {
    history[instead ? "replaceState" : "pushState"](null, "", linkTo(address));
    this.#arrive();
    window.scrollTo(0, 0);
  }

  #arrive(): void {
    this.page = read();
    this.step += 1;
  }

  start(): void {
    window.addEventListener("popstate", () => this.#arrive());
    document.addEventListener("click", (event) => this.#follow(event));
    if (!isSite) return;
    // A link that is opened elsewhere, or copied, is pointed at or reached by keyboard first.
    for (const kind of ["pointerover", "focusin", "click"])
      document.addEventListener(kind, ({ target }) => lead(linkAt(target)), { capture: true });
  }

  #follow(event: MouseEvent): void {
    const link = linkAt(event.target);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented) return;
    const isFile = isSite && link.hasAttribute("download");
    if (link.hasAttribute("data-away") && !isFile) return;
    event.preventDefault();
    if (isFile) return void import("./parts/saving").then(({ save }) => save(link));
    const address = link.getAttribute("href")!;
    this.go(isSite ? address.slice(address.indexOf("#") + 1) : address);
  }
}

const linkAt = (target: EventTarget | null) => (target as Element | null)?.closest?.("a[href^='/']") ?? null;

/** Makes an address of the house in a link one of this site, unless it is one already, or a file that is saved. */
function lead(link: Element | null): void {
  const address = link?.getAttribute("href") ?? "";
  if (address && !link!.hasAttribute("download") && !address.startsWith(linkTo("/")))
    link!.setAttribute("href", linkTo(address));
}

export const router = new Router();
