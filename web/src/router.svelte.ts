/** Which page is open, by the address. Links are plain links; only the way there is shortened. */
type Page =
  | { name: "shelf" }
  | { name: "table"; id: string }
  | { name: "replay"; id: string }
  | { name: "learn"; game: string }
  | { name: "rules"; game: string; rule: string | null }
  | { name: "study" }
  | { name: "me" }
  | { name: "host" }
  | { name: "lost" };

/** The address in parts; nothing for one that is no text. */
function parts(): string[] | null {
  try {
    return location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function read(): Page {
  const address = parts();
  if (!address) return { name: "lost" };
  const [first = "", second = ""] = address;
  if (first === "") return { name: "shelf" };
  if (first === "table" && second) return { name: "table", id: second };
  if (first === "replay" && second) return { name: "replay", id: second };
  if (first === "learn" && second) return { name: "learn", game: second };
  if (first === "rules" && second) return { name: "rules", game: second, rule: location.hash.slice(1) || null };
  if (first === "study") return { name: "study" };
  if (first === "me") return { name: "me" };
  if (first === "host") return { name: "host" };
  return { name: "lost" };
}

class Router {
  page = $state.raw<Page>(read());
  /** Grows with every step, so that a page that stays can see that it was asked for again. */
  step = $state(0);

  go(address: string): void {
    history.pushState(null, "", address);
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
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest?.("a[href^='/']");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.hasAttribute("data-away")) return;
    event.preventDefault();
    this.go(link.getAttribute("href")!);
  }
}

export const router = new Router();
