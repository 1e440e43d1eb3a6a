/** Opening a table: on this device, if the host wants bots to think there and nobody else is to come; else in the house. */
import { device } from "./device";
import { post } from "./http";
import { me } from "./me.svelte";
import { isSite } from "./place";
import type { Opening, TableAnswer } from "./types";

/** JSON leaves out what is undefined. */
type Maybe<Thing> = { [Key in keyof Thing]: Thing[Key] | undefined };
type Asked = Omit<Opening, "terms"> & { terms: Maybe<Opening["terms"]> };

/** Whether games of one person against bots run here while the house keeps them as they go. */
export const botsThinkHere = (): boolean => !isSite && !!me.told?.bots_on_devices;

/** Clocks are the house's: it would count on while this device is away. */
function isAlone({ terms, sit, bots, start }: Asked): boolean {
  const untimed = !terms.clock || terms.clock.kind === "none";
  return untimed && !!start && sit?.length === 1 && Object.keys(bots ?? {}).length > 0;
}

export async function openTable(opening: Asked): Promise<TableAnswer> {
  if (botsThinkHere() && isAlone(opening)) {
    const { status, body } = await device.ask("POST", "/api/tables", JSON.stringify(opening));
    if (status === 200) return JSON.parse(body) as TableAnswer; // else this device cannot: there is no module, or no room
  }
  return post<TableAnswer>("/api/tables", opening);
}
