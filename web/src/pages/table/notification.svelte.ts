/** It is your turn: a small sound, and a notification where the browser was allowed one and the page is hidden. */
import { at } from "../../house/place";
import type { TableSitting } from "../../house/table.svelte";
import type { Pushed } from "../../offline/notifying";
import { haptics } from "../../parts/haptics.svelte";
import { sound } from "../../parts/sound.svelte";
import { w } from "../../words";

/** Calls whoever sits here when it is their turn, and lets a message be felt. */
export function heed(table: () => TableSitting): void {
  let wasMyTurn = false;
  $effect(() => {
    const sitting = table();
    const { title } = sitting.game.game;
    if (sitting.myTurn && !wasMyTurn) callBack(sitting.id, title, w().turn.notice({ game: title }));
    wasMyTurn = sitting.myTurn;
  });
  let unread = 0;
  $effect(() => {
    const sitting = table();
    if (sitting.unread > unread) haptics.touch("message");
    unread = sitting.unread;
  });
}

function callBack(table: string, title: string, body: string): void {
  sound.play("turn");
  haptics.touch("turn");
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const pushed = { title, body, url: location.href, tag: table };
  void tell(pushed).catch(() => {}); // a browser that shows none
}

async function tell(pushed: Pushed): Promise<void> {
  const on = await navigator.serviceWorker?.getRegistration();
  if (on) await (await import("../../offline/notifying")).show(on, pushed, at("/"));
}
