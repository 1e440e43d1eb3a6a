// Before the page: day or night, and what happens if its scripts are gone, because the house was updated since the
// browser kept this document. It has no digest in its name, so it is always there. On a site of plain files it also hides
// the explanation for whoever opens the page without a server, where browsers load no modules, and perhaps not this.
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

  const isSite = document.querySelector("meta[name=lumitheque][content=site]") !== null;
  const unserved = () => document.getElementById("unserved");
  if (isSite && location.protocol !== "file:") {
    const hiding = new MutationObserver(() => {
      if (!unserved()) return;
      unserved().hidden = true;
      hiding.disconnect();
    });
    hiding.observe(document, { childList: true, subtree: true }); // it is not read yet, and must not flash
  }

  let leaving = false;
  addEventListener(
    "error",
    ({ target }) => {
      if (
        leaving ||
        location.protocol === "file:" ||
        !(target instanceof HTMLScriptElement) ||
        target.type !== "module"
      )
        return;
      leaving = true;
      const before = Number(keep(() => sessionStorage, "reloaded") ?? 0);
      keep(() => sessionStorage, "reloaded", String(Date.now()));
      if (before === 0 || Date.now() - before > 30_000) location.reload();
      else if (!isSite) location.replace("/renewed");
      else if (unserved()) unserved().hidden = false;
    },
    true,
  );
})();
