/** How long things take here, in ms: nothing, for whoever asked for less motion. */
import { prefersReducedMotion } from "svelte/motion";

const time = (ms: number) => (prefersReducedMotion.current ? 0 : ms);

export const quick = () => time(180);
export const calm = () => time(280);
/** A light runs along its way, then the lamp is lit; slowly enough to be followed when it is somebody else's. */
export const runTime = (unhurried: boolean) => (unhurried ? 800 : 260);

/** A lamp is set down: a little larger, then in its place. */
export function setDown(_: Element, { delay = 0 }: { delay?: number }) {
  return {
    delay: time(delay),
    duration: time(220),
    css: (t: number) => `opacity: ${t}; transform: scale(${1.35 - 0.35 * t})`,
  };
}
