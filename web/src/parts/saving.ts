/** On a site a link to a file of the house leads nowhere: the house on this device is asked for it instead. */
import { get } from "../house/http";

export async function save(link: Element): Promise<void> {
  const told = await get<unknown>(link.getAttribute("href")!).catch(() => null);
  if (told === null) return; // a file that cannot be had is not saved, as with any link
  const file = new Blob([JSON.stringify(told)], { type: "application/json" });
  offer(file, link.getAttribute("download") || "lumitheque.json");
}

export function offer(file: Blob, name: string): void {
  const made = document.createElement("a");
  made.href = URL.createObjectURL(file);
  made.download = name;
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 60_000); // not before the browser has read it
}
