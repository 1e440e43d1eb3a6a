/** What this device remembers. The browser may block the store or have no room in it: then nothing is remembered, and that is all. */

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Whether it was kept. */
export function keep(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function drop(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // then nothing was kept
  }
}
