/** It is your turn: the tab's title says so, a small sound, and a notification where the browser was allowed one. */
import { at, here } from "../../house/place";
import { haptics } from "../../parts/haptics.svelte";
import { sound } from "../../parts/sound.svelte";

export function callBack(title: string, text: string): void {
  sound.play("turn");
  haptics.touch("turn");
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(title, { body: text, tag: here().pathname, icon: at("/icon-192.png") });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
