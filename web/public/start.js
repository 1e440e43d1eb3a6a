// Before the page: day or night, and what happens if its scripts are gone, because the house was updated since the
// browser kept this document. It has no digest in its name, so it is always there.
(() => {
  const keep = (place, key, value) => {
    try {
      return value === undefined ? place().getItem(key) : place().setItem(key, value);
    } catch {
      return null; // a browser that keeps nothing
    }
  };
  const theme = keep(() => localStorage, "theme");
  if (theme === "day" || theme === "night") document.documentElement.dataset.theme = theme;

  let leaving = false;
  addEventListener(
    "error",
    ({ target }) => {
      if (leaving || !(target instanceof HTMLScriptElement) || target.type !== "module") return;
      leaving = true;
      const before = Number(keep(() => sessionStorage, "reloaded") ?? 0);
      keep(() => sessionStorage, "reloaded", String(Date.now()));
      if (before === 0 || Date.now() - before > 30_000) location.reload();
      else location.replace("/renewed");
    },
    true,
  );
})();
