/** Keys that the page listens to, wherever the focus is. */

/** Whether a key was meant for a field, for the browser, or for what is open over the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !!target.closest?.("input, textarea, select, dialog") ||
    !!document.querySelector("dialog:modal")
  );
}
